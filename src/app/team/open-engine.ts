import type { JobEngine } from '../../jobs/port.ts'
import { clientConfigOf } from '../../ledger/client-config.ts'
import { BatchError } from '../../support/errors.ts'
import type { Logger } from '../../support/logger.ts'
import type { LedgerLocation } from '../ledger-access.ts'

/** @throws BatchError `usage` for a ledger in a file, which one process holds at a time. */
export function requireDatabase({ ledger, surroundings }: LedgerLocation): void {
  if (clientConfigOf(ledger, surroundings.env) !== undefined) return
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
export async function prepareEngine({ ledger, surroundings }: LedgerLocation): Promise<void> {
  const connection = clientConfigOf(ledger, surroundings.env)
  if (connection === undefined) return
  const { prepareJobTables } = await import('../../jobs/bullmq.ts')
  await prepareJobTables(connection, senders)
}

/** What gives work to workers, beside a ledger in a database; loaded only here. `queues`: how many are worked on at most. */
export async function openEngine(
  { ledger, surroundings }: LedgerLocation,
  queues: number,
  logger: Logger,
): Promise<JobEngine> {
  const connection = clientConfigOf(ledger, surroundings.env) ?? {}
  const { openJobEngine } = await import('../../jobs/bullmq.ts')
  return openJobEngine({
    connection,
    queues,
    onWarning: (message) => logger.debug(`queues of the workers: ${message}`),
  })
}
