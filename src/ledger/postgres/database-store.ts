import { type Clock, systemClock } from '../../support/clock.ts'
import { BatchError } from '../../support/errors.ts'
import type { DatabaseAddress } from '../database-address.ts'
import type { LedgerStore } from '../port.ts'
import { streamTables, type TablePage } from './copy-tables.ts'
import { DatabaseLine } from './line.ts'
import { lookAtRuns, streamAudit, streamRecorded } from './looks.ts'
import { migrateSchema, readSchemaVersion } from './migrate-schema.ts'
import { openDatabaseLedger } from './open-database.ts'
import { overlookDatabase } from './overview.ts'
import { hasPageChecksums } from './page-checksums.ts'
import { grantRoles, ledgerRoles, makeRoles } from './roles.ts'
import { holdingsOf } from './run-holdings.ts'
import { postgresMigrations } from './schema.ts'
import { lookAtDatabase } from './sight.ts'
import { listStatements } from './small-parts.ts'

/** Makes a ledger of another kind in a folder, with what is read of this one. */
export type FillCopy = (
  folder: string,
  read: (columnsOf: (table: string) => readonly string[]) => AsyncIterable<TablePage>,
) => Promise<LedgerStore>

/** A ledger in a PostgreSQL database. */
export function createDatabaseStore(address: DatabaseAddress, fillCopy: FillCopy): LedgerStore {
  const { schema, shown } = address

  async function isThere(line: DatabaseLine): Promise<boolean> {
    const version = await readSchemaVersion(line, shown, schema)
    if (version === 0) return false
    if (version === postgresMigrations.length) return true
    throw new BatchError('ledger', `the ledger at ${shown} is of an older rwa-batch`, {
      hint: 'It is brought up to date by the next run of assess, decide or invite.',
    })
  }

  /** A line to look only. @throws BatchError `ledger` when there is no ledger. */
  async function connectToLook(): Promise<DatabaseLine> {
    const line = new DatabaseLine({ address, clock: systemClock })
    try {
      await line.connect()
      if (await isThere(line)) return line
      throw new BatchError('ledger', `there is no ledger at ${shown}`, {
        hint: 'Nothing has run there yet; name the ledger with ‹ledger› when it is elsewhere.',
      })
    } catch (error) {
      await line.close()
      throw error
    }
  }

  async function* looking<Page>(look: (line: DatabaseLine) => AsyncIterable<Page>): AsyncGenerator<Page> {
    const line = await connectToLook()
    try {
      yield* look(line)
    } finally {
      await line.close()
    }
  }

  return {
    name: shown,
    async exists() {
      const line = new DatabaseLine({ address, clock: systemClock })
      try {
        await line.connect()
        return (await readSchemaVersion(line, shown, schema)) > 0
      } finally {
        await line.close()
      }
    },
    async look() {
      const line = new DatabaseLine({ address, clock: systemClock })
      try {
        await line.connect()
        if ((await readSchemaVersion(line, shown, schema)) > 0) return await lookAtDatabase(line)
      } catch (error) {
        await line.close()
        throw error
      }
      await line.close()
      return undefined
    },
    open: (options) => openDatabaseLedger(address, options),
    async openCopy(folder, clock) {
      const isEmpty = !(await this.exists())
      const copy = await fillCopy(folder, async function* (columnsOf) {
        if (!isEmpty) yield* looking((line) => streamTables(line, columnsOf))
      })
      return copy.open({ clock, onSpill() {} })
    },
    async status({ input, runId }) {
      const line = await connectToLook()
      return lookAtRuns(line, input, runId).finally(() => line.close())
    },
    audit: (input) => looking((line) => streamAudit(line, input)),
    async statements(operation) {
      const line = await connectToLook()
      return listStatements(line, operation).finally(() => line.close())
    },
    recorded: () => looking(streamRecorded),
    async overview() {
      const line = await connectToLook()
      return overlookDatabase(line).finally(() => line.close())
    },
    async compare(runId) {
      const line = await connectToLook()
      return holdingsOf(line, runId)
    },
  }
}

/** Makes the roles of a team and the schema, and says what they may do there, also in one that was there before. */
export async function prepareRoles(
  address: DatabaseAddress,
  clock: Clock,
): Promise<{ names: readonly string[]; areThere: boolean; isNew: boolean; hasChecksums: boolean }> {
  const line = new DatabaseLine({ address, clock })
  try {
    await line.connect()
    const areThere = await makeRoles(line)
    const isNew = await migrateSchema(line, address.schema)
    if (areThere) await line.transaction((statements) => grantRoles(statements, address.schema))
    return { names: ledgerRoles, areThere, isNew, hasChecksums: await hasPageChecksums(line) }
  } finally {
    await line.close()
  }
}

/** A line to the ledger in a database, which is set up when it is new. */
export async function withDatabase<Result>(
  address: DatabaseAddress,
  clock: Clock,
  use: (line: DatabaseLine, shown: string) => Promise<Result>,
): Promise<Result> {
  const line = new DatabaseLine({ address, clock })
  try {
    await line.connect()
    await migrateSchema(line, address.schema)
    return await use(line, address.shown)
  } finally {
    await line.close()
  }
}
