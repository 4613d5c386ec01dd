import { describe, expect, it } from 'vitest'
import { describeReached, listUnreached } from './invariants.ts'
import { playSeeds } from './play-seeds.ts'
import { isReplaying, replaySeed } from './replayed-seed.ts'
import { simulate } from './simulate.ts'

replaySeed(simulate)

describe.skipIf(isReplaying)('simulated runs', () => {
  it('break no rule, whatever is lost, refused, cut off or edited', async () => {
    const { breaches, counts } = await playSeeds({ from: 16, to: 25, step: 1 })
    expect(breaches).toEqual([])
    // That something went wrong at all, and all was created nevertheless.
    expect(Math.min(counts.deaths, counts.faults, counts.creations)).toBeGreaterThan(7)
    expect(listUnreached('trips', counts.reached), describeReached(counts.reached)).toEqual([])
  })

  it('play the same twice: seed 17', async () => {
    const seed = 17
    const [first, second] = [await simulate(seed), await simulate(seed)]
    expect(second.trace).toEqual(first.trace)
    expect(second.hash).toBe(first.hash)
  })
})
