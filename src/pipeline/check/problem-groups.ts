import { TextDateDetector } from '../../sheet/values/text-date-detector.ts'
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
}

const mostCells = 1_000
/** A rule may quote a value of its row, so there may be as many groups as rows. */
const mostGroups = 10_000

export class ProblemGroups {
  readonly #groups = new Map<string, ProblemGroup>()
  readonly #textDates = new TextDateDetector()
  #ofTextDates: ProblemGroup | undefined
  /** Problems beyond `mostGroups`, only counted. */
  others = 0

  /** `rowAddress`: `row 17`. */
  add(rowAddress: string, { outcome, problem }: RowProblem): void {
    const { field, rule, hint, cell, value, cause } = problem
    const key = JSON.stringify(cause === undefined ? [outcome, field, rule, hint] : [outcome, cause])
    if (cause === 'text-date') this.#textDates.observe(field, value, cell)
    let group = this.#groups.get(key)
    if (group === undefined) {
      if (this.#groups.size >= mostGroups) {
        this.others += 1
        return
      }
      group = { outcome, field, rule, hint, count: 0, cells: [] }
      this.#groups.set(key, group)
      if (cause === 'text-date') this.#ofTextDates = group
    }
    group.count += 1
    if (group.cells.length < mostCells) group.cells.push(cell === '' ? rowAddress : cell)
  }

  /** The most frequent first; equal ones in order of appearance. */
  list(): ProblemGroup[] {
    const found = this.#textDates.explain()
    if (this.#ofTextDates !== undefined && found !== undefined) {
      const rule = `must be dates that can be read; these are text, and ${found.finding}`
      Object.assign(this.#ofTextDates, { field: found.fields.join(', '), rule, hint: `To read them ${found.advice}.` })
    }
    return [...this.#groups.values()].sort((left, right) => right.count - left.count)
  }
}
