import { basename, dirname, resolve } from 'node:path'
import type { EditedCheck, EditedRow } from '../app/check-edited.ts'
import type { RowReport } from '../app/row-report.ts'
import { scoreFields } from '../contract/assessment.ts'
import { carriedOnStates, inDoubtStates, refusedStates } from '../contract/states.ts'
import type { RunReport } from '../pipeline/terms/options.ts'
import { toPlainWords } from './plain-words.ts'
import type { Complaint, EndState, RowWindow, ShownCell, ShownRow, UnknownState } from './protocol.ts'

const tripFields = ['employeeId', 'destination', 'startDate', 'endDate'] as const
const resultFields = ['overallTrip', ...scoreFields.filter((field) => field !== 'overallTrip'), 'contractorMisclass']
const columns = ['outcome', ...tripFields, ...resultFields, 'cumulativePeRiskLevel', 'report', 'problem']
const leftStates = [carriedOnStates, inDoubtStates, refusedStates]
const mostRows = 400

/** What became of each row of a run, for the page to show. */
export class RunResults {
  /** The file that the run has read: its rows come in the same order. */
  readonly #check: EditedCheck
  readonly #reports: RowReport[] = []
  #unknown: UnknownState[] = []
  output: string | undefined

  constructor(check: EditedCheck) {
    this.#check = check
  }

  readonly take = (report: RowReport): void => {
    this.#reports.push(report)
  }

  get unknown(): readonly UnknownState[] {
    return this.#unknown
  }

  noteAnswer(reference: string, answer: string, refusal: string | undefined): void {
    this.#unknown = this.#unknown.map((each) =>
      each.reference !== reference
        ? each
        : refusal === undefined
          ? { ...each, answer, refusal: null }
          : { ...each, refusal: toPlainWords(refusal) },
    )
  }

  describeEnd(report: RunReport, spilled: number, error: Complaint | null): EndState {
    this.#unknown = this.#reports.flatMap((row, index) => this.#describeUnknown(row, index))
    this.output = report.output?.file
    const { halt, balance, rows, orphans } = report
    return {
      balance,
      rows,
      halt:
        halt === undefined
          ? null
          : {
              kind: halt.kind,
              message: toPlainWords('message' in halt ? halt.message : ''),
              count: 'count' in halt ? halt.count : 0,
            },
      output:
        report.output === undefined
          ? null
          : { name: basename(report.output.file), folder: dirname(resolve(report.output.file)) },
      orphans,
      isLeft: balance.some(({ state }) => leftStates.some((group) => group.has(state))),
      error,
      columns: columns.map((heading) => ({ heading })),
      spilled,
    }
  }

  describeFailure(error: Complaint, spilled: number): EndState {
    return { balance: [], rows: 0, halt: null, output: null, orphans: 0, isLeft: true, error, columns: [], spilled }
  }

  /** Rows of one outcome, or of all. */
  window({ filter, from, count }: { filter: string; from: number; count: number }): RowWindow {
    const indexes = this.#reports.flatMap(({ state }, index) => (filter === 'all' || filter === state ? index : []))
    return {
      version: 0,
      total: indexes.length,
      from,
      rows: indexes.slice(from, from + Math.min(count, mostRows)).flatMap((index) => this.#describeRow(index)),
    }
  }

  #describeRow(index: number): ShownRow[] {
    const report = this.#reports[index]
    if (report === undefined) return []
    const { outcome, state, wasDone, reportUrl, rowNumber, problem, hint } = report
    const result = outcome.state === 'done' ? outcome.result : {}
    const trip = this.#tripOf(index)
    const words = [toPlainWords(problem), toPlainWords(hint)].filter((text) => text !== '').join(' ')
    const cells: ShownCell[] = [
      { text: wasDone ? `${state} earlier` : state, ...(problem === '' ? {} : { mark: 'doubtful' }) },
      ...trip.map((text) => ({ text })),
      ...[...resultFields, 'cumulativePeRiskLevel'].map((field) => ({ text: String(result[field] ?? '') })),
      isWebAddress(reportUrl) ? { text: 'open', href: reportUrl } : { text: '' },
      { text: words },
    ]
    return [{ sheet: 0, line: rowNumber, number: String(rowNumber), state, cells, problems: [] }]
  }

  #tripOf(index: number): string[] {
    const row: EditedRow | undefined = this.#check.rows[index]
    const fields = row === undefined ? undefined : this.#check.sheets[row.sheet]?.fields
    return tripFields.map((field) => {
      const at = fields?.[field]
      return at === undefined ? '' : (row?.texts[at] ?? '')
    })
  }

  #describeUnknown({ reference, outcome, rowNumber, problem }: RowReport, index: number): UnknownState[] {
    if (reference === undefined) return []
    const sentAt = outcome.state === 'unknown' ? (outcome.sentAtMs ?? null) : null
    const about = this.#tripOf(index).filter((text) => text !== '')
    return [
      { reference, row: String(rowNumber), about, sentAt, problem: toPlainWords(problem), answer: null, refusal: null },
    ]
  }
}

function isWebAddress(text: string | undefined): text is string {
  return text !== undefined && /^https?:\/\//i.test(text)
}
