import { describe, expect, it } from 'vitest'
import { playSeeds } from './play-seeds.ts'
import { isReplaying, replaySeed } from './replayed-seed.ts'
import { simulateLedgers } from './simulate.ts'

replaySeed(simulateLedgers)

describe.skipIf(isReplaying)('copies put back, other ledgers and flipped bits between runs', () => {
  it('are refused or make no difference: nothing is created twice, and no identifier is lost', async () => {
    const { breaches, counts } = await playSeeds({ from: 34, to: 35, step: 1, play: 'ledgers' })
    expect(breaches).toEqual([])
    expect(Math.min(counts.deaths, counts.creations, counts.refusals ?? 0)).toBeGreaterThan(0)
  })
})
