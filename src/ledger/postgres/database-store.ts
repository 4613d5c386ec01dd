import { find } from '../../messages/catalogue.ts'
import { type Clock, systemClock } from '../../support/clock.ts'
import { BatchError } from '../../support/errors.ts'
import type { DatabaseAddress } from '../database-address.ts'
import type { HolderView, LedgerOverview, LedgerStatus, PaceView, RunChoice, WorkerStatus } from '../port/reports.ts'
import type { LedgerWatermark } from '../port/watermark.ts'
import type { ReadableStore } from '../port.ts'
import { createWatermarkReader, readLastLines, type WatermarkReader } from '../store/attempts.ts'
import { isAlive, leaseMs } from '../store/dialect.ts'
import { countEnded, readLedgerId, readRequests, readRuns } from '../store/overview.ts'
import { createReports } from '../store/reports.ts'
import {
  type Nullable,
  type Queryable,
  type ReadingStore,
  readValue,
  readValues,
  withoutNulls,
} from '../store/store.ts'
import { listHolders } from './commits/lease.ts'
import type { ConnectionOptions } from './connection/connect.ts'
import { Absence } from './connection/failure.ts'
import { ReconnectingConnection } from './connection/reconnecting-connection.ts'
import { openDatabaseLedger } from './open-database.ts'
import {
  grantRoles,
  ledgerRoles,
  makeRoles,
  migrateSchema,
  postgresMigrations,
  readSchemaVersion,
} from './schema/migrate-schema.ts'

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
export function prepareRoles(address: DatabaseAddress, clock: Clock) {
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
  use: (connection: ReconnectingConnection) => Promise<Result>,
): Promise<Result> {
  return withConnected({ address, clock }, async (connection) => {
    await migrateSchema(connection, address.schema)
    return use(connection)
  })
}

const selectOthers = `SELECT FROM holders WHERE ${isAlive} AND id NOT IN (SELECT holder_id FROM workers) LIMIT 1`
const selectWorkers = `SELECT address, company, machine, process, since
    FROM workers JOIN holders ON holders.id = holder_id JOIN targets ON targets.id = target_id
   WHERE ${isAlive} ORDER BY address, company, holder_id`

async function readRunStatus(connection: ReconnectingConnection, choice: RunChoice): Promise<LedgerStatus> {
  const holders = await listHolders(connection)
  const isActive = `NOT ${connection.dialect.isRunOver}`
  // Before the runs: one that ends meanwhile is a change for the next who asks.
  const ended = await countEnded(connection, isActive)
  const runs = await readRuns(connection, choice, isActive)
  const isLeft = new Set(await readValues(connection, `SELECT id FROM runs WHERE waits_for = 'workers'`))
  return {
    holder: holders.length === 0 ? undefined : holders.join(', '),
    isHeldByWorkersOnly: (await connection.query(selectOthers)).length === 0,
    workers: await connection.query<WorkerStatus>(selectWorkers),
    paces: await listPaces(connection),
    runs: runs.map((run) => ({ ...run, isDetached: isLeft.has(run.id) })),
    ended,
  }
}

const sinceMs = (time: string): string => `(extract(epoch FROM clock_timestamp() - ${time}) * 1000)::float8`

export async function readOverview(connection: ReconnectingConnection): Promise<LedgerOverview> {
  const selectSize = `SELECT SUM(pg_total_relation_size(oid))::bigint FROM pg_class
    WHERE relnamespace = current_schema()::regnamespace AND relkind = 'r'`
  const select = `SELECT account || '@' || machine AS name, process, since, ${sinceMs('lease_until')} + $1 AS "heardMs"
     FROM holders WHERE ${isAlive} ORDER BY id`
  const holders = await connection.query<HolderView>(select, [leaseMs])
  return {
    ...(await readRequests(connection, `NOT ${connection.dialect.isRunOver}`)),
    version: postgresMigrations.length,
    bytes: (await readValue(connection, selectSize)) ?? 0,
    hasChecksums: await hasPageChecksums(connection),
    holders,
    paces: await listPaces(connection),
  }
}

/** For all targets with several senders. */
export async function listPaces(connection: ReconnectingConnection): Promise<PaceView[]> {
  const paces = await connection.query<Nullable<PaceView>>(
    `SELECT address, company, per_second AS "perSecond", cuts, ${sinceMs('used_at')} AS "idleMs",
            COALESCE(GREATEST(0, -${sinceMs('hold_until')}), 0) AS "heldMs"
       FROM paces JOIN targets ON targets.id = target_id WHERE used_at IS NOT NULL ORDER BY target_id`,
  )
  return paces.map(withoutNulls<PaceView>)
}

/**
 * True when the server verifies each page that it reads: a ledger in a database has no checksums of its own. They miss
 * a page that was restored whole or zeroed, and damage in RAM.
 */
export async function hasPageChecksums(statements: Queryable): Promise<boolean> {
  const areVerified = `SELECT current_setting('data_checksums') = 'on' AND current_setting('ignore_checksum_failure') = 'off'`
  return (await readValue(statements, areVerified)) === true
}

const selectServer = `SELECT (SELECT system_identifier::text FROM pg_control_system()) AS system,
  left(pg_walfile_name(pg_current_wal_lsn()), 8) AS timeline`

export async function openDatabaseWatermark(connection: ReconnectingConnection): Promise<WatermarkReader> {
  const ledgerId = await readLedgerId(connection)
  // Some PostgreSQL services do not identify their server; the log suffices then.
  const [server = { system: '', timeline: '' }] = await connection
    .query<Pick<LedgerWatermark, 'system' | 'timeline'>>(selectServer)
    .catch(() => [])
  const lines = await readLastLines(connection)
  return createWatermarkReader(connection, { ledgerId, kind: 'database', ...lines, ...server })
}
