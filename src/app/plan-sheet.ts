import { type CheckReport, checkRows } from '../pipeline/check/check-rows.ts'
import { foreseeSending } from '../pipeline/confirm-sending.ts'
import { recallDefaults } from '../pipeline/earlier-output/recall-defaults.ts'
import { loadFile } from '../pipeline/load/load-file.ts'
import { planSending } from '../pipeline/plan.ts'
import { listAnswered } from '../pipeline/put-out.ts'
import { requireAllValid } from '../pipeline/require-valid.ts'
import { type LoadedInput, sheetsRead } from '../pipeline/rows/loaded-input.ts'
import type { Plan, Sending } from '../pipeline/terms/events.ts'
import type { Operation } from '../pipeline/terms/operation.ts'
import type { BatchOptions } from '../pipeline/terms/options.ts'
import { isSimulated, type RunPlace } from '../pipeline/terms/run.ts'
import { announceOutput, planOutput } from '../pipeline/write/plan-output.ts'
import { systemClock } from '../support/clock.ts'
import type { Destination } from './destination.ts'
import { findTarget } from './find-target.ts'
import { announceMemory, type LedgerPlace, storeOf } from './memory.ts'
import { type Accepted, requireOwnLedger } from './own-ledger.ts'
import type { DestinationFacts } from './prepare-run.ts'
import { type FacePorts, withScratchLedger } from './scratch-ledger.ts'
import { describeDestination } from './start-run.ts'

/** What would become of a sheet's rows, and what would be sent. */
export interface SheetPlan {
  report: CheckReport
  /** What was read of a workbook; none for CSV. */
  sheets: readonly { name: string; rows: number }[]
  sending: Sending
  plan: Plan
}

/** The ledger is only read. */
export interface PlanSettings extends LedgerPlace, Pick<Accepted, 'newLedger'> {
  company: string
  destination: Omit<Destination, 'close'>
}

/** Everything a run does before it sends, in a copy of the ledger that is thrown away. Nothing is sent. */
export function planSheet(
  operation: Operation,
  wishes: Omit<BatchOptions, DestinationFacts>,
  settings: PlanSettings,
  ports: Omit<FacePorts, 'word'>,
): Promise<SheetPlan> {
  return planAnd(operation, wishes, settings, ports, async () => undefined)
}

/** The same; `look` may read more of it. */
export async function planAnd<Also>(
  operation: Operation,
  wishes: Omit<BatchOptions, DestinationFacts>,
  { company, destination, newLedger, ...memory }: PlanSettings,
  { logger, cleaningUp }: Omit<FacePorts, 'word'>,
  look: (place: Pick<RunPlace, 'ledger' | 'target'>, loaded: LoadedInput) => Promise<Also>,
): Promise<SheetPlan & { also: Also }> {
  const ports = { clock: systemClock, logger }
  const options = { ...wishes, ...describeDestination(destination) }
  await requireOwnLedger(memory, { address: destination.address, company }, { newLedger })
  const store = storeOf(memory)
  announceMemory({ name: store.name, isNew: !(await store.exists()) }, memory.surroundings.folder, logger)
  return withScratchLedger({ copyOf: store, cleaningUp }, async (ledger) => {
    const target = await findTarget(ledger.targets, destination, company, ports)
    const place = { ledger, target }
    const { input, resend } = options
    const load = await recallDefaults(input, operation.sheet, options.load, ports)
    const answered = await listAnswered(operation, place, options)
    const loaded = await loadFile(operation, place, { input, load, resend, answered }, ports)
    const runId = loaded.runId
    if (options.allOrNothing === true) await requireAllValid(operation, ledger, loaded)
    const plan = await planSending(operation, ledger, runId, options, options.send.limit)
    const counted = operation.send.needsConfirmation === true ? plan : undefined
    const known = { balance: await ledger.runs.balance(runId), plan: counted }
    const sending = await foreseeSending(operation, place, options, systemClock.now(), known)
    const output = await planOutput(operation, loaded, { ...options, isSimulated: isSimulated(target) })
    announceOutput(output, input, logger)
    const report = await checkRows({ operation, ledger, runId }, loaded)
    return { report, sheets: sheetsRead(loaded), sending, plan, also: await look(place, loaded) }
  })
}
