import type { Problem } from '../../contract/outcome.ts'
import { causeOf, identifyProblem, message, wordMany, wordMessage } from '../../messages/catalogue.ts'
import { type Face, libraryFace } from '../../messages/face.ts'
import { TextDateDetector } from '../../sheet/values/date-order.ts'
import type { RowProblem } from '../tables/problems-sheet.ts'

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
