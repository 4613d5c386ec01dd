import { describe, expect, it } from 'vitest'
import { describeReached, listUnreached } from './invariants.ts'
import { playSeeds } from './play-seeds.ts'
import { isReplaying, replaySeed } from './replayed-seed.ts'
import { simulateForgetting } from './simulate.ts'

replaySeed(simulateForgetting)

describe.skipIf(isReplaying)('people and old trips forgotten between runs', () => {
  it('leave no byte, are not created again, and nothing else is lost', async () => {
    const { breaches, counts } = await playSeeds({ from: 1, to: 2, step: 1, play: 'forgetting' })
    expect(breaches).toEqual([])
    expect(Math.min(counts.deaths, counts.creations, counts.forgettings ?? 0, counts.forgotten ?? 0)).toBeGreaterThan(2)
    expect(listUnreached('forgetting', counts.reached), describeReached(counts.reached)).toEqual([])
  })
})
