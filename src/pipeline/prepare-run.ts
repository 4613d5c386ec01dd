import { resolve } from 'node:path'
import { formatStates } from '../contract/states.ts'
import type { BalanceLine } from '../ledger/port/outcomes.ts'
import type { ReleaseFacts as LedgerRelease, ReleaseRefusal } from '../ledger/port/waiting.ts'
import type { Ledger } from '../ledger/port.ts'
import type { LedgerView } from '../ledger/store/parts.ts'
import { find } from '../messages/catalogue.ts'
import type { SheetSource } from '../sheet/source.ts'
import { createInputCopy, removeInputCopy } from '../sheet/writing/temporary-files.ts'
import { BatchError } from '../support/errors.ts'
import { digestOf } from './earlier-output/edited-output.ts'
import { recallDefaults } from './earlier-output/ledger-watermark.ts'
import { readChanges } from './earlier-output/question-sheets.ts'
import { readAnswers, readNamedUnknowns } from './earlier-output/read-answers.ts'
import { applyResolutions, unknownSheet } from './earlier-output/unknown-answers.ts'
import { estimateScoreTiming } from './engine/poll-schedule.ts'
import { loadInput, openInput } from './load/load-input.ts'
import { assumedLatencyMs, estimateRun } from './model/estimate.ts'
import type { Plan, SendPreview } from './model/events.ts'
import type { Operation } from './model/operation.ts'
import type { ResendOptions, RunOptions, RunPorts, RunRequest, SendOptions } from './model/options.ts'
import { labelTarget, type Run, type TargetLedger } from './model/run.ts'
import { planSending, requireShown } from './plan-sending.ts'
import { listAnswerFiles } from './publish-output.ts'
import { FirstFew } from './rows/first-few.ts'
import type { LoadedInput } from './rows/loaded-input.ts'
import { viewRows } from './rows/row-view.ts'
import type { ListedPlan } from './sealing/list-planned.ts'
import { loadServiceSnapshot } from './service-session.ts'

export type InputOptions = Pick<RunRequest, 'input' | 'load' | 'allOrNothing' | 'answers'> & ResendOptions

export interface FileToLoad {
  /** Where earlier outputs with answers stand; undefined: there are none. */
  output: string | undefined
  /** Path of the later output; a copy of the workbook, as it was read, is kept beside it. */
  copyBeside?: string | undefined
  /** What is read instead of the file, such as the file with edits. */
  substitute?: (source: SheetSource) => SheetSource
}

/**
 * The first half of a run, a plan, a check and a draft: values of an earlier output, answers of people, rows in the
 * ledger. Nothing is sent; what fails leaves no run. The caller removes the copy. Returned are the options with the values
 * that an earlier output was written with.
 * @throws BatchError `configuration` before anything is read, where the key of forgotten trips is missing; `input` for
 * an invalid row where it is all or nothing.
 */
