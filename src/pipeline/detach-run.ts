import { BatchError } from '../support/errors.ts'
import { confirmSending } from './confirm-sending.ts'
import { digestOf } from './earlier-output/output-digest.ts'
import { type DetachedRunFacts, writeDetached } from './model/detached-run.ts'
import type { SendPreview } from './model/events.ts'
import type { Operation } from './model/operation.ts'
import type { BatchOptions, RunPorts } from './model/options.ts'
import type { TargetLedger } from './model/run.ts'
import { prepareRun } from './prepare-run.ts'

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
  given: BatchOptions,
  ports: RunPorts,
): Promise<DetachResult> {
  const { team } = connection.ledger
  if (team === undefined)
    throw new BatchError('defect', `a run is left to workers in ${connection.ledger.name}, which has none`)
  const startedAt = ports.clock.now()
  const digest = await digestOf(given.input)
  const { options, loaded } = await prepareRun(operation, connection, given, { output: given.output }, ports)
  const run = { operation, connection, options, ports, startedAt }
  const sending = await confirmSending(run, loaded)
  const { wait: waits, retries: tries, pollTimeoutMs } = options.send
  const facts: DetachedRunFacts = { waits, tries, pollTimeoutMs, loaded, digest, filledIn: options.load.defaults }
  await team.detach(loaded.runId, writeDetached(facts))
  return { runId: loaded.runId, rows: loaded.rows, sending }
}
