import { resolve } from 'node:path'
import { currentOperator } from '../../ledger/operator.ts'
import { find } from '../../messages/catalogue.ts'
import type { Operation } from '../../pipeline/model/operation.ts'
import { isSimulated } from '../../pipeline/model/run.ts'
import { listPlanned } from '../../pipeline/sealing/list-planned.ts'
import { digestPlan } from '../../pipeline/sealing/plan-table.ts'
import { writePlan } from '../../pipeline/sealing/write-plan.ts'
import { pickSettings } from '../../settings/all.ts'
import type { Clock } from '../../support/clock.ts'
import { BatchError } from '../../support/errors.ts'
import { type RunRequest, toBatchOptions } from '../batch-options.ts'
import { findTarget } from '../ledger/find-target.ts'
import { openTrackedLedger } from '../ledger/ledger-access.ts'
import type { DryRunPorts } from '../ledger/scratch-ledger.ts'
import { prepareFolder, requireNewFile } from '../output-file.ts'
import { type PlanSettings, planSheetWith, type SheetPlan } from '../plan-sheet.ts'
import { type FourEyesSettings, requireFourEyes } from '../require-four-eyes.ts'
import type { SealedOptions, SealStatement } from '../seal-statement.ts'
import { requireStaffId } from './staff-id.ts'

export interface SealRequest extends RunRequest {
  by: string | undefined
  /** Path of the workbook, or a function from the seal to the path. */
  plan: string | ((seal: string) => string)
}

export interface SealedSheet extends SheetPlan {
  seal: string
  by: string
  file: string
  contradictions: readonly string[]
}

export interface SealPorts extends Omit<DryRunPorts, 'face'> {
  clock: Clock
  onSpill(line: string): void
}

/**
 * Writes the plan of a sheet as a workbook for a second person, and records the staff ID of the sealer in the log of
 * attempts. Nothing is sent, and no row becomes ready to send.
 * @throws BatchError without a staff ID, without a request to send, or when the workbook cannot be written.
 */
export async function sealSheet(
  operation: Operation,
  { by: given, plan: wanted, ...request }: SealRequest,
  settings: PlanSettings & FourEyesSettings,
  { clock, logger, cleaningUp, onSpill }: SealPorts,
): Promise<SealedSheet> {
  const by = requireStaffId(given)
  if (typeof wanted === 'string') requireNewFile(wanted, ['.xlsx'])
  const batch = toBatchOptions(operation, request)
  const { destination, company } = settings
  const planned = await planSheetWith(operation, batch, settings, { logger, cleaningUp }, (connection, loaded) =>
    listPlanned(operation, connection, loaded),
  )
  const { also: listed, plan } = planned
  if (listed.lines.length === 0) {
    throw new BatchError('usage', find('nothing-to-seal', { input: request.input }))
  }
  const { address } = destination
  const ledger = await openTrackedLedger(settings, { clock, logger, onSpill })
  try {
    const target = await findTarget(ledger.targets, destination, company, { clock, logger })
    const facts = { isDemanded: settings.fourEyes === true, isRelease: true }
    await requireFourEyes(operation, { ledger, target }, facts, { clock, logger })
    const seal = digestPlan({ operation: operation.name, target }, listed.lines)
    const output = typeof wanted === 'string' ? wanted : wanted(seal)
    prepareFolder(output)
    const at = clock.now()
    const input = resolve(batch.input)
    const sealFacts = { seal, by, at, ...currentOperator(), company: target.company, isSimulated: isSimulated(target) }
    const { file, face } = await writePlan(output, operation, listed, {
      ...sealFacts,
      file: input,
      balance: planned.report.balance,
      plan,
    })
    const { name, output: words } = operation
    const run = { operation: name, doneWord: words.doneWord, target, file: input, sheets: [], isAgain: false, now: at }
    const { id: runId } = await ledger.runs.begin(run)
    const statement: SealStatement = {
      seal,
      by,
      requests: listed.lines.length,
      plan: resolve(file),
      face,
      address,
      company: target.company,
      how: pickSealedOptions(request),
    }
    await ledger.attempts.state({ runId, operation: 'seal', at, outcome: 'sealed', detail: JSON.stringify(statement) })
    await ledger.runs.end(runId, { now: at, ending: 'sealed', output: resolve(file) })
    return { ...planned, seal, by, file, contradictions: listed.contradictions }
  } finally {
    await ledger.close()
  }
}

/** The options that decide which requests a sheet makes. */
function pickSealedOptions(request: RunRequest): SealedOptions {
  const { keepRejected } = request
  const picked = pickSettings(request, ({ isSealed }) => isSealed === true)
  return { ...picked, ...(keepRejected === true ? { keepRejected } : {}) }
}
