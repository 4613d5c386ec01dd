import type { RowOutcome } from '../../contract/outcome.ts'
import { formatStates, plannedStates } from '../../contract/states.ts'
import type { ShownLine } from '../../ledger/port/outcomes.ts'
import { type Message, message, wordMessage } from '../../messages/catalogue.ts'
import { type Face, libraryFace } from '../../messages/face.ts'
import type { Operation } from '../model/operation.ts'
import type { LoadedInput } from '../rows/loaded-input.ts'
import { type RowQuery, viewRowsWithFindings } from '../rows/row-pages.ts'
import type { RowView } from '../rows/row-view.ts'
import { listRowProblems, type RowProblem } from '../tables/problems-sheet.ts'
import { type ProblemGroup, ProblemGroups } from './problem-groups.ts'

export interface CheckReport {
  /** The worksheets that were read; the file's base name for CSV. */
  sheets: readonly { name: string; rows: number }[]
  rows: number
  balance: readonly ShownLine[]
  /** Problems, warnings, and the reasons of skipped rows. */
  groups: readonly ProblemGroup[]
  others: number
}

/** Expected states of the loaded rows. Nothing is sent. */
export async function checkRows(request: RowQuery, loaded: LoadedInput): Promise<CheckReport> {
  const groups = new ProblemGroups(request.face)
  for await (const page of viewRowsWithFindings(request)) {
    for (const view of page) {
      for (const problem of listCheckProblems(view, loaded)) groups.add(view.rowAddress, problem)
      if (view.outcome.state === 'skipped') groups.add(view.rowAddress, skippedProblem(view.outcome))
    }
  }
  const { rows } = loaded
  const sheets = loaded.sheets.map((sheet) => ({ name: sheet.name, rows: sheet.rows }))
  const balance = formatStates(await request.ledger.runs.balance(request.runId), request.operation.output.doneWord)
  return { sheets, rows, balance, groups: groups.list(), others: groups.others }
}

function skippedProblem({ reason, code, facts }: Extract<RowOutcome, { state: 'skipped' }>): RowProblem {
  const location = { field: '', cell: '', heading: '', value: '' }
  return { outcome: 'skipped', problem: { ...location, ...(code && facts && { code, facts }), rule: reason, hint: '' } }
}

/** Without the rows that a run would send or poll: they have no problem. */
export function listCheckProblems(view: RowView, { sheets }: Pick<LoadedInput, 'sheets'>): RowProblem[] {
  return listRowProblems(view, sheets).filter(({ outcome }) => !plannedStates.has(outcome))
}

/**
 * Limits of a check, as sentences. `read`: fields with a column or a default; `listed`: fields whose values are known.
 */
export function listUnverifiable(
  { name, sheet: { fields, onlyServiceKnows } }: Pick<Operation, 'name' | 'sheet'>,
  read: ReadonlySet<string>,
  listed: ReadonlySet<string>,
  face: Face = libraryFace,
): string[] {
  const unlisted = fields
    .filter((field) => field.about.kind === 'listed' && read.has(field.name) && !listed.has(field.name))
    .map((field) => field.name)
  const say = (limit: Message): string => wordMessage(limit, face)?.text ?? ''
  const lists = unlisted.length === 0 ? [] : [say(message('lists-not-given', { fields: unlisted }))]
  return [...lists, ...onlyServiceKnows, say(message('ledger-unread', { operation: name }))]
}
