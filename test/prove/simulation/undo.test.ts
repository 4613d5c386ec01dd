import { describe, expect, it } from 'vitest'
import { describeReached, listUnreached } from './invariants.ts'
import { playSeeds } from './play-seeds.ts'
import { isReplaying, replaySeed } from './replayed-seed.ts'
import { simulateUndo } from './simulate-undo.ts'

replaySeed(simulateUndo)

describe.skipIf(isReplaying)('an undo of any run', () => {
  it('takes back what the run made, and nothing that was decided or handed in since', async () => {
    const { breaches, counts } = await playSeeds({ from: 1, to: 30, step: 1, play: 'undo' })
    expect(breaches).toEqual([])
    const { deaths, faults, creations, undone = 0, forgotten = 0 } = counts
    expect(Math.min(deaths, faults, creations, undone, forgotten)).toBeGreaterThan(2)
    expect(listUnreached('undo', counts.reached), describeReached(counts.reached)).toEqual([])
  })

  it('plays the same twice: seed 7', async () => {
    const [first, second] = [await simulateUndo(7), await simulateUndo(7)]
    expect(second.trace).toEqual(first.trace)
  })
})
