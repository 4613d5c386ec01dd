import { expect, it } from 'vitest'
import { type Damage, damageLedger, type Ending } from './damaged-ledger.ts'

it.each<[Damage, Ending]>([
  ['one bit', 'sealed'],
  ['one bit', 'died'],
  ['a page of zeros', 'died'],
])('a ledger with %s damaged that %s is said to be, or nothing is different', async (kind, ending) => {
  const { said, harmless, wrong } = await damageLedger(20, { kind, ending, times: 5, seed: 7 })
  expect(wrong).toEqual([])
  expect(said + harmless).toBe(5)
})
