import { describe, expect, it, onTestFinished } from 'vitest'
import { ledgerAt } from '../../../src/ledger/open.ts'
import type { Ledger } from '../../../src/ledger/port.ts'
import { hasPostgres, usePostgres } from '../../support/postgres.ts'
import { load, stillClock, trip } from '../workspace.ts'
import { ask } from './database.ts'

const rows = 2_000
const trips = Array.from({ length: rows }, (_, index) => trip(`E${index} March Spain`))

describe.skipIf(!hasPostgres)(
  'with figures from before, the database does not go through the rows of a run for each of them',
  () => {
    const server = usePostgres()

    async function open(address: string): Promise<Ledger> {
      const ledger = await ledgerAt(address, {}).open({ clock: stillClock, onSpill() {} })
      onTestFinished(() => ledger.close())
      return ledger
    }

    /** A ledger that is alone in its database. */
    async function createAddress(): Promise<string> {
      const url = new URL(server.address())
      const name = url.searchParams.get('schema') ?? ''
      await ask(server.admin, `CREATE DATABASE ${name}`)
      onTestFinished(async () => void (await ask(server.admin, `DROP DATABASE ${name} WITH (FORCE)`)))
      url.pathname = name
      return url.href
    }

    async function hasOthers(address: string): Promise<boolean> {
      const others = await ask(
        address,
        `SELECT FROM pg_stat_activity
          WHERE datname = current_database() AND backend_type = 'client backend' AND pid <> pg_backend_pid()`,
      )
      return others.length > 0
    }

    /** How many lines of a table were read so far, be it only in an index. */
    async function countRead(address: string, table: string): Promise<number> {
      const [read] = await ask<{ count: number }>(
        address,
        `SELECT (seq_tup_read + idx_tup_fetch + (SELECT SUM(idx_tup_read) FROM pg_stat_user_indexes AS each
                                                  WHERE each.relid = all_of.relid))::bigint AS count
           FROM pg_stat_user_tables AS all_of WHERE relname = $1 AND schemaname = current_schema()`,
        [table],
      )
      return read?.count ?? Number.NaN
    }

    /** How many are read for `work`; the database has counted that before it forgets who has read. */
    async function countFor(
      address: string,
      work: (ledger: Ledger) => Promise<void>,
      table: 'rows' | 'submissions' = 'rows',
    ): Promise<number> {
      const before = await countRead(address, table)
      const ledger = await open(address)
      await work(ledger)
      await ledger.close()
      while (await hasOthers(address)) {}
      return (await countRead(address, table)) - before
    }

    it('when it counts what is in no sheet any more: nothing was sent then', async () => {
      const address = await createAddress()
      const ledger = await open(address)
      const run = await load(ledger, trips)
      await ledger.close()
      await ask(address, `ALTER TABLE submissions DISABLE TRIGGER USER`)
      await ask(address, `UPDATE submissions SET state = 'done'`)
      const read = await countFor(address, async (other) => expect(await other.runs.countOrphans(run)).toBe(0))
      expect(read).toBeLessThan(rows * 5)
    })

    it('when a sheet is loaded: there was nothing then', async () => {
      const address = await createAddress()
      await (await open(address)).close()
      const loadAll = async (ledger: Ledger) => void (await load(ledger, trips, { pageSize: 100 }))
      expect(await countFor(address, loadAll, 'submissions')).toBeLessThan(rows * 24)
    })

    it('when a sheet is loaded again: the run was not there then', async () => {
      const address = await createAddress()
      const ledger = await open(address)
      await load(ledger, trips, { pageSize: 500 })
      await ledger.close()
      const read = await countFor(address, async (other) => void (await load(other, trips, { pageSize: 500 })))
      expect(read).toBeLessThan(rows * 50)
    })
  },
)
