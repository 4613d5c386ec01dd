import { Token } from '../client/token.ts'
import { assess } from '../operations/assess.ts'
import { decide } from '../operations/decide.ts'
import type { Operation } from '../pipeline/model/operation.ts'
import type { RunPorts, RunReport } from '../pipeline/model/options.ts'
import { shortenSeal } from '../pipeline/sealing/plan-table.ts'
import { pickPart, withDefaults } from '../settings/all.ts'
import type { SendingOptions } from '../settings/option-types.ts'
import { systemClock } from '../support/clock.ts'
import { BatchError } from '../support/errors.ts'
import { silentLogger } from '../support/logger.ts'
import { systemRandom } from '../support/random.ts'
import { reachService } from './destination.ts'
import { toEvidencePolicy } from './evidence-policy.ts'
import { prepareRelease, readSealedPlan } from './four-eyes/release-plan.ts'
import { sealSheet } from './four-eyes/seal-sheet.ts'
import { planUndo, recountUndo, summariseUndo } from './four-eyes/undo-run.ts'
import { dropWaiting, listWaiting, type WaitingEntry } from './four-eyes/waiting-runs.ts'
import { type LedgerSettings, resolveLedger } from './ledger/ledger-access.ts'
import { emitProcessWarning, readProcessEnvironment } from './library-process.ts'
import { prepareFolder } from './output-file.ts'
import { parseRefresh, parseRequest } from './parse-request.ts'
import { type CreatedReport, type ReportOptions, reportLedger } from './report/report-ledger.ts'
import { type Collected, collectShared } from './share-out/collect-answers.ts'
import { listShareOuts, type ShareOut } from './share-out/share-index.ts'
import { shareOut } from './share-out/share-out.ts'
import type {
  AnswersOptions,
  CallOptions,
  Confirm,
  DropOptions,
  RefreshScoresOptions,
  ReleaseOptions,
  RowConsumer,
  SealedRun,
  SealOptions,
  ShareOptions,
  SheetOptions,
  UndoOptions,
  UndoResult,
  WaitingOptions,
} from './sheet-run.ts'
import { type RunSettings, startRefresh, startRun } from './start-run.ts'

// The functions of the library (`run-sheet.ts`), which load this with their first call.

const noToken = 'none-needed'

/** @throws BatchError when nothing could be done, or the surroundings failed. */
export async function runOperation(
  operation: Operation,
  options: SheetOptions,
  readRows?: RowConsumer,
): Promise<RunReport> {
  const { confirm } = options
  const ask = operation.send.needsConfirmation === true ? askForConfirm(operation.name, confirm) : undefined
  const request = parseRequest(operation, options)
  const settings = { ...toRunSettings(options), readRows }
  prepareFolder(request.output)
  return startRun(operation, request, settings, toRunPorts(options, ask))
}

/** @throws BatchError when there is nothing to ask for, or nothing could be done. */
export async function refreshOperation(options: RefreshScoresOptions, readRows?: RowConsumer): Promise<RunReport> {
  const request = parseRefresh(options)
  const settings = { ...toRunSettings(options), readRows }
  prepareFolder(request.output)
  return startRefresh(assess, request, settings, toRunPorts(options))
}

export async function sealOperation({ logger = silentLogger, by, plan, ...options }: SealOptions): Promise<SealedRun> {
  const settings = toRunSettings({ ...options, token: noToken })
  return describeSealed(await sealSheet(decide, { ...options, by, plan }, settings, { clock: systemClock, logger }))
}

function describeSealed(sealed: Awaited<ReturnType<typeof sealSheet>>): SealedRun {
  const { runId: run, seal, until, file, contradictions, dropped: replaced } = sealed
  const requests = sealed.plan.total
  return { run, seal: shortenSeal(seal), until, requests, plan: file || undefined, contradictions, replaced }
}

export async function undoOperation({ run, by, note, confirm, ...options }: UndoOptions): Promise<UndoResult> {
  const ports = toRunPorts(options, askForConfirm('undo', confirm))
  const settings = toRunSettings(options)
  const request = { run: String(run), by, note, output: options.output }
  const undo = await planUndo(request, settings)
  const { sheet: input, counts, check, isFourEyes } = undo
  const none = { report: undefined, sealed: undefined }
  if (input === undefined || (isFourEyes && counts.open === 0)) return { ...summariseUndo(undo, counts), ...none }
  if (isFourEyes) {
    const planned = { ...counts, undone: counts.undone + counts.open, open: 0 }
    const sealing = { ...options, output: undefined, input, by, check, plan: undefined }
    const sealed = describeSealed(await sealSheet(decide, sealing, settings, ports))
    return { ...summariseUndo(undo, planned), ...none, sealed }
  }
  const sending = { ...parseRequest(decide, { ...options, input }), check }
  prepareFolder(sending.output)
  const report = await startRun(decide, sending, settings, ports)
  return { ...summariseUndo(undo, await recountUndo(request, settings)), ...none, report }
}

