import { describe, expect, it, onTestFinished } from 'vitest'
import { type Ledger, ledgerAt } from '../../rooms/ledger.ts'
import { hasPostgres, usePostgres } from '../../support/postgres.ts'
import { load, stillClock, trip } from '../workspace.ts'
import { ask } from './database.ts'
import { countTuplesRead, createLoneAddress } from './tuples-read.ts'

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

    /** How many tuples of one table are read for `work`. */
    const countFor = (
      address: string,
      work: (ledger: Ledger) => Promise<void>,
      table: 'rows' | 'submissions' = 'rows',
    ): Promise<number> => {
      const openAndWork = async () => {
        const ledger = await open(address)
        await work(ledger)
        await ledger.close()
      }
      return countTuplesRead(address, openAndWork, table)
    }

    it('when it counts what is in no sheet any more: nothing was sent then', async () => {
      const address = await createLoneAddress(server)
      const ledger = await open(address)
      const run = await load(ledger, trips)
      await ledger.close()
      await ask(address, `ALTER TABLE submissions DISABLE TRIGGER USER`)
      await ask(address, `UPDATE submissions SET state = 'done'`)
      const read = await countFor(address, async (other) => expect(await other.runs.countOrphans(run)).toBe(0))
      expect(read).toBeLessThan(rows * 5)
    })

    it('when a sheet is loaded: there was nothing then', async () => {
      const address = await createLoneAddress(server)
      await (await open(address)).close()
      const loadAll = async (ledger: Ledger) => void (await load(ledger, trips, { pageSize: 100 }))
      expect(await countFor(address, loadAll, 'submissions')).toBeLessThan(rows * 24)
    })

    it('when a sheet is loaded again: the run was not there then', async () => {
      const address = await createLoneAddress(server)
      const ledger = await open(address)
      await load(ledger, trips, { pageSize: 500 })
      await ledger.close()
      const read = await countFor(address, async (other) => void (await load(other, trips, { pageSize: 500 })))
      expect(read).toBeLessThan(rows * 50)
    })
  },
)
