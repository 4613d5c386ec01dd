import { describe, expect, it, vi } from 'vitest'
import { playSeeds } from './play-seeds.ts'
import { simulateDecisions } from './simulate-decisions.ts'

// A busy machine is no fault of theirs.
vi.setConfig({ testTimeout: 180_000 })

const replayed = process.env['RWA_SEED']

/** As for trips: `RWA_SEED=123 npx vitest run --config test/vitest.config.ts test/prove/simulation/decisions`. */
describe.runIf(replayed !== undefined)('the seed that is replayed', () => {
  it('breaks no rule', async () => {
    const { broken, trace } = await simulateDecisions(Number(replayed))
    console.log(trace.join('\n'))
    expect(broken).toEqual(new Map())
  })
})

describe.runIf(replayed === undefined)('two officers who decide on the same assessments', () => {
  it('are told what is in force, and nothing is sent without a cause', async () => {
    const { breaches, counts } = await playSeeds({ from: 7, to: 9, step: 1, play: 'decisions' })
    expect(breaches).toEqual([])
    // That something went wrong at all, and all was decided nevertheless.
    expect(Math.min(counts.deaths, counts.faults, counts.creations)).toBeGreaterThan(2)
  })

  it('play the same twice: seed 17', async () => {
    const seed = 17
    const [first, second] = [await simulateDecisions(seed), await simulateDecisions(seed)]
    expect(second.trace).toEqual(first.trace)
    expect(second.hash).toBe(first.hash)
  })
})
