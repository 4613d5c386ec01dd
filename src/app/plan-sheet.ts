import type { EvidencePolicy } from '../client/evidence-policy.ts'
import { type CheckReport, checkRows } from '../pipeline/check/check-rows.ts'
import { previewSending } from '../pipeline/confirm-sending.ts'
import type { Plan, SendPreview } from '../pipeline/model/events.ts'
import type { Operation } from '../pipeline/model/operation.ts'
import type { BatchOptions, RunPorts } from '../pipeline/model/options.ts'
import { isSimulated } from '../pipeline/model/run.ts'
import { planSending } from '../pipeline/plan-sending.ts'
import { prepareRun } from '../pipeline/prepare-run.ts'
import { announceOutputPath } from '../pipeline/publish-output.ts'
import { sheetsRead } from '../pipeline/rows/loaded-input.ts'
import { planOutput } from '../pipeline/write/plan-output.ts'
import { systemClock } from '../support/clock.ts'
import type { DestinationFacts } from './batch-options.ts'
import type { Destination } from './destination.ts'
import { announcePromise } from './evidence-policy.ts'
import { findTarget } from './ledger/find-target.ts'
import { requireKnownToken, type TokenOverrides } from './ledger/known-token.ts'
import { findStore, foldersOf, type LedgerLocation, logLedgerState } from './ledger/ledger-access.ts'
import { openRegister } from './ledger/rollback-check.ts'
import { type LedgerOverrides, requireSameLedger } from './ledger/same-ledger.ts'
import { type DryRunPorts, withScratchLedger } from './ledger/scratch-ledger.ts'
import { type RuleSettings, requireFourEyes } from './require-four-eyes.ts'
import { describeDestination } from './start-run.ts'

export interface SheetPlan {
  report: CheckReport
  /** Worksheets of a workbook; empty for CSV. */
  sheets: readonly { name: string; rows: number }[]
  sending: SendPreview
  plan: Plan
  /** The ledger keeps a demand for two people. */
  isFourEyesKept: boolean
  /** With `isShown`: digests of the rows to be sent, for the run that a person starts from this plan. */
  shown: ReadonlyMap<string, string>
}

export interface PlanSettings extends LedgerLocation, LedgerOverrides, RuleSettings {
  company: string
  destination: Omit<Destination, 'close'>
  policy: EvidencePolicy
  /** Refused where two people are needed. @default false */
  isBySinglePerson?: boolean
  /** Set for the plan of a run that would use the destination's token: refused where the run would be. */
  tokenUse?: (Omit<TokenOverrides, keyof LedgerOverrides> & Pick<RunPorts, 'ask'>) | undefined
}

/** Does everything that a run does before it sends, in an excerpt of the ledger. */
export async function planSheet(
  operation: Operation,
  request: Omit<BatchOptions, DestinationFacts>,
  {
    company,
    destination,
    policy,
    newLedger,
    ephemeralLedger,
    demands,
    isBySinglePerson = false,
    tokenUse,
    ...location
  }: PlanSettings,
  { logger, onEvent, cleaningUp, face, interrupt, isShown = false }: DryRunPorts & { isShown?: boolean },
): Promise<SheetPlan> {
  const ports = { clock: systemClock, logger, ...(onEvent && { onEvent }), ...(interrupt && { interrupt }) }
  const given = { ...request, ...describeDestination(destination) }
  announcePromise(policy, logger)
  await requireSameLedger(location, { address: destination.address, company }, { newLedger, ephemeralLedger })
  const store = findStore({ ...location, folders: foldersOf(given.input, given.output) })
  logLedgerState({ name: store.name, isNew: !(await store.exists()) }, location.surroundings.folder, logger)
  return withScratchLedger({ excerptOf: store, cleaningUp }, async (ledger) => {
    const register = openRegister(location.surroundings)
    const target = await findTarget(ledger, destination, company, { demands, known: register, isPlan: true }, ports)
    // Messages name the ledger, not its copy.
    const connection = { ledger: { ...ledger, name: store.name }, target }
    if (tokenUse !== undefined && !isSimulated(target)) {
      await requireKnownToken(
        register,
        connection,
        destination.token,
        { newLedger, ephemeralLedger, ...tokenUse },
        tokenUse.ask,
      )
    }
    if (isBySinglePerson) await requireFourEyes(operation, connection, demands)
    const { options, loaded } = await prepareRun(operation, connection, given, { output: given.output }, ports)
    const runId = loaded.runId
    const shown = new Map<string, string>()
    const choices = { limit: options.send.limit, shown: isShown ? shown : undefined }
    const plan = await planSending(operation, connection, loaded, options, choices)
    const counted = operation.send.needsConfirmation === true ? plan : undefined
    const known = { balance: await ledger.runs.balance(runId), plan: counted }
    const sending = await previewSending(operation, connection, options, systemClock.now(), known)
    const output = await planOutput(operation, loaded, { ...options, isSimulated: isSimulated(target) })
    await announceOutputPath({ operation, connection, options, ports }, loaded, output)
    const isFourEyesKept = operation.fourEyes !== undefined && (await ledger.rules.of(target)).fourEyes === true
    const report = await checkRows({ operation, ledger, runId, face }, loaded)
    return { report, sheets: sheetsRead(loaded), sending, plan, isFourEyesKept, shown }
  })
}
