import { dropCopy } from '../sheet/writing/input-copy.ts'
import { confirmSending, orRefuse } from './confirm-sending.ts'
import { recallDefaults } from './earlier-output/recall-defaults.ts'
import { endRun, requireWhole } from './end-run.ts'
import { loadFile } from './load/load-file.ts'
import { chooseOutput, isNothingNew, listAnswered, putOut } from './put-out.ts'
import { requireAllValid } from './require-valid.ts'
import { submitAndPoll } from './submit-and-poll.ts'
import type { Operation } from './terms/operation.ts'
import type { BatchOptions, RunPorts, RunReport } from './terms/options.ts'
import { isSimulated, type RunPlace } from './terms/run.ts'
import { announceOutput, planOutput, wantsOwnWorkbook } from './write/plan-output.ts'

/**
 * One run of an operation over one input: load, submit and poll side by side, write. Starting, carrying on after a
 * crash and only rewriting the workbook are the same call: every stage does what the ledger says is left.
 * @throws BatchError when nothing could be done; what stopped a run midway is `halt` in the report.
 */
export async function runBatch(
  operation: Operation,
  place: RunPlace,
  given: BatchOptions,
  ports: RunPorts,
): Promise<RunReport> {
  const startedAt = ports.clock.now()
  const options = { ...given, load: await recallDefaults(given.input, operation.sheet, given.load, ports) }
  const run = { operation, place, options, ports, startedAt }
  const { runs } = place.ledger
  const answered = await listAnswered(operation, place, options)
  const copyBeside = wantsOwnWorkbook(options) ? options.output : undefined
  const loaded = await loadFile(operation, place, { ...options, answered, copyBeside }, ports)
  ports.onLoaded?.({ ledger: place.ledger, runId: loaded.runId })
  try {
    if (options.allOrNothing === true) await orRefuse(run, loaded, requireAllValid(operation, place.ledger, loaded))
    const plan = await planOutput(operation, loaded, { ...options, isSimulated: isSimulated(place.target) })
    announceOutput(plan, options.input, ports.logger)
    const output = await chooseOutput(run, loaded, {
      suffix: operation.output.suffix,
      plan,
      recognised: (identifiers) => runs.recognised(loaded.runId, identifiers),
    })
    await confirmSending(run, loaded)
    const before = await runs.balance(loaded.runId)
    const sent = await submitAndPoll(run, loaded)
    const after = await requireWhole(place.ledger, loaded)
    const isLeft = isNothingNew(sent.halt, output, before, after)
    if (isLeft) ports.logger.warn(`nothing was sent, and the earlier ${output} is left as it is`)
    const facts = { output, plan, file: options.input, operation: operation.name, filledIn: options.load.defaults }
    const published = isLeft ? undefined : await putOut(run, loaded, facts)
    const orphans = await runs.countOrphans(loaded.runId)
    return { ...(await endRun(run, loaded, { ...sent, output: published })), orphans, limit: options.send.limit }
  } finally {
    await dropCopy(loaded.copy)
  }
}
