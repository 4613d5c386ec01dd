import { describe, expect, it, vi } from 'vitest'
import { playSeeds } from './play-seeds.ts'
import { simulateLedgers } from './simulate.ts'

// A busy machine is no fault of theirs.
vi.setConfig({ testTimeout: 180_000 })

const replayed = process.env['RWA_SEED']

/** As for trips: `RWA_SEED=123 npx vitest run --config test/vitest.config.ts test/prove/simulation/ledgers`. */
describe.runIf(replayed !== undefined)('the seed that is replayed', () => {
  it('breaks no rule', async () => {
    const { broken, trace } = await simulateLedgers(Number(replayed))
    console.log(trace.join('\n'))
    expect(broken).toEqual(new Map())
  })
})

describe.runIf(replayed === undefined)('copies put back, other ledgers and flipped bits between runs', () => {
  it('are refused or make no difference: nothing is created twice, and no identifier is lost', async () => {
    const { breaches, counts } = await playSeeds({ from: 34, to: 35, step: 1, play: 'ledgers' })
    expect(breaches).toEqual([])
    expect(Math.min(counts.deaths, counts.creations, counts.refusals ?? 0)).toBeGreaterThan(0)
  })
})
