import type { JobEngine } from '../../jobs/port.ts'
import { poolConfigOf } from '../../ledger/client-config.ts'
import { isDatabaseAddress } from '../../ledger/database-address.ts'
import { find } from '../../messages/catalogue.ts'
import { BatchError } from '../../support/errors.ts'
import type { Logger } from '../../support/logger.ts'
import type { LedgerLocation } from '../ledger/ledger-access.ts'

/** @throws BatchError `usage` for a ledger in a file: only one process can hold it. */
export function requireDatabase({ ledger }: Pick<LedgerLocation, 'ledger'>): void {
  if (isDatabaseAddress(ledger)) return
  throw new BatchError('usage', find('ledger-not-shared', { ledger }))
}

/** The database role of workers. */
const senders = 'rwa_user'

/**
 * Creates the job queue's schema beside a ledger in a database, for users who may not create it. Does nothing for a
 * file.
 * @throws BatchError `ledger` when this user may not.
 */
export async function prepareEngine({ ledger, surroundings }: LedgerLocation): Promise<void> {
  const connection = await poolConfigOf(ledger, surroundings.env)
  if (connection === undefined) return
  const { prepareJobTables } = await import('../../jobs/bullmq.ts')
  await prepareJobTables(connection, senders)
}

/** The job queue beside a ledger in a database, loaded on demand. `queues`: most queues served at once. */
export async function openEngine(
  { ledger, surroundings }: LedgerLocation,
  queues: number,
  logger: Logger,
): Promise<JobEngine> {
  const connection = (await poolConfigOf(ledger, surroundings.env)) ?? {}
  const { openJobEngine } = await import('../../jobs/bullmq.ts')
  return openJobEngine({
    connection,
    queues,
    onWarning: (message) => logger.debug(`queues of the workers: ${message}`),
  })
}
