import type { EvidencePolicy } from '../client/evidence-policy.ts'
import type { LedgerView } from '../ledger/store/parts.ts'
import type { Face } from '../messages/face.ts'
import { checkRows } from '../pipeline/check/check-rows.ts'
import { releaseBatch } from '../pipeline/later-run.ts'
import type { Operation } from '../pipeline/model/operation.ts'
import type { RefreshRequest, RunOptions, RunPorts, RunReport, RunRequest } from '../pipeline/model/options.ts'
import { isSimulated, type Run, type RunConnection, type TargetLedger } from '../pipeline/model/run.ts'
import { type PlanChoices, planSending } from '../pipeline/plan-sending.ts'
import { prepareRun, previewSending } from '../pipeline/prepare-run.ts'
import { announceOutputPath } from '../pipeline/publish-output.ts'
import { type LoadedInput, sheetsRead } from '../pipeline/rows/loaded-input.ts'
import { runBatch } from '../pipeline/run.ts'
import { runRefresh } from '../pipeline/run-refresh.ts'
import { planOutput } from '../pipeline/write/plan-output.ts'
import { systemClock } from '../support/clock.ts'
import type { Destination } from './destination.ts'
import { announcePromise } from './evidence-policy.ts'
import { exitCodeOf, exitCodeOfRefresh } from './exit-code.ts'
import { findTarget, requireFourEyes, requireFourEyesByRegister, type TargetOfUser } from './ledger/find-target.ts'
import { findStore, foldersOf, type LedgerLocation, logLedgerState } from './ledger/ledger-access.ts'
import { type LedgerOverrides, requireSameLedger, type UserOverrides } from './ledger/same-ledger.ts'
import { type DryRunPorts, withScratchLedger } from './ledger/scratch-ledger.ts'
import { type ConnectionSettings, requireKnownToken, withConnection } from './ledger/with-connection.ts'
import { tellEnd } from './notify.ts'
import { reportRows } from './row-report.ts'
import type { RowConsumer } from './sheet-run.ts'

/** A plan as every face shows it. */
export type PlanView = Awaited<ReturnType<typeof viewPlan>>

export interface PlanSettings extends LedgerLocation, LedgerOverrides, TargetOfUser {
  destination: Omit<Destination, 'close'>
  policy: EvidencePolicy
  /** Refused where two people are needed. @default false */
  isBySinglePerson?: boolean
  /** Set for the plan of a run that would use the destination's token: refused where the run would be. */
  tokenUse?: (Omit<UserOverrides, keyof LedgerOverrides> & Pick<RunPorts, 'ask'>) | undefined
}

/**
 * Does everything that a run does before it sends, in an excerpt of the ledger. `shown`, with `isShown`: digests of the rows
 * to be sent, for the run that a person starts from this plan.
 */
export async function planSheet(
  operation: Operation,
  request: RunRequest,
  settings: PlanSettings,
  { isShown = false, ...given }: DryRunPorts & { isShown?: boolean },
) {
  const { destination, demands, tokenUse, surroundings } = settings
  const ports = { clock: systemClock, ...given }
  const { logger, face } = ports
  announcePromise(settings.policy, logger)
  await requireSameLedger(settings)
  const store = findStore({ ...settings, folders: foldersOf(request.input, request.output) })
  logLedgerState({ name: store.name, isNew: !(await store.exists()) }, surroundings.folder, logger)
  return withScratchLedger(store, ports, async (ledger) => {
    const target = await findTarget(ledger, settings, { ...ports, isPlan: true })
    // Messages name the ledger, not its copy.
    const connection = { ledger: { ...ledger, name: store.name }, target, label: destination.label }
    if (tokenUse !== undefined && !isSimulated(target))
      await requireKnownToken(connection, { ...settings, ...tokenUse }, tokenUse.ask)
    if (settings.isBySinglePerson) await requireFourEyes(operation, connection, demands)
    const { options, loaded } = await prepareRun(operation, connection, request, { output: request.output }, ports)
    const shown = new Map<string, string>()
    const choices = { limit: options.limit, shown: isShown ? shown : undefined }
    const view = await viewPlan({ operation, connection, options, face }, loaded, choices)
    const output = await planOutput(operation, loaded, options, target)
    await announceOutputPath({ operation, connection, options, ports }, loaded, output)
    /** The ledger keeps a demand for two people. */
    const isFourEyesKept = operation.fourEyes !== undefined && (await ledger.rules.of(target)).fourEyes === true
    return { ...view, isFourEyesKept, shown }
  })
}