export async function prepareRun<Options extends InputOptions>(
  operation: Operation,
  connection: TargetLedger,
  given: Options,
  { output, copyBeside, substitute = (source) => source }: FileToLoad,
  ports: Pick<RunPorts, 'clock' | 'logger' | 'onEvent' | 'onLoaded'> & { interrupt?: AbortSignal },
) {
  const { ledger, target } = connection
  const { input } = given
  await ledger.forgetting.requireKey()
  const { noteFor } = await ledger.rules.of(target)
  const load = await recallDefaults(input, operation.sheet, { ...given.load, noteFor }, ports)
  const answered = output === undefined ? [] : await listAnswerFiles(operation, connection, { input, output })
  let runId: number | undefined
  let copy: string | undefined
  const source = await openInput(input, load, ports.interrupt)
  try {
    const { answers, unclear } = await readChanges(answered, ports)
    const onBegun = async (id: number): Promise<void> => {
      runId = id
      await applyResolutions(readAnswers(answered, unknownSheet, ports.logger), operation, ledger, id, ports)
      // Identifiers in the input itself are taken in when it is loaded.
      const outputs = answered.filter((file) => file !== input)
      await applyResolutions(readNamedUnknowns(outputs, operation, connection, load), operation, ledger, id, ports)
    }
    const kept = given.answers && {
      digests: [await digestOf(input), given.answers.madeOf].filter((digest) => digest !== undefined),
      text: given.answers.text,
    }
    const request = { operation, target, file: resolve(input), load, resend: given, answers, kept }
    const read = await loadInput(substitute(source), request, ledger, { ...ports, onBegun })
    if (source.kind !== 'csv' && copyBeside !== undefined) {
      copy = await createInputCopy(input, copyBeside)
      // The copy must equal the file that was read.
      await source.requireUnchanged()
    }
    const loaded: LoadedInput = { ...read, unclear, copy }
    ports.onLoaded?.({ ledger, runId: loaded.runId })
    if (given.allOrNothing === true) await requireAllValid(operation, ledger, loaded)
    return { options: { ...given, load }, loaded }
  } catch (error) {
    await removeInputCopy(copy)
    if (runId !== undefined) await ledger.waiting.drop(runId, { now: ports.clock.now(), ending: 'refused' })
    throw error
  } finally {
    await source.close()
  }
}

const shownPlaces = 5

/** For all or nothing. @throws BatchError `input` when a row is invalid: it names the first ones. */
async function requireAllValid(operation: Operation, ledger: Ledger, { runId }: LoadedInput): Promise<void> {
  const wrong = new FirstFew(shownPlaces)
  for await (const page of viewRows({ operation, ledger, runId }, 'findingsPage')) {
    for (const { outcome, rowAddress, problem } of page) {
      if (outcome.state === 'invalid') wrong.add(() => `${rowAddress}: ${problem.replaceAll('\n', '; ')}`)
    }
  }
  const { count } = wrong
  if (count > 0) throw new BatchError('input', find('rows-wrong', { count, places: wrong.list(' | ') }))
}

/** What is known of a release before it is confirmed. */
export interface PlannedRelease extends Omit<LedgerRelease, 'now'> {
  /** All lines, for a second person. */
  listed?: ListedPlan
  isSheetChanged?: boolean
  /** The rest of a release that was begun. */
  wasReleased?: boolean
  /** Asked once more after the confirmation, which may have taken its time. @throws when the plan is no longer so. */
  check?(): Promise<unknown>
}

/**
 * Shows the planned requests, asks where a confirmation is needed, and releases the run: before, there are no claims.
 * @throws BatchError when it was not confirmed, or not released: nothing was sent.
 */
export async function confirmSending(
  run: Run<RunOptions, TargetLedger>,
  loaded: LoadedInput,
  { listed, isSheetChanged, wasReleased = false, check, ...release }: PlannedRelease = {},
): Promise<SendPreview> {
  const { operation, connection, options, ports } = run
  const { runId, rows } = loaded
  const { ledger } = connection
  const { expects } = options
  const isPlanned = operation.send.needsConfirmation === true
  const shown = new Map<string, string>()
  const choices = { limit: options.limit, shown: expects && shown, listed }
  const planned =
    isPlanned || expects !== undefined ? await planSending(operation, connection, loaded, choices) : undefined
  if (expects !== undefined) requireShown(expects, shown, isPlanned)
  const plan = isPlanned && planned ? { ...planned, isRelease: listed !== undefined, isSheetChanged } : undefined
  const balance = await ledger.runs.balance(runId)
  const sending = await previewSending(operation, connection, options, ports.clock.now(), { balance, plan })
  ports.onEvent?.({ kind: 'planned', sending, rows, balance: formatStates(balance, operation.output.doneWord) })
  const isConfirmed = sending.toSend === 0 || (await ask(connection, ports, sending, plan))
  if (!isConfirmed) throw new BatchError('usage', find('not-confirmed', { asksForCount: plan !== undefined }))
  await check?.()
  await passCheck(connection, options, { runId, at: ports.clock.now() })
  // Nothing is left of it: the log says nothing new.
  if (wasReleased && sending.toSend === 0) return sending
  const refusal = await ledger.waiting.release(runId, { ...release, now: ports.clock.now() })
  if (refusal !== undefined) throw explainRefusedRelease(refusal)
  return sending
}

