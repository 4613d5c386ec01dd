import type { JobEngine, JobKeys, NewJob } from '../../jobs/port.ts'
import { poolConfigOf } from '../../ledger/client-config.ts'
import { isDatabaseAddress } from '../../ledger/database-address.ts'
import type { Target } from '../../ledger/port/targets.ts'
import type { Chunk, TeamWork } from '../../ledger/port/team.ts'
import { find } from '../../messages/catalogue.ts'
import { BatchError } from '../../support/errors.ts'
import type { Logger } from '../../support/logger.ts'
import type { LedgerLocation } from '../ledger/ledger-access.ts'

/**
 * Queues of one target in one ledger: the million rows of one company never delay the five of another. `check`: chunks to
 * poll, and runs to check, short jobs that must not wait for sending.
 */
export function nameQueues(ledgerId: string, { id }: Pick<Target, 'id'>) {
  return { send: `${ledgerId}-send-${id}`, check: `${ledgerId}-look-${id}` }
}

/** A job that finds and enqueues the open rows of a run. */
export function toCheckJob(runId: number): NewJob {
  return { id: `run-${runId}`, keys: { runId } }
}

export function toChunkJob({ runId, from, to }: Chunk): NewJob {
  return { id: `rows-${runId}-${from}`, keys: { runId, from, to } }
}

/** A chunk of a run, or the whole run. @throws BatchError `ledger` for a job of another program. */
export function parseJobKeys({ runId, from, to }: JobKeys): Chunk | { runId: number; from: undefined } {
  if (!Number.isInteger(runId) || runId === undefined) {
    throw new BatchError('ledger', 'a queue of the workers holds a job that names no run')
  }
  return from === undefined || to === undefined ? { runId, from: undefined } : { runId, from, to }
}

/** The numbers of the first and the last row. */
export type Span = Awaited<ReturnType<TeamWork['orderSpans']>>[number]

const mostChunks = 64
const fewestRows = 10
const mostRows = 200

/**
 * Cuts the rows of a run into chunks that free workers do in parallel. There are enough chunks to keep the wait for the
 * last one short, and each is large enough to keep the overhead low. Rows with one order key share a chunk: `spans` has
 * the reach of each key. The cut is deterministic. Pure.
 */
export function splitIntoChunks(rows: number, spans: readonly Span[]): Span[] {
  const size = Math.min(mostRows, Math.max(fewestRows, Math.ceil(rows / mostChunks)))
  const inOrder = spans.toSorted((one, other) => one.first - other.first)
  const chunks: Span[] = []
  let next = 0
  for (let first = 0; first < rows; ) {
    let last = Math.min(rows, first + size) - 1
    for (let span = inOrder[next]; span !== undefined && span.first <= last; span = inOrder[next]) {
      last = Math.max(last, span.last)
      next += 1
    }
    chunks.push({ first, last })
    first = last + 1
  }
  return chunks
}

/** @throws BatchError `usage` for a ledger in a file: only one process can hold it. */
export function requireDatabase({ ledger }: Pick<LedgerLocation, 'ledger'>): void {
  if (isDatabaseAddress(ledger)) return
  throw new BatchError('usage', find('ledger-not-shared', { ledger }))
}

/** The database role of workers. */
const senders = 'rwa_user'

/**
 * Creates the job queue's schema beside a ledger in a database, for users who may not create it.
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
