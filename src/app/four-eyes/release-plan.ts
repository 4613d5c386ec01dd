import { existsSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { currentOperator } from '../../ledger/operator.ts'
import type { KeptStatement } from '../../ledger/port/attempts.ts'
import { parseStored } from '../../ledger/stored-json.ts'
import { find } from '../../messages/catalogue.ts'
import type { Operation } from '../../pipeline/model/operation.ts'
import type { BatchOptions } from '../../pipeline/model/options.ts'
import { shortenSeal } from '../../pipeline/sealing/plan-table.ts'
import { type ReadPlan, readPlan } from '../../pipeline/sealing/read-plan.ts'
import { requireSealed } from '../../pipeline/sealing/require-sealed.ts'
import { pickSettings } from '../../settings/all.ts'
import type { ReadOptions } from '../../settings/option-types.ts'
import { BatchError } from '../../support/errors.ts'
import { type DestinationFacts, type RunRequest, toBatchOptions } from '../batch-options.ts'
import { findStore, type LedgerLocation } from '../ledger/ledger-access.ts'
import type { DryRunPorts } from '../ledger/scratch-ledger.ts'
import { type PlanSettings, planSheetWith, type SheetPlan } from '../plan-sheet.ts'
import type { ReleaseStatement, SealStatement } from '../seal-statement.ts'
import { requireOtherStaffId, requireStaffId } from './staff-id.ts'

const mostShown = 10

export interface SealedPlan extends ReadPlan, Omit<SealStatement, 'face'> {
  file: string
  input: string
  at: number
  account: string
  machine: string
  released: { by: string; at: number } | undefined
}

export interface ReleaseTarget extends LedgerLocation {
  company: string
  address: string
}

/**
 * Holds no lock on the ledger.
 * @throws BatchError `input` for a file that is not a sealed plan, or that differs from its seal; `ledger` when there
 * is no ledger.
 */
export async function readSealedPlan(file: string, expected: ReleaseTarget): Promise<SealedPlan> {
  if (!existsSync(file)) {
    throw new BatchError('input', `${file} does not exist`, { hint: 'Check the name and the folder.' })
  }
  const read = await readPlan(file)
  if (read === undefined) {
    throw new BatchError('input', find('plan-not-sealed', { file }))
  }
  requireNothingHidden(file, read)
  const store = findStore(expected)
  const isOf = ({ detail }: KeptStatement): boolean =>
    parseStored<{ seal: string }>(detail, 'statement').seal === read.seal
  const sealed = (await store.statements('seal')).findLast(isOf)
  if (sealed === undefined) {
    throw new BatchError('input', find('seal-unrecorded', { ledger: store.name, seal: shortenSeal(read.seal), file }))
  }
  const { face, ...statement } = parseStored<SealStatement>(sealed.detail, 'statement')
  if (face !== read.face) {
    throw new BatchError(
      'input',
      `the seal is broken: the plan itself was changed since it was sealed (${file}, sheet Seal)`,
      {
        hint: 'Read an unchanged copy of it, or seal it again. Nothing was sent.',
      },
    )
  }
  requireSameTarget(statement, expected)
  const last = (await store.statements('release')).findLast(isOf)
  const released =
    last === undefined ? undefined : { by: parseStored<ReleaseStatement>(last.detail, 'statement').by, at: last.at }
  const { at, account, machine, file: input } = sealed
  return { ...statement, ...read, file, input, at, account, machine, released }
}

/** The person who releases a plan must be able to read all of it. */
function requireNothingHidden(file: string, { hidden }: ReadPlan): void {
  if (hidden.length === 0) return
  const shown = hidden.slice(0, mostShown).join(', ')
  const more = hidden.length > mostShown ? ` and ${hidden.length - mostShown} more` : ''
  throw new BatchError('input', `${file} has hidden content: ${shown}${more}`, {
    hint: 'Read an unchanged copy of the plan; or show what is hidden, clear its filters, save it, and read it again. Nothing was sent.',
  })
}

function requireSameTarget(
  { address, company }: Pick<SealStatement, 'address' | 'company'>,
  target: ReleaseTarget,
): void {
  if (address === target.address && company.toLowerCase() === target.company.trim().toLowerCase()) return
  const now = { address: target.address, company: target.company }
  throw new BatchError('configuration', find('seal-of-other-target', { sealed: { address, company }, now }))
}

/** The release's own options. Reading options were sealed with the plan, and no others count. */
export interface ReleaseRequest extends Omit<RunRequest, 'input' | 'limit' | keyof ReadOptions> {
  by?: string | undefined
  /** Path of the sheet, if it was moved and is not beside the plan. */
  input?: string | undefined
}

/** @throws BatchError `usage` without a second staff ID, `input` when the sheet is not found. */
export function prepareRelease(
  operation: Operation,
  sealed: SealedPlan,
  { by: given, input, ...options }: ReleaseRequest,
): Omit<BatchOptions, DestinationFacts> {
  const by = requireStaffId(given)
  requireOtherStaffId(by, sealed.by)
  const { seal, lines, how, released } = sealed
  const statement: ReleaseStatement = {
    seal,
    by,
    sealedBy: sealed.by,
    sealedAt: sealed.at,
    account: sealed.account,
    machine: sealed.machine,
  }
  const own = pickSettings(options, ({ isSealed }) => !isSealed)
  const batch = toBatchOptions(operation, { ...own, ...how, input: input ?? findSheet(sealed) })
  const release = { seal, lines, wasReleased: released !== undefined, statement: JSON.stringify(statement) }
  return { ...batch, release }
}

/**
 * Plans the release in an excerpt of the ledger.
 * @throws BatchError `input` with each difference when the seal is broken.
 */
export async function planRelease(
  operation: Operation,
  options: Omit<BatchOptions, DestinationFacts>,
  settings: PlanSettings,
  ports: Omit<DryRunPorts, 'face'>,
): Promise<SheetPlan & { contradictions: readonly string[] }> {
  const { release } = options
  const planned = await planSheetWith(operation, options, settings, ports, async (connection, loaded) =>
    release === undefined ? undefined : requireSealed(operation, connection, loaded, release),
  )
  return { ...planned, contradictions: planned.also?.contradictions ?? [] }
}

function findSheet({ input, file }: SealedPlan): string {
  const beside = join(dirname(file), basename(input))
  const found = [input, beside].find((path) => existsSync(path))
  if (found !== undefined) return found
  throw new BatchError('input', find('sealed-sheet-missing', { input }))
}

/** Deserves a warning: only the staff IDs differ. */
export function isSameAccount({ account, machine }: Pick<SealedPlan, 'account' | 'machine'>): boolean {
  const here = currentOperator()
  return here.account === account && here.machine === machine
}
