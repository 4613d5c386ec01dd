import { BatchError } from '../support/errors.ts'
import { confirmSending, orRefuse } from './confirm-sending.ts'
import { digestOf } from './earlier-output/keep-edited.ts'
import { recallDefaults } from './earlier-output/recall-defaults.ts'
import { loadFile } from './load/load-file.ts'
import { listAnswered } from './put-out.ts'
import { requireAllValid } from './require-valid.ts'
import { type DetachedRunFacts, writeDetached } from './terms/detached.ts'
import type { Sending } from './terms/events.ts'
import type { Operation } from './terms/operation.ts'
import type { BatchOptions, RunPorts } from './terms/options.ts'
import type { RunBooks } from './terms/run.ts'

/** A run that others do. */
export interface LeftRun {
  runId: number
  rows: number
  sending: Sending
}

/**
 * Does of a run what comes before anything is sent: loads, checks and confirms it, and leaves the rest to workers.
 * @throws BatchError `usage` when it was not confirmed.
 */
export async function detachBatch(
  operation: Operation,
  place: RunBooks,
  options: BatchOptions,
  ports: RunPorts,
): Promise<LeftRun> {
  const { team } = place.ledger
  if (team === undefined)
    throw new BatchError('defect', `a run is left to workers in ${place.ledger.name}, which has none`)
  const startedAt = ports.clock.now()
  const { input, send } = options
  const load = await recallDefaults(input, operation.sheet, options.load, ports)
  const answered = await listAnswered(operation, place, options)
  const digest = await digestOf(input)
  const loaded = await loadFile(operation, place, { input, load, resend: options.resend, answered }, ports)
  const run = { operation, place, options, ports, startedAt }
  if (options.allOrNothing === true) await orRefuse(run, loaded, requireAllValid(operation, place.ledger, loaded))
  const sending = await confirmSending(run, loaded)
  const { waits, tries, pollTimeoutMs } = send
  const facts: DetachedRunFacts = { waits, tries, pollTimeoutMs, loaded, digest, filledIn: load.defaults }
  await team.detach(loaded.runId, writeDetached(facts))
  return { runId: loaded.runId, rows: loaded.rows, sending }
}
