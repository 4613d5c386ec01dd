import { describe, expect, it } from 'vitest'
import { hasOwnPostgres, useOwnPostgres } from '../../support/postgres.ts'
import { playAway } from './database-away.ts'

const timeout = 120_000

describe.skipIf(!hasOwnPostgres)('a database that goes away with 15 requests in flight', () => {
  const server = useOwnPostgres()

  it('costs a worker no identifier: it is told to stop, gets its answers and ends by itself', { timeout }, async () => {
    const steps = ['SIGTERM', 'answers', 'grace'] as const
    const end = await playAway(server, { command: 'worker', steps, graceMs: 30_000, latencyMs: 100 })
    expect(end).toMatchObject({ lost: [], createdTwice: [], endedAfterMs: expect.any(Number), spooled: 0 })
  })

  it('costs them, where outcomes are not written beside the process', { timeout }, async () => {
    const twin = [
      { from: 'const added = changes.filter((change) => !this.#spooled.has(change))', to: 'const added = []' },
    ]
    const steps = ['answers', 'SIGKILL'] as const
    const end = await playAway(server, { command: 'assess', steps, graceMs: 0, latencyMs: 0, twin })
    expect(end).toMatchObject({ createdTwice: [] })
    expect(end.lost.length).toBeGreaterThan(0)
  })
})
