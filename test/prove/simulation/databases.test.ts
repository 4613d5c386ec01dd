import { describe, expect, it, vi } from 'vitest'
import { hasPostgres, usePostgres } from '../../support/postgres.ts'
import { simulateDatabases } from './simulate-databases.ts'

// A busy machine is no fault of theirs.
vi.setConfig({ testTimeout: 180_000 })

const replayed = process.env['RWA_SEED']

/** As for trips: `RWA_SEED=123 npx vitest run --config test/vitest.config.ts test/prove/simulation/databases`. */
describe.skipIf(!hasPostgres)('a database put back from dumps, while some users are away and others go on', () => {
  const server = usePostgres()

  it.runIf(replayed !== undefined)('in the seed that is replayed, no rule is broken', async () => {
    const { broken, trace } = await simulateDatabases(Number(replayed), server.address())
    console.log(trace.join('\n'))
    expect(broken).toEqual(new Map())
  })

  it.runIf(replayed === undefined)('is refused by each user who has seen more, and by no other', async () => {
    const { broken, counts } = await simulateDatabases(2, server.address())
    expect(broken).toEqual(new Map())
    expect(Math.min(counts.restores, counts.refusals, counts.creations)).toBeGreaterThan(0)
  })
})
