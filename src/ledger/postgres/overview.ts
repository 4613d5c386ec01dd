import type { HolderView, LedgerOverview, PaceView } from '../port/overview.ts'
import type { WatermarkReader } from '../port/watermark.ts'
import { isAlive, leaseMs } from '../store/dialect.ts'
import { readLedgerId, readRequests } from '../store/overview.ts'
import type { Queryable } from '../store/queryable.ts'
import { createWatermarkReader, readLastLines } from '../store/watermark.ts'
import type { ReconnectingConnection } from './connection/reconnecting-connection.ts'
import { postgresMigrations } from './schema/schema.ts'

const sinceMs = (time: string): string => `(extract(epoch FROM clock_timestamp() - ${time}) * 1000)::float8`

export async function readOverview(connection: ReconnectingConnection): Promise<LedgerOverview> {
  const [size] = await connection.query<{ bytes: number }>(
    `SELECT COALESCE(SUM(pg_total_relation_size(oid)), 0)::bigint AS bytes FROM pg_class
      WHERE relnamespace = current_schema()::regnamespace AND relkind = 'r'`,
  )
  const holders = await connection.query<HolderView>(
    `SELECT account || '@' || machine AS name, process, since, ${sinceMs('lease_until')} + $1 AS "heardMs"
       FROM holders WHERE ${isAlive} ORDER BY id`,
    [leaseMs],
  )
  return {
    ...(await readRequests(connection, `NOT ${connection.dialect.isRunOver}`)),
    version: postgresMigrations.length,
    bytes: size?.bytes ?? 0,
    hasChecksums: await hasPageChecksums(connection),
    holders,
    paces: await listPaces(connection),
  }
}

/** For all targets with several senders. */
export async function listPaces(connection: ReconnectingConnection): Promise<PaceView[]> {
  const paces = await connection.query<PaceView & { perSecond: number | null }>(
    `SELECT address, company, per_second AS "perSecond", cuts, ${sinceMs('used_at')} AS "idleMs",
            COALESCE(GREATEST(0, -${sinceMs('hold_until')}), 0) AS "heldMs"
       FROM paces JOIN targets ON targets.id = target_id WHERE used_at IS NOT NULL ORDER BY target_id`,
  )
  return paces.map(({ perSecond, ...pace }) => ({ ...pace, perSecond: perSecond ?? undefined }))
}

/**
 * True when the server verifies each page that it reads from its disk. A ledger in a database has no checksums of its
 * own: those of the pages cover all tables and indexes. They miss a page that was restored whole or zeroed, and damage
 * in RAM.
 */
export async function hasPageChecksums(statements: Queryable): Promise<boolean> {
  const [found] = await statements.query<{ areVerified: boolean }>(
    `SELECT current_setting('data_checksums') = 'on' AND current_setting('ignore_checksum_failure') = 'off' AS "areVerified"`,
  )
  return found?.areVerified === true
}

interface Server {
  system: string
  timeline: string
}

const selectServer = `SELECT (SELECT system_identifier::text FROM pg_control_system()) AS system,
  left(pg_walfile_name(pg_current_wal_lsn()), 8) AS timeline`

export async function openDatabaseWatermark(connection: ReconnectingConnection): Promise<WatermarkReader> {
  const ledgerId = await readLedgerId(connection)
  // Some PostgreSQL services do not identify their server; the log suffices then.
  const [server = { system: '', timeline: '' }] = await connection.query<Server>(selectServer).catch(() => [])
  const lines = await readLastLines(connection)
  return createWatermarkReader(connection, { ledgerId, kind: 'database', ...lines, ...server })
}
