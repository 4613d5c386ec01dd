import { expect, it } from 'vitest'
import { knownOperations } from '../rooms/cli.ts'
import { operations } from '../rooms/operations.ts'

it('there is a command for every operation, and an operation for every such command', () => {
  expect(knownOperations).toEqual(operations.map(({ name }) => name))
})
