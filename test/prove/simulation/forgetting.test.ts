import { describe, expect, it, vi } from 'vitest'
import { playSeeds } from './play-seeds.ts'
import { simulateForgetting } from './simulate.ts'

// A busy machine is no fault of theirs.
vi.setConfig({ testTimeout: 180_000 })

const replayed = process.env['RWA_SEED']

/** As for trips: `RWA_SEED=123 npx vitest run --config test/vitest.config.ts test/prove/simulation/forgetting`. */
describe.runIf(replayed !== undefined)('the seed that is replayed', () => {
  it('breaks no rule', async () => {
    const { broken, trace } = await simulateForgetting(Number(replayed))
    console.log(trace.join('\n'))
    expect(broken).toEqual(new Map())
  })
})

describe.runIf(replayed === undefined)('people and old trips forgotten between runs', () => {
  it('leave no byte, are not created again, and nothing else is lost', async () => {
    const { breaches, counts } = await playSeeds({ from: 1, to: 2, step: 1, play: 'forgetting' })
    expect(breaches).toEqual([])
    expect(Math.min(counts.deaths, counts.creations, counts.forgettings ?? 0, counts.forgotten ?? 0)).toBeGreaterThan(2)
  })
})
