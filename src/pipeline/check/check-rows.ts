import type { Problem, RowOutcome } from '../../contract/outcome.ts'
import { formatStates, plannedStates } from '../../contract/states.ts'
import type { ShownLine } from '../../ledger/port/outcomes.ts'
import { causeOf, identifyProblem, type Message, message, wordMany, wordMessage } from '../../messages/catalogue.ts'
import { type Face, libraryFace } from '../../messages/face.ts'
import { TextDateDetector } from '../../sheet/values/date-order.ts'
import type { Operation } from '../model/operation.ts'
import type { LoadedInput } from '../rows/loaded-input.ts'
import { type RowQuery, type RowView, viewRows } from '../rows/row-view.ts'
import { listRowProblems, type RowProblem } from '../tables/problems-sheet.ts'

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
  for await (const page of viewRows(request, 'findingsPage')) {
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

/** Limits of a check, as sentences. `read`: fields with a column or default; `listed`: those whose values are known. */
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

export interface ProblemGroup {
  /** The state of its rows; `warning` when they are sent all the same. */
  outcome: string
  /** Empty for the row as a whole. */
  field: string
  rule: string
  hint: string
  count: number
  /** The first thousand addresses (`G17`, `EMEA!G17`), or rows (`row 17`) for problems without a cell. */
  cells: string[]
  /** Values of these cells, unless the rule names them. */
  values?: string[]
}

interface CollectedGroup extends ProblemGroup {
  values: string[]
  first: Problem
  isMixed: boolean
}

const mostCells = 1_000
/** A message may contain a value of its row, so there may be as many groups as rows. */
const mostGroups = 10_000

/** One group for each cause: a code with its facts, except those of a single row. */
export class ProblemGroups {
  readonly #face: Face
  readonly #groups = new Map<string, CollectedGroup>()
  readonly #textDates = new TextDateDetector()
  #ofTextDates: CollectedGroup | undefined
  /** Problems beyond `mostGroups`, only counted. */
  others = 0

  constructor(face: Face = libraryFace) {
    this.#face = face
  }

  /** `rowAddress`: `row 17`. */
  add(rowAddress: string, { outcome, problem }: RowProblem): void {
    const { field, rule, hint, cell, value } = problem
    const isTextDate = causeOf(problem) === 'text-date'
    const identity = [field, identifyProblem(problem) ?? [rule, hint]]
    const key = JSON.stringify([outcome, ...(isTextDate ? ['text-date'] : identity)])
    if (isTextDate) this.#textDates.observe(field, value, cell)
    let group = this.#groups.get(key)
    if (group === undefined) {
      if (this.#groups.size >= mostGroups) {
        this.others += 1
        return
      }
      group = { outcome, field, rule, hint, count: 0, cells: [], values: [], first: problem, isMixed: false }
      this.#groups.set(key, group)
      if (isTextDate) this.#ofTextDates = group
    }
    group.count += 1
    if (group.rule !== rule || group.hint !== hint) group.isMixed = true
    if (group.cells.length >= mostCells) return
    group.cells.push(cell === '' ? rowAddress : cell)
    group.values.push(value)
  }

  /** The most frequent first; equal ones in order of appearance. */
  list(): ProblemGroup[] {
    return [...this.#groups.values()]
      .map((group) => this.#describe(group))
      .sort((left, right) => right.count - left.count)
  }

  #describe({ first, isMixed, values, ...group }: CollectedGroup): ProblemGroup {
    const found = this.#ofTextDates?.first === first ? this.#textDates.explain() : undefined
    if (found !== undefined) {
      const { text, hint } = wordMessage(message('text-dates', found), this.#face) ?? { text: group.rule, hint: '' }
      return { ...group, field: found.fields.join(', '), rule: text, hint }
    }
    const many = isMixed ? wordMany(first, this.#face) : undefined
    if (many !== undefined) return { ...group, rule: many.text, hint: many.hint, values }
    const said = `${group.rule} ${group.hint}`
    return values.every((value) => said.includes(value)) ? group : { ...group, values }
  }
}
