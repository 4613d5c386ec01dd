import type { LedgerStore } from '../port.ts'
import { readStatements } from './attempts.ts'
import { readAudit } from './audit.ts'
import { createView } from './parts.ts'
import { readPerson } from './person/read-person.ts'
import { readRecordedRequests } from './recorded-requests.ts'
import { openRunComparison } from './run-comparison.ts'
import type { Store } from './store.ts'

export interface Opened<Own extends Store> {
  store: Own
  close(): Promise<void>
}

type Reports = Pick<LedgerStore, 'audit' | 'statements' | 'recorded' | 'person' | 'view' | 'compare'>

/** Each report reads the ledger over a connection of its own; `explain` says of a failure what it means. */
export function createReports<Own extends Store>(
  name: string,
  open: () => Promise<Opened<Own>>,
  explain: (error: unknown) => unknown = (error) => error,
): Reports & { reading: <Result>(read: (store: Own) => Promise<Result>) => Promise<Result> } {
  async function explaining<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      return await work()
    } catch (error) {
      throw explain(error)
    }
  }

  function reading<Result>(read: (store: Own) => Promise<Result>): Promise<Result> {
    return explaining(async () => {
      const { store, close } = await open()
      return read(store).finally(close)
    })
  }

  async function* streaming<Page>(read: (store: Own) => AsyncIterable<Page>): AsyncGenerator<Page> {
    try {
      const { store, close } = await open()
      try {
        yield* read(store)
      } finally {
        await close()
      }
    } catch (error) {
      throw explain(error)
    }
  }

  return {
    reading,
    audit: (input) => streaming((store) => readAudit(store, { input })),
    statements: (operation) => reading((store) => readStatements(store, operation)),
    recorded: () => streaming(readRecordedRequests),
    person: (person, readCells, isNamed) => reading((store) => readPerson(store, person, readCells, isNamed)),
    view: (read) => reading(async (store) => read(await createView(store, name))),
    compare: (runId) =>
      explaining(async () => {
        const { store, close } = await open()
        return { ...(await openRunComparison(store, runId)), close }
      }),
  }
}
