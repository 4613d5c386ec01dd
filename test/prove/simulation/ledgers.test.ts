import { describe, expect, it, vi } from 'vitest'
import { ledgerTwins } from './ledger-twins.ts'
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
    const { breaches, counts } = await playSeeds({ from: 29, to: 32, step: 1, play: 'ledgers' })
    expect(breaches).toEqual([])
    expect(Math.min(counts.deaths, counts.creations, counts.refusals ?? 0)).toBeGreaterThan(0)
  })

  it.each(ledgerTwins)('$name: it is found', async ({ name, breaks }) => {
    const { breaches } = await playSeeds({ from: 1, to: 60, step: 1, play: 'ledgers', twin: name, until: breaks })
    expect(breaches.map(({ rule }) => rule)).toContain(breaks)
  })
})
