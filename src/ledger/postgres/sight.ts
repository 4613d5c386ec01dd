import { digestLine, type KnownLine, type LedgerLook, lineColumns, openingColumns } from '../port/sight.ts'
import type { DatabaseLine, Statements } from './line.ts'
import { readDatabaseId } from './migrate-schema.ts'

interface Server {
  system: string
  timeline: string
}

const selectServer = `SELECT (SELECT system_identifier::text FROM pg_control_system()) AS system,
  left(pg_walfile_name(pg_current_wal_lsn()), 8) AS timeline`

/** Looks at the ledger in a database, over a line that is closed with it. */
export async function lookAtDatabase(line: DatabaseLine): Promise<LedgerLook> {
  const ledgerId = await readDatabaseId(line)
  // Some who serve PostgreSQL do not say which server it is; the log is there in any case.
  const [server] = await line.query<Server>(selectServer).catch(() => [])
  const last = 'ORDER BY id DESC LIMIT 1'
  const opening = (where: string, ...values: number[]): Promise<KnownLine> =>
    readLine(line, `SELECT ${openingColumns} FROM holders ${where}`, values)
  const attempt = (where: string, ...values: number[]): Promise<KnownLine> =>
    readLine(line, `SELECT ${lineColumns} FROM attempts ${where}`, values)
  return {
    sight: {
      ledgerId,
      kind: 'database',
      opening: await opening(last),
      attempt: await attempt(last),
      ...(server ?? { system: '', timeline: '' }),
    },
    linesAt: async (before) => ({
      opening: (await opening('WHERE id = $1', before.opening.number)).digest,
      attempt: (await attempt('WHERE id = $1', before.attempt.number)).digest,
    }),
    close: () => line.close(),
  }
}

async function readLine(statements: Statements, sql: string, values: readonly number[]): Promise<KnownLine> {
  const [line] = await statements.query<Record<string, unknown>>(sql, [...values])
  if (line === undefined) return { number: 0, digest: '' }
  return { number: Number(line['id']), digest: digestLine(Object.values(line)) }
}
