import { expect, it } from 'vitest'
import { scale } from '../../support/scale.ts'
import { type Damage, damageLedger, type Ending } from './damaged-ledger.ts'

it.each<[Damage, Ending, number]>([
  ['one bit', 'sealed', scale({ full: 400, short: 20 })],
  ['one bit', 'died', scale({ full: 400, short: 20 })],
  ['a page of zeros', 'sealed', scale({ full: 100, short: 10 })],
  ['a page of zeros', 'died', scale({ full: 100, short: 10 })],
])('a ledger with %s damaged that %s is said to be, or nothing is different', async (kind, ending, times) => {
  const { said, harmless, wrong } = await damageLedger(200, { kind, ending, times, seed: 11 })
  expect(wrong).toEqual([])
  expect(said + harmless).toBe(times)
})