/** Of a run that is loaded and waits. @throws as its check does */
export async function passCheck(
  connection: TargetLedger,
  { check }: Pick<RunOptions, 'check'>,
  { runId, at }: { runId: number; at: number },
): Promise<void> {
  const said = await check?.(connection, runId)
  if (said !== undefined) await connection.ledger.attempts.state({ ...said, runId, at })
}

/** What ends with an error before its release leaves nothing; a run that was released stays. */
export async function dropUnlessDone<Result>(
  { connection, ports }: { connection: TargetLedger; ports: Pick<RunPorts, 'clock'> },
  { runId }: Pick<LoadedInput, 'runId'>,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    await connection.ledger.waiting.drop(runId, { now: ports.clock.now(), ending: 'refused' })
    throw error
  }
}

export function explainRefusedRelease(refusal: ReleaseRefusal): BatchError {
  if (refusal !== 'needs two people') return new BatchError('input', find('release-refused', { refusal }))
  const reason = 'decisions of this company at this address require four-eyes, and the ledger keeps that'
  return new BatchError('configuration', find('four-eyes-required', { reason }))
}

/** A plan is confirmed each time, an address that is not marked as test once. */
async function ask({ ledger, target }: TargetLedger, ports: RunPorts, sending: SendPreview, plan: Plan | undefined) {
  const isKnown = sending.isTestTarget || (await ledger.targets.isConfirmed(target))
  const answer =
    plan === undefined
      ? isKnown || (await ports.ask?.({ kind: 'target', sending }))
      : (await ports.ask?.({ kind: 'plan', plan: { ...plan, estimate: sending.estimate } })) === true
  if (answer === true && !isKnown) await ledger.targets.confirm(target, ports.clock.now())
  // Undefined: no person can be asked. The address of the command or the library call then counts as confirmed.
  return answer !== false
}

export async function previewSending(
  operation: Operation,
  connection: TargetLedger<LedgerView>,
  options: SendOptions,
  now: number,
  { balance, plan }: { balance: readonly BalanceLine[]; plan: Plan | undefined },
): Promise<SendPreview> {
  const count = (wanted: string): number =>
    balance.reduce((sum, { state, count }) => (state === wanted ? sum + count : sum), 0)
  const waits = operation.poll !== undefined && options.wait
  const ready = count('ready')
  const toSend = plan?.total ?? Math.min(ready, options.limit ?? ready)
  const work = { toSend, toAsk: waits ? count('accepted') : 0, waits }
  const { limiter, trusted, schedule } = await loadServiceSnapshot(connection.ledger, connection.target, now)
  const { concurrency, rate } = options
  const rates = [rate, trusted?.perSecond].filter((each) => each !== undefined)
  const pace = {
    latencyMs: limiter?.latencyMs,
    inFlight: Math.min(concurrency, trusted?.inFlight ?? concurrency),
    perSecond: rates.length === 0 ? undefined : Math.min(...rates),
  }
  const scores = estimateScoreTiming(schedule)
  const estimate = estimateRun(work, pace, scores)
  return {
    operation: operation.name,
    ...labelTarget(connection),
    toSend: work.toSend,
    later: plan?.later ?? ready - toSend,
    toAsk: work.toAsk,
    estimate,
    assumed: estimate === undefined ? estimateRun(work, { ...pace, latencyMs: assumedLatencyMs }, scores) : undefined,
    hasPlan: operation.send.needsConfirmation === true,
  }
}
