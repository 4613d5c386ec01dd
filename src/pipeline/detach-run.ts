import { BatchError } from '../support/errors.ts'
import { confirmSending, endIfRefused } from './confirm-sending.ts'
import { digestOf } from './earlier-output/back-up-edited-output.ts'
import { recallDefaults } from './earlier-output/recall-defaults.ts'
import { loadFile } from './load/load-file.ts'
import { type DetachedRunFacts, writeDetached } from './model/detached-run.ts'
import type { SendPreview } from './model/events.ts'
import type { Operation } from './model/operation.ts'
import type { BatchOptions, RunPorts } from './model/options.ts'
import type { TargetLedger } from './model/run.ts'
import { listAnswerFiles } from './publish-output.ts'
import { requireAllValid } from './require-valid.ts'

export interface DetachResult {
  runId: number
  rows: number
  sending: SendPreview
}

/**
 * Loads, checks and confirms a run, and leaves the sending to workers.
 * @throws BatchError `usage` when it was not confirmed.
 */
export async function detachBatch(
  operation: Operation,
  connection: TargetLedger,
  options: BatchOptions,
  ports: RunPorts,
): Promise<DetachResult> {
  const { team } = connection.ledger
  if (team === undefined)
    throw new BatchError('defect', `a run is left to workers in ${connection.ledger.name}, which has none`)
  const startedAt = ports.clock.now()
  const { input, send } = options
  const load = await recallDefaults(input, operation.sheet, options.load, ports)
  const answered = await listAnswerFiles(operation, connection, options)
  const digest = await digestOf(input)
  const loaded = await loadFile(operation, connection, { input, load, resend: options.resend, answered }, ports)
  const run = { operation, connection, options, ports, startedAt }
  if (options.allOrNothing === true)
    await endIfRefused(run, loaded, requireAllValid(operation, connection.ledger, loaded))
  const sending = await confirmSending(run, loaded)
  const { waits, tries, pollTimeoutMs } = send
  const facts: DetachedRunFacts = { waits, tries, pollTimeoutMs, loaded, digest, filledIn: load.defaults }
  await team.detach(loaded.runId, writeDetached(facts))
  return { runId: loaded.runId, rows: loaded.rows, sending }
}
