import type { JobEngine } from '../../jobs/port.ts'
import { databaseOf } from '../../ledger/database-of.ts'
import { BatchError } from '../../support/errors.ts'
import type { Logger } from '../../support/logger.ts'
import type { LedgerPlace } from '../memory.ts'

/** @throws BatchError `usage` for a ledger in a file, which one process holds at a time. */
export function requireTeam({ ledger, surroundings }: LedgerPlace): void {
  if (databaseOf(ledger, surroundings.env) !== undefined) return
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
export async function prepareEngine({ ledger, surroundings }: LedgerPlace): Promise<void> {
  const connection = databaseOf(ledger, surroundings.env)
  if (connection === undefined) return
  const { prepareJobTables } = await import('../../jobs/bullmq.ts')
  await prepareJobTables(connection, senders)
}

/** What gives work to workers, beside a ledger in a database; loaded only here. `queues`: how many are worked on at most. */
export async function openEngine(
  { ledger, surroundings }: LedgerPlace,
  queues: number,
  logger: Logger,
): Promise<JobEngine> {
  const connection = databaseOf(ledger, surroundings.env) ?? {}
  const { openJobEngine } = await import('../../jobs/bullmq.ts')
  return openJobEngine({
    connection,
    queues,
    onTrouble: (message) => logger.debug(`queues of the workers: ${message}`),
  })
}
