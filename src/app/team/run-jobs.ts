import type { JobKeys, NewJob } from '../../jobs/port.ts'
import type { Target } from '../../ledger/port/targets.ts'
import type { Chunk } from '../../ledger/port/team.ts'
import { BatchError } from '../../support/errors.ts'

/** Queues of one target in one ledger: a million rows of one company never wait before the five of another. */
export interface RunQueues {
  /** Chunks to be sent. */
  send: string
  /** Chunks whose scores are to be asked for, and runs to be looked at: short, and never to wait for sending. */
  check: string
}

export function nameQueues(ledgerId: string, { id }: Pick<Target, 'id'>): RunQueues {
  return { send: `${ledgerId}-send-${id}`, check: `${ledgerId}-look-${id}` }
}

/** Looks what of a run is left to do, and has it done. */
export function toCheckJob(runId: number): NewJob {
  return { id: `run-${runId}`, keys: { runId } }
}

export function toChunkJob({ runId, from, to }: Chunk): NewJob {
  return { id: `rows-${runId}-${from}`, keys: { runId, from, to } }
}

/** What a job is about: a chunk of a run, or all of it. @throws BatchError `ledger` for one that is not ours. */
export function parseJobKeys({ runId, from, to }: JobKeys): Chunk | { runId: number; from: undefined } {
  if (!Number.isInteger(runId) || runId === undefined) {
    throw new BatchError('ledger', 'a queue of the workers holds a job that names no run')
  }
  return from === undefined || to === undefined ? { runId, from: undefined } : { runId, from, to }
}
