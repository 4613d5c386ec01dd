import { find } from '../../messages/catalogue.ts'
import { type Clock, systemClock } from '../../support/clock.ts'
import { BatchError } from '../../support/errors.ts'
import type { DatabaseAddress } from '../database-address.ts'
import type { LedgerStatus, RunChoice, WorkerStatus } from '../port/reports.ts'
import { isAlive } from '../store/dialect.ts'
import { readValues } from '../store/queryable.ts'
import { createReports } from '../store/reports.ts'
import { readRuns } from '../store/run-status.ts'
import type { ReadableStore, ReadingStore } from '../store/store.ts'
import { listHolders } from './commits/lease.ts'
import { Absence } from './connection/absence.ts'
import type { ConnectionOptions } from './connection/connect.ts'
import { ReconnectingConnection } from './connection/reconnecting-connection.ts'
import { openDatabaseLedger } from './open-database.ts'
import { hasPageChecksums, listPaces, openDatabaseWatermark, readOverview } from './overview.ts'
import { migrateSchema, readSchemaVersion } from './schema/migrate-schema.ts'
import { grantRoles, ledgerRoles, makeRoles } from './schema/roles.ts'
import { postgresMigrations } from './schema/schema.ts'

const watermarkPatienceMs = 5_000

export function createDatabaseStore(address: DatabaseAddress): ReadableStore {
  const { schema, shown } = address

  const readVersion = (connection: ReconnectingConnection) => readSchemaVersion(connection, shown, schema)

  /** A connection for reading only. @throws BatchError `ledger` when there is no ledger. */
  async function openForReading(): Promise<ReadingStore<ReconnectingConnection>> {
    const store = new ReconnectingConnection({ address, clock: systemClock })
    try {
      await store.connect()
      const version = await readVersion(store)
      if (version === postgresMigrations.length) return { name: shown, store, close: () => store.close() }
      if (version > 0) throw new BatchError('ledger', find('ledger-older', { name: `at ${shown}` }))
      throw new BatchError('ledger', find('ledger-missing', { file: shown, here: 'there' }))
    } catch (error) {
      await store.close()
      throw error
    }
  }

  const { reading, ...reports } = createReports(openForReading)

  return {
    name: shown,
    exists: () =>
      withConnected({ address, clock: systemClock }, async (connection) => (await readVersion(connection)) > 0),
    readWatermark(look) {
      // Read every few seconds, and before a ledger closes.
      const absence = new Absence(systemClock, { longestMs: watermarkPatienceMs })
      return withConnected({ address, clock: systemClock, absence }, async (connection) =>
        (await readVersion(connection)) > 0 ? look(await openDatabaseWatermark(connection)) : undefined,
      )
    },
    // A server that would lose commits is refused at the opening.
    async requireUsable() {},
    requireLasting() {},
    open: (options) => openDatabaseLedger(address, options),
    async read() {
      return (await this.exists()) ? openForReading() : undefined
    },
    status: (choice) => reading((store) => readRunStatus(store, choice)),
    overview: () => reading(readOverview),
    ...reports,
  }
}

/** Closes the connection afterwards. */
async function withConnected<Result>(
  options: ConnectionOptions,
  use: (connection: ReconnectingConnection) => Promise<Result>,
): Promise<Result> {
  const connection = new ReconnectingConnection(options)
  try {
    await connection.connect()
    return await use(connection)
  } finally {
    await connection.close()
  }
}

/** Creates the roles of a team and the schema, and grants their rights, also in an existing ledger. */
export function prepareRoles(
  address: DatabaseAddress,
  clock: Clock,
): Promise<{ names: readonly string[]; areThere: boolean; isNew: boolean; hasChecksums: boolean }> {
  return withConnected({ address, clock }, async (connection) => {
    const areThere = await makeRoles(connection)
    const isNew = await migrateSchema(connection, address.schema)
    if (areThere) await connection.transaction((statements) => grantRoles(statements, address.schema))
    return { names: ledgerRoles, areThere, isNew, hasChecksums: await hasPageChecksums(connection) }
  })
}

/** Connects to a ledger's database, and migrates its schema. */
export function withDatabase<Result>(
  address: DatabaseAddress,
  clock: Clock,
  use: (connection: ReconnectingConnection, shown: string) => Promise<Result>,
): Promise<Result> {
  return withConnected({ address, clock }, async (connection) => {
    await migrateSchema(connection, address.schema)
    return use(connection, address.shown)
  })
}

const selectOthers = `SELECT FROM holders WHERE ${isAlive} AND id NOT IN (SELECT holder_id FROM workers) LIMIT 1`
const selectWorkers = `SELECT address, company, machine, process, since
    FROM workers JOIN holders ON holders.id = holder_id JOIN targets ON targets.id = target_id
   WHERE ${isAlive} ORDER BY address, company, holder_id`

async function readRunStatus(connection: ReconnectingConnection, choice: RunChoice): Promise<LedgerStatus> {
  const holders = await listHolders(connection)
  const runs = await readRuns(connection, choice, `NOT ${connection.dialect.isRunOver}`)
  const isLeft = new Set(await readValues(connection, `SELECT id FROM runs WHERE waits_for = 'workers'`))
  return {
    holder: holders.length === 0 ? undefined : holders.join(', '),
    isHeldByWorkersOnly: (await connection.query(selectOthers)).length === 0,
    workers: await connection.query<WorkerStatus>(selectWorkers),
    paces: await listPaces(connection),
    runs: runs.map((run) => ({ ...run, isDetached: isLeft.has(run.id) })),
  }
}
