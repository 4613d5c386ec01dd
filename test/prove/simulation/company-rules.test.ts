import { expect, it } from 'vitest'
import { scale } from '../../support/scale.ts'
import { playRules, type RulesGuard } from './company-rules.ts'

async function play(from: number, to: number, without?: RulesGuard) {
  const sums = { breaches: [] as string[], opened: 0, newLedgers: 0, deaths: 0, refused: 0 }
  for (let seed = from; seed <= to; seed += 1) {
    const played = await playRules(seed, without)
    for (const name of ['opened', 'newLedgers', 'deaths', 'refused'] as const) sums[name] += played[name]
    sums.breaches.push(...played.breaches.map((breach) => `seed ${seed}: ${breach}`))
  }
  return sums
}

it('rules of a company hold in each of its ledgers, new ones too, and in no other company’s', async () => {
  const { breaches, ...counts } = await play(1, scale({ full: 2_000, short: 100, quick: 25 }))
  expect(breaches).toEqual([])
  expect(Math.min(...Object.values(counts))).toBeGreaterThan(5)
})

it.each<RulesGuard>(['the register is asked', 'the register is told'])(
  'without this it is found: %s',
  async (guard) => {
    const { breaches } = await play(1, 25, guard)
    expect(breaches.length).toBeGreaterThan(0)
  },
)
