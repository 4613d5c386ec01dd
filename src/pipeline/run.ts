import { absentStates, formatStates, replacedStates } from '../contract/states.ts'
import type { BalanceLine } from '../ledger/port/outcomes.ts'
import type { Ledger } from '../ledger/port.ts'
import { find } from '../messages/catalogue.ts'
import { removeInputCopy } from '../sheet/writing/temporary-files.ts'
import { BatchError } from '../support/errors.ts'
import { readLedgerLine } from './earlier-output/ledger-watermark.ts'
import type { Operation } from './model/operation.ts'
import type { RunOptions, RunPorts, RunReport, RunRequest, WrittenOutput } from './model/options.ts'
import { labelTarget, type Run, type RunConnection, type TargetLedger } from './model/run.ts'
import { confirmSending, dropUnlessDone, prepareRun } from './prepare-run.ts'
import { announceOutputPath, hasNothingNew, type OutputFacts, publishOutput } from './publish-output.ts'
import type { LoadedInput } from './rows/loaded-input.ts'
import { readPages } from './rows/paginate.ts'
import { parseFields } from './rows/row-outcome.ts'
import { type SubmitResult, submitAndPoll } from './submit-and-poll.ts'
import { planOutput, wantsWorkbookCopy } from './write/plan-output.ts'

/**
 * One run of an operation over one input: load, submit and poll side by side, write. A first run, a run after a crash
 * and a rewrite of the workbook are the same call: every stage does the work that the ledger says is left.
 * @throws BatchError when nothing could be done; the reason of a later stop is `halt` in the report.
 */
export async function runBatch(
  operation: Operation,
  connection: RunConnection,
  given: RunRequest,
  ports: RunPorts,
): Promise<RunReport> {
  const startedAt = ports.clock.now()
  const places = { output: given.output, copyBeside: wantsWorkbookCopy(given) ? given.output : undefined }
  const { options, loaded } = await prepareRun(operation, connection, given, places, ports)
  const run = { operation, connection, options, ports, startedAt }
  try {
    const { plan, output } = await dropUnlessDone(run, loaded, async () => {
      const plan = await planOutput(operation, loaded, options, connection.target)
      const output = await announceOutputPath(run, loaded, plan)
      await confirmSending(run, loaded)
      return { plan, output }
    })
    const facts = { output, plan, file: options.input, operation: operation.name, filledIn: options.load.defaults }
    return await carryOut(run, loaded, facts)
  } finally {
    await removeInputCopy(loaded.copy)
  }
}

/** All of a run after its release: requests and scores, the output, the figures, the end. */
export async function carryOut(run: Run<RunRequest>, loaded: LoadedInput, facts: OutputFacts): Promise<RunReport> {
  const { connection, options, ports } = run
  const { runs } = connection.ledger
  const { output } = facts
  const before = await runs.balance(loaded.runId)
  const sent = await submitAndPoll(run, loaded)
  const after = await requireAllRows(connection.ledger, loaded)
  const isLeft = hasNothingNew(sent.halt, output, before, after)
  if (isLeft) ports.logger.warn(`nothing was sent, and the earlier ${output} is left as it is`)
  const published = isLeft ? undefined : await publishOutput(run, loaded, facts)
  const orphans = await runs.countOrphans(loaded.runId)
  const replaced = orphans === 0 ? 0 : await runs.countReplacedOrphans(loaded.runId)
  const hasOthers = orphans > replaced || after.some(({ state }) => state === 'changed')
  const sentFrom = hasOthers ? await runs.otherFileSent(loaded.runId) : undefined
  const ended = await endRun(run, loaded, { ...sent, output: published })
  const left = { orphans, replaced, sentFrom, limit: options.limit, mayReplace: await mayReplace(run, loaded) }
  return { ...ended, input: options.input, ...left }
}

/** What is left of a sheet of decisions would, sent by a later run, take the place of what was recorded. */
async function mayReplace({ operation, connection }: Run<RunRequest>, { runId }: LoadedInput): Promise<boolean> {
  const { runs, order } = connection.ledger
  if (operation.fourEyes === undefined) return false
  const { aboutField } = operation.fourEyes
  const pages = readPages((after) => runs.openPage(runId, after, 500), 'seq')
  for await (const page of pages) {
    const things = page.flatMap(({ state, submission }) => {
      const isLeft = replacedStates.has(state) || (submission !== undefined && absentStates.has(submission.state))
      return isLeft ? String(parseFields(submission?.request)[aboutField] ?? '') || [] : []
    })
    if ((await order.findLatest(runId, things)).size > 0) return true
  }
  return false
}

/** @throws BatchError as `requireAllRows` does. */
export async function endRun(
  run: Run,
  loaded: LoadedInput,
  { halt, traffic, output }: SubmitResult & { output: WrittenOutput | undefined },
): Promise<RunReport> {
  const {
    connection: { ledger },
    ports,
  } = run
  if (output !== undefined) ports.onEvent?.({ kind: 'written', file: output.file })
  const endedAt = ports.clock.now()
  await ledger.runs.end(loaded.runId, { now: endedAt, ending: halt?.kind ?? 'done', output: output?.file })
  const balance = await requireAllRows(ledger, loaded)
  return { ...(await summarizeRun(run, loaded, balance)), halt, output, orphans: 0, traffic, endedAt }
}

export async function summarizeRun(
  { operation, connection, startedAt }: Pick<Run<RunOptions, TargetLedger>, 'operation' | 'connection' | 'startedAt'>,
  { runId, rows, sheets }: LoadedInput,
  balance: readonly BalanceLine[],
): Promise<Omit<RunReport, 'halt' | 'output' | 'orphans' | 'traffic' | 'endedAt'>> {
  return {
    runId,
    operation: operation.name,
    ...labelTarget(connection),
    sheets: sheets.map(({ name, rows }) => ({ name, rows })),
    balance: formatStates(balance, operation.output.doneWord),
    rows,
    others: await connection.ledger.runs.othersOf(runId),
    ledger: await readLedgerLine(connection.ledger),
    startedAt,
  }
}

/**
 * @returns the balance, which reads every row. Rows missing in the ledger would be in no balance and no output.
 * @throws BatchError `ledger` when the run has fewer or more rows there than it has loaded.
 */
export async function requireAllRows(
  { name, runs, team }: Pick<Ledger, 'name' | 'runs' | 'team'>,
  { runId, rows }: Pick<LoadedInput, 'runId' | 'rows'>,
): Promise<BalanceLine[]> {
  const balance = await runs.balance(runId)
  const found = balance.reduce((sum, { count }) => sum + count, 0)
  if (found === rows) return balance
  // Only a run without a heartbeat is replaced, and then with all its rows.
  if (team !== undefined && found === 0) throw new BatchError('ledger', find('run-replaced', { ledger: name }))
  throw new BatchError('ledger', find('rows-changed', { ledger: name, found, rows }))
}
