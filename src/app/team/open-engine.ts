import type { JobEngine } from '../../jobs/port.ts'
import { databaseOf } from '../../ledger/database-of.ts'
import { BatchError } from '../../support/errors.ts'
import type { Logger } from '../../support/logger.ts'

/** @throws BatchError `usage` for a ledger in a file, which one process holds at a time. */
export function requireTeam(ledger: string): void {
  if (databaseOf(ledger) !== undefined) return
  throw new BatchError('usage', `the ledger ${ledger} is a file, which one process holds at a time`, {
    hint: 'Workers need the memory of a team: name a database with ‹ledger› postgres://user@host/database.',
  })
}

/** Who sends has this role. */
const senders = 'rwa_user'

/**
 * Makes what gives work to workers, beside a ledger in a database, so that who may not make it can use it; elsewhere nothing.
 * @throws BatchError `ledger` when this user may not.
 */
export async function prepareEngine(ledger: string): Promise<void> {
  const connection = databaseOf(ledger)
  if (connection === undefined) return
  const { prepareJobTables } = await import('../../jobs/bullmq.ts')
  await prepareJobTables(connection, senders)
}

/** What gives work to workers, beside a ledger in a database; loaded only here. `queues`: how many are worked on at most. */
export async function openEngine(ledger: string, queues: number, logger: Logger): Promise<JobEngine> {
  const connection = databaseOf(ledger) ?? {}
  const { openJobEngine } = await import('../../jobs/bullmq.ts')
  return openJobEngine({
    connection,
    queues,
    onTrouble: (message) => logger.debug(`queues of the workers: ${message}`),
  })
}
