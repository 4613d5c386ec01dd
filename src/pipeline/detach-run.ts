import { confirmSending, dropUnlessDone } from './confirm-sending.ts'
import { digestOf } from './earlier-output/output-digest.ts'
import type { SendPreview } from './model/events.ts'
import type { Operation } from './model/operation.ts'
import type { RunPorts, RunRequest } from './model/options.ts'
import type { TargetLedger } from './model/run.ts'
import { storeRun } from './model/stored-run.ts'
import { prepareRun } from './prepare-run.ts'

export interface DetachResult {
  runId: number
  rows: number
  sending: SendPreview
}

/**
 * Loads, checks and confirms a run, and releases it to workers; in a ledger that has them.
 * @throws BatchError `usage` when it was not confirmed.
 */
export async function detachBatch(
  operation: Operation,
  connection: TargetLedger,
  given: RunRequest,
  ports: RunPorts,
): Promise<DetachResult> {
  const startedAt = ports.clock.now()
  const digest = await digestOf(given.input)
  const { options, loaded } = await prepareRun(operation, connection, given, { output: given.output }, ports)
  const run = { operation, connection, options, ports, startedAt }
  const workers = storeRun(options, loaded, digest)
  const sending = await dropUnlessDone(run, loaded, () => confirmSending(run, loaded, { workers }))
  return { runId: loaded.runId, rows: loaded.rows, sending }
}
