import { expect, it } from 'vitest'
import { knownOperations } from '../../src/cli/command-table.ts'
import { operations } from '../../src/operations/all.ts'

it('there is a command for every operation, and an operation for every such command', () => {
  expect(knownOperations).toEqual(operations.map(({ name }) => name))
})
