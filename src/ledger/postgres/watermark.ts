import {
  attemptColumns,
  digestValues,
  type LoggedPosition,
  openingColumns,
  type WatermarkReader,
} from '../port/watermark.ts'
import type { Queryable } from '../store/queryable.ts'
import type { ReconnectingConnection } from './connection/reconnecting-connection.ts'
import { readDatabaseId } from './schema/migrate-schema.ts'

interface Server {
  system: string
  timeline: string
}

const selectServer = `SELECT (SELECT system_identifier::text FROM pg_control_system()) AS system,
  left(pg_walfile_name(pg_current_wal_lsn()), 8) AS timeline`

/** Reads the ledger in a database; closing it closes the connection. */
export async function readDatabaseWatermark(connection: ReconnectingConnection): Promise<WatermarkReader> {
  const ledgerId = await readDatabaseId(connection)
  // Some PostgreSQL services do not identify their server; the log suffices then.
  const [server] = await connection.query<Server>(selectServer).catch(() => [])
  const last = 'ORDER BY id DESC LIMIT 1'
  const opening = (where: string, ...values: number[]): Promise<LoggedPosition> =>
    readLine(connection, `SELECT ${openingColumns} FROM holders ${where}`, values)
  const attempt = (where: string, ...values: number[]): Promise<LoggedPosition> =>
    readLine(connection, `SELECT ${attemptColumns} FROM attempts ${where}`, values)
  return {
    watermark: {
      ledgerId,
      kind: 'database',
      opening: await opening(last),
      attempt: await attempt(last),
      ...(server ?? { system: '', timeline: '' }),
    },
    digestsAt: async (before) => ({
      opening: (await opening('WHERE id = $1', before.opening.number)).digest,
      attempt: (await attempt('WHERE id = $1', before.attempt.number)).digest,
    }),
    close: () => connection.close(),
  }
}

async function readLine(statements: Queryable, sql: string, values: readonly number[]): Promise<LoggedPosition> {
  const [line] = await statements.query<Record<string, unknown>>(sql, [...values])
  if (line === undefined) return { number: 0, digest: '' }
  return { number: Number(line['id']), digest: digestValues(Object.values(line)) }
}
