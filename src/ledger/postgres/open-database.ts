import type { DatabaseAddress } from '../database-address.ts'
import { ForgetKey } from '../forgetting/forget-key.ts'
import type { Ledger, OpeningOptions } from '../port.ts'
import { leaseMs } from '../store/dialect.ts'
import { readLedgerId } from '../store/overview.ts'
import { createParts } from '../store/parts.ts'
import { replayOutcome } from '../store/transitions.ts'
import { GroupCommit } from './commits/group-commit.ts'
import { acquireLease, briefMs, expireLeases } from './commits/lease.ts'
import { openOutcomeSpool, UnconfirmedOutcomes } from './commits/unconfirmed-outcomes.ts'
import { Absence } from './connection/failure.ts'
import { ReconnectingConnection } from './connection/reconnecting-connection.ts'
import { analyzeTables, createLoadParts } from './loading/load-parts.ts'
import { migrateSchema } from './schema/migrate-schema.ts'
import { createTargetPaces, createTeamWork } from './team.ts'

const beatMs = leaseMs / 5

/**
 * Opens the ledger in a database for writing, beside other processes: migrates its schema, and expires holders without
 * a heartbeat. Uses two connections: one commits groups, the other does the rest.
 */
export async function openDatabaseLedger(
  address: DatabaseAddress,
  { clock, onSpill, folder, findForgetKey, interrupt }: OpeningOptions,
): Promise<Ledger> {
  let outcomes: UnconfirmedOutcomes | undefined
  const spoolOutcomes = (): void => outcomes?.spool()
  const absence = new Absence(clock, { interrupt, onLost: spoolOutcomes })
  const connection = new ReconnectingConnection({ address, clock, absence })
  const groupConnection = new ReconnectingConnection({ address, clock, absence, isForGroups: true })
  let heartbeat: NodeJS.Timeout | undefined
  async function closeConnections(): Promise<void> {
    clearInterval(heartbeat)
    interrupt?.removeEventListener('abort', spoolOutcomes)
    await Promise.all([groupConnection.close(), connection.close()])
  }
  try {
    await connection.connect()
    const isNew = await migrateSchema(connection, address.schema)
    const id = await readLedgerId(connection)
    const key = new ForgetKey(address.shown, findForgetKey?.(id))
    const recovered = await connection.transaction(expireLeases, briefMs)
    await groupConnection.connect()
    const spool = folder === undefined ? undefined : openOutcomeSpool(folder, id)
    outcomes = new UnconfirmedOutcomes({ onSpill, spool, interrupt })
    const commits = new GroupCommit(groupConnection, await acquireLease(groupConnection, clock), { clock, outcomes })
    interrupt?.addEventListener('abort', spoolOutcomes)
    const replayedOutcomes = (await spool?.replay((change) => replayOutcome(commits, change))) ?? 0
    const partsOf = createLoadParts(groupConnection, id, key)
    const parts = createParts(connection, {
      ...{ id, key, clock, partsOf },
      holder: () => commits.holding.id,
      commits,
      overwriteFreeSpace: () => overwriteFreeSpace(connection),
      prepareForAllRows: () => analyzeTables(connection),
    })
    let isReaping = false
    async function reap(): Promise<void> {
      if (isReaping) return
      isReaping = true
      // A failure is repaired by the next heartbeat.
      await connection.transaction(expireLeases, briefMs).catch(() => {})
      isReaping = false
    }
    heartbeat = setInterval(() => {
      commits.requestHeartbeat()
      void reap()
    }, beatMs).unref()
    let closing: Promise<void> | undefined
    return {
      ...parts,
      name: address.shown,
      isNew,
      rights: 'own',
      id,
      recovered,
      replayedOutcomes,
      paceOf: createTargetPaces(groupConnection),
      team: createTeamWork(connection, commits),
      flush: () => commits.flush(),
      close() {
        closing ??= (async () => {
          clearInterval(heartbeat)
          await commits.flush()
          // A change that is not committed is found by the end of the lease; after a failure an unnoticed claim may
          // remain.
          const hasClaims = parts.submissions.hasOpenClaims() || commits.hasFailed
          // Open claims are found after a lease without a proper end. Tried once: a finished run does not wait two
          // minutes for an absent database.
          const farewell = 'UPDATE holders SET lease_until = clock_timestamp(), ended_at = $2 WHERE id = $1'
          const values = [commits.holding.id, hasClaims ? null : clock.now()]
          await groupConnection.tryOnce('farewell', farewell, values).catch(() => {})
          await closeConnections()
        })()
        return closing
      },
    }
  } catch (error) {
    await closeConnections()
    throw error
  }
}

/** Tables that had the content of a forgotten trip. */
const tables = 'submissions, rows, run_changes, attempts, earlier_versions, run_claims'

/**
 * Erased content remains in dead parts of pages until the tables are rewritten, which no other process may use
 * meanwhile. The write-ahead log, its archive and backups are the server's own.
 */
export async function overwriteFreeSpace(connection: ReconnectingConnection): Promise<boolean> {
  try {
    await connection.query(`SET lock_timeout = '10s'`)
    await connection.query(`VACUUM (FULL, ANALYZE) ${tables}`)
    // Statistics have samples of the columns; a user without the right gets a warning from the server.
    await connection.query('VACUUM (FULL) pg_catalog.pg_statistic')
    return true
  } catch (error) {
    if (isLockTimeout(error)) return false
    throw error
  } finally {
    await connection.query('RESET lock_timeout')
  }
}

function isLockTimeout(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ('code' in cause && cause.code === '55P03') return true
  }
  return false
}
