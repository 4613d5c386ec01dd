import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { makeOptionTypes } from './make-option-types.ts'

it('the types of the library and of the profile are those of the table, once it is built', () => {
  const kept = readFileSync(new URL('../../src/settings/option-types.ts', import.meta.url), 'utf8')
  expect(kept).toBe(makeOptionTypes())
})
