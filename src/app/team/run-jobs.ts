import type { JobKeys, NewJob } from '../../jobs/port.ts'
import type { Target } from '../../ledger/port/targets.ts'
import type { Chunk } from '../../ledger/port/team.ts'
import { BatchError } from '../../support/errors.ts'

/** Queues of one target in one ledger: the million rows of one company never delay the five of another. */
export interface RunQueues {
  send: string
  /** Chunks to poll, and runs to check: short jobs that must not wait for sending. */
  check: string
}

export function nameQueues(ledgerId: string, { id }: Pick<Target, 'id'>): RunQueues {
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
