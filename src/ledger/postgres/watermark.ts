import type { WatermarkReader } from '../port/watermark.ts'
import { readLedgerId } from '../store/overview.ts'
import { createWatermarkReader, readLastLines } from '../store/watermark.ts'
import type { ReconnectingConnection } from './connection/reconnecting-connection.ts'

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