export async function releaseOperation(
  { run, by, input, confirm, ...options }: ReleaseOptions,
  readRows?: RowConsumer,
): Promise<RunReport> {
  const ask = askForConfirm('release', confirm)
  const settings = { ...toRunSettings(options), readRows }
  const sealed = await readSealedPlan(decide, String(run), settings)
  const request = prepareRelease(decide, sealed, { ...options, by, input, isUnattended: confirm === true })
  prepareFolder(request.output)
  return startRun(decide, request, settings, toRunPorts(options, ask))
}

export async function listWaitingRuns({ ledger, baseUrl, company }: WaitingOptions): Promise<WaitingEntry[]> {
  const address = baseUrl === undefined ? undefined : reachService(baseUrl, new Token(noToken)).address
  const label = company?.trim().toLowerCase()
  const isMeant = (each: WaitingEntry): boolean =>
    (address ?? each.address) === each.address && (label ?? each.company.toLowerCase()) === each.company.toLowerCase()
  return (await listWaiting(toLedgerSettings({ ledger }))).filter(isMeant)
}

export async function dropOperation({
  run,
  by,
  logger = silentLogger,
  ...options
}: DropOptions): Promise<WaitingEntry> {
  return dropWaiting(String(run), by, toLedgerSettings(options), { clock: systemClock, logger })
}

export async function shareOperation({ ledger, logger = silentLogger, ...request }: ShareOptions): Promise<ShareOut> {
  return shareOut(request, toLedgerSettings({ ledger }), { clock: systemClock, logger })
}

export async function collectOperation({ ledger, logger = silentLogger, input }: AnswersOptions): Promise<Collected> {
  return collectShared(input, toLedgerSettings({ ledger }), { clock: systemClock, logger })
}

export async function listSharedOut({ ledger }: Pick<WaitingOptions, 'ledger'>): Promise<ShareOut[]> {
  return listShareOuts(toLedgerSettings({ ledger }))
}

export async function reportOperation(options: ReportOptions): Promise<CreatedReport> {
  const logger = { ...silentLogger, warn: emitProcessWarning }
  return reportLedger(options, toLedgerSettings(options), { clock: systemClock, logger })
}

/** @throws BatchError `configuration` for an address or a token that cannot be used. */
function toRunSettings(
  options: Omit<CallOptions, 'onRow'> & Pick<SendingOptions, 'requestTimeoutMs' | 'retryStatuses' | 'distrustStatuses'>,
): RunSettings {
  const complete = withDefaults(options)
  return {
    ...pickPart(complete, 'TargetOptions'),
    ...toLedgerSettings(options),
    requestTimeoutMs: complete.requestTimeoutMs,
    destination: reachService(options.baseUrl, new Token(options.token)),
    policy: toEvidencePolicy(options),
  }
}

function toLedgerSettings({ ledger, onSpill }: Pick<CallOptions, 'ledger' | 'onSpill'>): LedgerSettings {
  const surroundings = readProcessEnvironment()
  return {
    ledger: resolveLedger(ledger, surroundings),
    surroundings,
    onSpill: onSpill ?? ((line) => emitProcessWarning(`the ledger could not write ${line}`)),
  }
}

/** The library has no terminal to ask at: a call takes all answers from its options. */
function toRunPorts(
  { logger, onProgress, signal }: Pick<CallOptions, 'logger' | 'onProgress' | 'signal'>,
  ask?: RunPorts['ask'],
): RunPorts {
  return {
    clock: systemClock,
    random: systemRandom,
    logger: logger ?? silentLogger,
    interrupt: signal ?? new AbortController().signal,
    onEvent(event) {
      if (event.kind === 'progress') onProgress?.(event)
    },
    ...(ask === undefined ? {} : { ask }),
  }
}

/** @throws BatchError `usage` without a confirmation: JavaScript does not check the types. */
function askForConfirm(name: string, confirm: Confirm | undefined): NonNullable<RunPorts['ask']> {
  if (confirm === undefined) {
    throw new BatchError('usage', `to ${name} must be confirmed: nothing was sent`, {
      hint: 'Give confirm: true, or a function that is shown the plan and says whether to send it.',
    })
  }
  return async (question) =>
    question.kind === 'plan' ? confirm === true || (await confirm(question.plan)) === true : undefined
}
