import { describe, expect, it } from 'vitest'
import { describeReached, listUnreached } from './invariants.ts'
import { playSeeds } from './play-seeds.ts'
import { isReplaying, replaySeed } from './replayed-seed.ts'
import { simulateLedgers } from './simulate.ts'

replaySeed(simulateLedgers)

describe.skipIf(isReplaying)('copies put back, other ledgers and flipped bits between runs', () => {
  it('are refused or make no difference: nothing is created twice, and no identifier is lost', async () => {
    const { breaches, counts } = await playSeeds({ from: 34, to: 35, step: 1, play: 'ledgers' })
    expect(breaches).toEqual([])
    expect(Math.min(counts.deaths, counts.creations, counts.refusals ?? 0)).toBeGreaterThan(0)
    expect(listUnreached('ledgers', counts.reached), describeReached(counts.reached)).toEqual([])
  })

  it('are found by checksums where no seal is compared', async () => {
    const { counts } = await playSeeds({ from: 13, to: 13, step: 1, play: 'ledgers', twin: 'the seal is not compared' })
    expect(listUnreached('bits', counts.reached), describeReached(counts.reached)).toEqual([])
  })
})
