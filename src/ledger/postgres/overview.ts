import { type SubmissionState, unsettledStates } from '../../contract/states.ts'
import type { ActiveRun, HolderView, LedgerOverview, PaceView } from '../port/overview.ts'
import { listOf } from '../state-sql.ts'
import { isAlive, postgresDialect } from '../store/dialect.ts'
import { countTrusted } from '../store/trusted.ts'
import { leaseMs } from './commits/lease.ts'
import { hasPageChecksums } from './connection/page-checksums.ts'
import type { ReconnectingConnection } from './connection/reconnecting-connection.ts'
import { readDatabaseId } from './schema/migrate-schema.ts'
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
  const runs = await connection.query<ActiveRun>(
    `SELECT runs.id, operation, company, file, account || '@' || machine AS by, started_at AS since,
            COUNT(rows.seq) AS rows,
            COUNT(rows.seq) FILTER (WHERE (SELECT state FROM submissions WHERE submissions.id = rows.submission_id
                                              AND rows.held IS NULL) IN ${listOf(unsettledStates)}) AS open
       FROM runs JOIN targets ON targets.id = target_id LEFT JOIN rows ON rows.run_id = runs.id
      WHERE NOT ${postgresDialect.isRunOver} GROUP BY runs.id, company ORDER BY runs.id`,
  )
  const states = await connection.query<{ state: SubmissionState; count: number }>(
    'SELECT state, COUNT(*) AS count FROM submissions GROUP BY state ORDER BY state',
  )
  return {
    id: await readDatabaseId(connection),
    version: postgresMigrations.length,
    bytes: size?.bytes ?? 0,
    hasChecksums: await hasPageChecksums(connection),
    holders,
    runs,
    states: Object.fromEntries(states.map(({ state, count }) => [state, count])),
    trusted: await countTrusted(connection),
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
