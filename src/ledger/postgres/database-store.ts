import { type Clock, systemClock } from '../../support/clock.ts'
import { BatchError } from '../../support/errors.ts'
import type { DatabaseAddress } from '../database-address.ts'
import type { LedgerStore } from '../port.ts'
import { readStatements } from './attempts-overlaps.ts'
import { streamTables, type TablePage } from './copy-tables.ts'
import { migrateSchema, readSchemaVersion } from './migrate-schema.ts'
import { openDatabaseLedger } from './open-database.ts'
import { readOverview } from './overview.ts'
import { hasPageChecksums } from './page-checksums.ts'
import { ReconnectingConnection } from './reconnecting-connection.ts'
import { readAudit, readRecordedRequests, readRunStatus } from './reports.ts'
import { grantRoles, ledgerRoles, makeRoles } from './roles.ts'
import { openRunComparison } from './run-comparison.ts'
import { postgresMigrations } from './schema.ts'
import { readDatabaseWatermark } from './watermark.ts'

/** Makes a ledger of another kind in a folder, with what is read of this one. */
export type FillCopy = (
  folder: string,
  read: (columnsOf: (table: string) => readonly string[]) => AsyncIterable<TablePage>,
) => Promise<LedgerStore>

/** A ledger in a PostgreSQL database. */
export function createDatabaseStore(address: DatabaseAddress, fillCopy: FillCopy): LedgerStore {
  const { schema, shown } = address

  async function hasCurrentVersion(connection: ReconnectingConnection): Promise<boolean> {
    const version = await readSchemaVersion(connection, shown, schema)
    if (version === 0) return false
    if (version === postgresMigrations.length) return true
    throw new BatchError('ledger', `the ledger at ${shown} is of an older rwa-batch`, {
      hint: 'It is brought up to date by the next run of assess, decide or invite.',
    })
  }

  /** A line to look only. @throws BatchError `ledger` when there is no ledger. */
  async function connectForReading(): Promise<ReconnectingConnection> {
    const connection = new ReconnectingConnection({ address, clock: systemClock })
    try {
      await connection.connect()
      if (await hasCurrentVersion(connection)) return connection
      throw new BatchError('ledger', `there is no ledger at ${shown}`, {
        hint: 'Nothing has run there yet; name the ledger with ‹ledger› when it is elsewhere.',
      })
    } catch (error) {
      await connection.close()
      throw error
    }
  }

  async function* streamReading<Page>(
    look: (connection: ReconnectingConnection) => AsyncIterable<Page>,
  ): AsyncGenerator<Page> {
    const connection = await connectForReading()
    try {
      yield* look(connection)
    } finally {
      await connection.close()
    }
  }

  return {
    name: shown,
    async exists() {
      const connection = new ReconnectingConnection({ address, clock: systemClock })
      try {
        await connection.connect()
        return (await readSchemaVersion(connection, shown, schema)) > 0
      } finally {
        await connection.close()
      }
    },
    async readWatermark() {
      const connection = new ReconnectingConnection({ address, clock: systemClock })
      try {
        await connection.connect()
        if ((await readSchemaVersion(connection, shown, schema)) > 0) return await readDatabaseWatermark(connection)
      } catch (error) {
        await connection.close()
        throw error
      }
      await connection.close()
      return undefined
    },
    open: (options) => openDatabaseLedger(address, options),
    async openCopy(folder, clock) {
      const isEmpty = !(await this.exists())
      const copy = await fillCopy(folder, async function* (columnsOf) {
        if (!isEmpty) yield* streamReading((connection) => streamTables(connection, columnsOf))
      })
      return copy.open({ clock, onSpill() {} })
    },
    async status({ input, runId }) {
      const connection = await connectForReading()
      return readRunStatus(connection, input, runId).finally(() => connection.close())
    },
    audit: (input) => streamReading((connection) => readAudit(connection, input)),
    async statements(operation) {
      const line = await connectForReading()
      return readStatements(line, operation).finally(() => line.close())
    },
    recorded: () => streamReading(readRecordedRequests),
    async overview() {
      const line = await connectForReading()
      return readOverview(line).finally(() => line.close())
    },
    async compare(runId) {
      const line = await connectForReading()
      return openRunComparison(line, runId)
    },
  }
}

/** Makes the roles of a team and the schema, and says what they may do there, also in one that was there before. */
export async function prepareRoles(
  address: DatabaseAddress,
  clock: Clock,
): Promise<{ names: readonly string[]; areThere: boolean; isNew: boolean; hasChecksums: boolean }> {
  const line = new ReconnectingConnection({ address, clock })
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
  use: (line: ReconnectingConnection, shown: string) => Promise<Result>,
): Promise<Result> {
  const line = new ReconnectingConnection({ address, clock })
  try {
    await line.connect()
    await migrateSchema(line, address.schema)
    return await use(line, address.shown)
  } finally {
    await line.close()
  }
}
