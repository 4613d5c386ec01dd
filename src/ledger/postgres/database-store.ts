import { find } from '../../messages/catalogue.ts'
import { type Clock, systemClock } from '../../support/clock.ts'
import { BatchError } from '../../support/errors.ts'
import type { DatabaseAddress } from '../database-address.ts'
import type { LedgerStatus, RunChoice, WorkerStatus } from '../port/reports.ts'
import { isAlive } from '../store/dialect.ts'
import { readColumn } from '../store/queryable.ts'
import { createReports } from '../store/reports.ts'
import { readRuns } from '../store/run-status.ts'
import type { ReadableStore } from '../store/store.ts'
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

  const hasTables = async (connection: ReconnectingConnection): Promise<boolean> =>
    (await readSchemaVersion(connection, shown, schema)) > 0

  async function hasCurrentVersion(connection: ReconnectingConnection): Promise<boolean> {
    const version = await readSchemaVersion(connection, shown, schema)
    if (version === 0) return false
    if (version === postgresMigrations.length) return true
    throw new BatchError('ledger', find('ledger-older', { name: `at ${shown}` }))
  }

  /** A connection for reading only. @throws BatchError `ledger` when there is no ledger. */
  async function connectForReading(): Promise<ReconnectingConnection> {
    const connection = new ReconnectingConnection({ address, clock: systemClock })
    try {
      await connection.connect()
      if (await hasCurrentVersion(connection)) return connection
      throw new BatchError('ledger', find('ledger-missing', { file: shown, here: 'there' }))
    } catch (error) {
      await connection.close()
      throw error
    }
  }

  const { reading, ...reports } = createReports(shown, async () => {
    const store = await connectForReading()
    return { store, close: () => store.close() }
  })

  return {
    name: shown,
    exists: () => withConnected({ address, clock: systemClock }, hasTables),
    readWatermark(look) {
      // Read every few seconds, and before a ledger closes.
      const absence = new Absence(systemClock, { longestMs: watermarkPatienceMs })
      return withConnected({ address, clock: systemClock, absence }, async (connection) =>
        (await hasTables(connection)) ? look(await openDatabaseWatermark(connection)) : undefined,
      )
    },
    // A server that would lose commits is refused at the opening.
    async requireUsable() {},
    requireLasting() {},
    open: (options) => openDatabaseLedger(address, options),
    async read() {
      if (!(await this.exists())) return undefined
      const store = await connectForReading()
      return { name: shown, store, close: () => store.close() }
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

async function readRunStatus(connection: ReconnectingConnection, choice: RunChoice): Promise<LedgerStatus> {
  const holders = await listHolders(connection)
  const runs = await readRuns(connection, choice, `NOT ${connection.dialect.isRunOver}`)
  const isLeft = new Set(await readColumn(connection, `SELECT id FROM runs WHERE waits_for = 'workers'`))
  return {
    holder: holders.length === 0 ? undefined : holders.join(', '),
    isHeldByWorkersOnly: await hasOnlyWorkers(connection),
    workers: await listWorkers(connection),
    paces: await listPaces(connection),
    runs: runs.map((run) => ({ ...run, isDetached: isLeft.has(run.id) })),
  }
}

async function hasOnlyWorkers(connection: ReconnectingConnection): Promise<boolean> {
  const others = `SELECT FROM holders WHERE ${isAlive} AND id NOT IN (SELECT holder_id FROM workers) LIMIT 1`
  return (await connection.query(others)).length === 0
}

function listWorkers(connection: ReconnectingConnection): Promise<WorkerStatus[]> {
  return connection.query<WorkerStatus>(
    `SELECT address, company, machine, process, since
       FROM workers JOIN holders ON holders.id = holder_id JOIN targets ON targets.id = target_id
      WHERE ${isAlive} ORDER BY address, company, holder_id`,
  )
}