/** What a loaded run would send, and why the rest of its rows is not sent. */
export async function viewPlan(
  run: Pick<Run<RunRequest, TargetLedger<LedgerView>>, 'operation' | 'connection' | 'options'> & Pick<RunPorts, 'face'>,
  loaded: LoadedInput,
  choices: PlanChoices,
) {
  const { operation, connection, options, face } = run
  const { ledger } = connection
  const { runId } = loaded
  const plan = await planSending(operation, connection, loaded, choices)
  const counted = operation.send.needsConfirmation === true ? plan : undefined
  const balance = await ledger.runs.balance(runId)
  const sending = await previewSending(operation, connection, options, systemClock.now(), { balance, plan: counted })
  const report = await checkRows({ operation, ledger, runId, face }, loaded)
  /** Worksheets of a workbook; empty for CSV. */
  return { report, sheets: sheetsRead(loaded), sending, plan }
}

export interface RunSettings extends Omit<ConnectionSettings, 'concurrency'> {
  destination: Omit<Destination, 'close'>
  /** Called with the rows in input order once the output is written. */
  readRows?: RowConsumer | undefined
  /** Called before the ledger is closed, however the run ended: who reads its rows (`onLoaded`) stops. */
  onClosing?: () => Promise<void>
  /** Who reads these rows. @default users of the library */
  rowFace?: Face
}

/**
 * Runs with the ledger open, for the command line, the page and the library.
 * @throws BatchError when nothing could be done; `halt` in the report gives the reason for a stop midway.
 */
export async function startRun(
  operation: Operation,
  request: RunRequest,
  settings: RunSettings,
  ports: RunPorts,
): Promise<RunReport> {
  const { release } = request
  if (settings.newLedger && release === undefined) requireFourEyesByRegister(operation, settings)
  const run: ConnectedRun = async (connection, ports) => {
    if (release !== undefined) return releaseBatch(operation, connection, { ...request, release }, ports)
    await requireFourEyes(operation, connection, settings.demands)
    return runBatch(operation, connection, request, ports)
  }
  const toExitCode = (report: RunReport) => exitCodeOf(report, request.wait)
  return tellEnd(settings, { operation, toExitCode }, ports, (asking) =>
    runConnected(operation, request, settings, asking, run),
  )
}

/** Starts a run that only asks again for scores. @throws BatchError when there is nothing to ask for. */
export function startRefresh(
  operation: Operation,
  request: RefreshRequest,
  settings: RunSettings,
  ports: RunPorts,
): Promise<RunReport> {
  return tellEnd(settings, { operation, toExitCode: exitCodeOfRefresh }, ports, (asking) =>
    runConnected(operation, request, settings, asking, (connection) =>
      runRefresh(operation, connection, request, asking),
    ),
  )
}

type ConnectedRun = (connection: RunConnection, ports: RunPorts) => Promise<RunReport>

function runConnected(
  operation: Operation,
  { input, output, concurrency }: RunOptions & Pick<RefreshRequest, 'input'>,
  settings: RunSettings,
  ports: RunPorts,
  run: ConnectedRun,
): Promise<RunReport> {
  const connecting = { ...settings, folders: foldersOf(input, output), concurrency }
  return withConnection(connecting, ports, async (connection) => {
    try {
      const report = await run(connection, ports)
      await settings.readRows?.(reportRows(operation, connection.ledger, report, settings.rowFace))
      return report
    } finally {
      await settings.onClosing?.()
    }
  })
}
