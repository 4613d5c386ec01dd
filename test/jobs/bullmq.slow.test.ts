import { describe, expect, it } from 'vitest'
import { ask } from '../ledger/postgres/database.ts'
import { openJobEngine } from '../rooms/jobs.ts'
import { poolConfigOf } from '../rooms/ledger.ts'
import { hasPostgres, usePostgres } from '../support/postgres.ts'

describe.skipIf(!hasPostgres)('the engine of the workers', () => {
  const server = usePostgres()

  it('ends when a queue is closed as it begins, and keeps no connection', async () => {
    const address = server.address()
    const troubles: string[] = []
    for (let turn = 0; turn < 5; turn += 1) {
      const engine = await openJobEngine({
        connection: { ...(await poolConfigOf(address, {})), application_name: 'closed early' },
        queues: 2,
        onWarning: (message) => troubles.push(message),
      })
      engine.work('send', 2, async () => 'done')
      engine.work('look', 2, async () => 'done')
      await engine.pause('send')
      // The other queue has still something to do.
      await engine.enqueue('look', [{ id: `turn ${turn}`, keys: {} }])
      await engine.close()
    }
    const left = await ask<{ query: string }>(
      address,
      // Other tests use the same server.
      "SELECT query FROM pg_stat_activity WHERE application_name = 'closed early'",
    )
    expect({ troubles, left }).toEqual({ troubles: [], left: [] })
  })
})
