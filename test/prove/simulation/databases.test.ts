import { describe, expect, it } from 'vitest'
import { hasPostgres, usePostgres } from '../../support/postgres.ts'
import { isReplaying, replaySeed } from './replayed-seed.ts'
import { simulateDatabases } from './simulate-databases.ts'

describe.skipIf(!hasPostgres)('a database put back from dumps, while some users are away and others go on', () => {
  const server = usePostgres()

  replaySeed((seed) => simulateDatabases(seed, server.address()))

  it.skipIf(isReplaying)('is refused by each user who has seen more, and by no other', async () => {
    const { broken, counts } = await simulateDatabases(2, server.address())
    expect(broken).toEqual(new Map())
    expect(Math.min(counts.restores, counts.refusals, counts.creations)).toBeGreaterThan(0)
  })
})
