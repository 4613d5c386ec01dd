import { describe, expect, it } from 'vitest'
import { describeReached, listUnreached } from './invariants.ts'
import { playSeeds } from './play-seeds.ts'
import { isReplaying, replaySeed } from './replayed-seed.ts'
import { simulateDecisions } from './simulate-decisions.ts'

replaySeed(simulateDecisions)

describe.skipIf(isReplaying)('two officers who decide on the same assessments', () => {
  it('are told what is in force, and nothing is sent without a cause', async () => {
    const { breaches, counts } = await playSeeds({ from: 1, to: 30, step: 1, play: 'decisions' })
    expect(breaches).toEqual([])
    // That something went wrong at all, and all was decided nevertheless.
    expect(Math.min(counts.deaths, counts.faults, counts.creations)).toBeGreaterThan(2)
    const { refused = 0, dropped = 0, expired = 0, brokenOff = 0, released = 0, brokenSeals = 0 } = counts
    expect(Math.min(refused, dropped, expired, brokenOff, released, brokenSeals)).toBeGreaterThan(0)
    expect(listUnreached('decisions', counts.reached), describeReached(counts.reached)).toEqual([])
  })

  it('play the same twice: seed 17', async () => {
    const seed = 17
    const [first, second] = [await simulateDecisions(seed), await simulateDecisions(seed)]
    expect(second.trace).toEqual(first.trace)
    expect(second.hash).toBe(first.hash)
  })
})
