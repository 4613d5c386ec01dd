import { basename, dirname, resolve } from 'node:path'
import type { EditedCheck } from '../../app/check/check-sheet.ts'
import { type RowReport, reportWindow } from '../../app/row-report.ts'
import { carriedOnStates, notCreatedStates, openStates, undoneStates } from '../../contract/states.ts'
import { describeHalt } from '../../messages/catalogue.ts'
import type { AnswerEnd } from '../../pipeline/earlier-output/unknown-answers.ts'
import { highScore, ScoreSums } from '../../pipeline/figures/score-sums.ts'
import type { Operation } from '../../pipeline/model/operation.ts'
import type { LoadedRun, RunReport } from '../../pipeline/model/options.ts'
import { countRowsMeant } from '../../pipeline/write/summary-sheet.ts'
import type { RowWindow, ShownRow } from '../protocol.ts'
import type { WindowQuery } from '../request-schemas.ts'
import { describeResult, identifyRow, listResultColumns, numberOf } from '../result-row.ts'
import { listOutcomes, type RunOutcomes } from '../sheet/check-state.ts'
import { containsText, cutWindow, maxWindowRows, orderRows } from '../sheet/row-window.ts'
import { type PageError, pageFace } from '../user-messages.ts'
import { buildScoreCharts, type ChartRow, readChartRow, type ScoreChartData } from './score-charts.ts'

export interface ShownUnknown {
  reference: string
  row: string
  about: readonly string[]
  sentAt: number | null
  problem: string
  answer: string | null
  refusal: string | null
}

type EndedReport = Pick<RunReport, 'halt' | 'balance' | 'rows' | 'orphans' | 'output'> &
  Partial<Pick<RunReport, 'runId'>>

export type RunEnd = ReturnType<RunResults['describeEnd']>

export class RunResults {
  /** The file that the run has read: reports come in the order of its rows. */
  readonly #check: EditedCheck
  readonly run: { operation: Operation; command: string; baseUrl: string }
  readonly #reports: RowReport[] = []
  readonly #scored: (ChartRow | undefined)[] = []
  readonly #sums = new ScoreSums()
  #loadedRun: LoadedRun | undefined
  readonly #reads = new Set<Promise<RowWindow>>()
  unknown: readonly ShownUnknown[] = []
  /** References of those of which a person found that nothing was created. */
  readonly #denied = new Set<string>()
  #charts: ScoreChartData | undefined
  output: string | undefined

  constructor(check: EditedCheck, run: { operation: Operation; command: string; baseUrl: string }) {
    this.#check = check
    this.run = run
  }

  readonly addReport = (report: RowReport): void => {
    const scored = readChartRow(this.#check, report, this.#reports.length)
    // Summed up row by row: a sum over all rows at the end would block the event loop.
    if (scored !== undefined) this.#sums.add(scored.group, scored.scores)
    this.#scored.push(scored)
    this.#reports.push(report)
    this.#charts = undefined
  }

  readonly setLoadedRun = (run: LoadedRun): void => {
    this.#loadedRun = run
  }

  /** Resolves when nothing reads the ledger of the run any more. */
  readonly leaveLoadedRun = async (): Promise<void> => {
    this.#loadedRun = undefined
    await Promise.allSettled(this.#reads)
  }

  get columns(): { heading: string }[] {
    return listResultColumns(this.run.operation, this.#check)
  }

  get outcomes(): RunOutcomes {
    return listOutcomes(this.#check, this.#reports, this.#denied)
  }

  get charts(): ScoreChartData {
    this.#charts ??= buildScoreCharts(this.#check, this.#scored, this.#sums)
    return this.#charts
  }

  recordAnswer(reference: string, answer: string, { problem: refusal, isDenial }: AnswerEnd): void {
    if (isDenial) this.#denied.add(reference)
    const noted = refusal === undefined ? { answer, refusal: null } : { refusal }
    this.unknown = this.unknown.map((each) => (each.reference === reference ? { ...each, ...noted } : each))
  }

  describeEnd(
    { halt, balance, rows, orphans, output, ...ended }: EndedReport,
    spilled: number,
    error: PageError | null = null,
  ) {
    if (error === null) this.unknown = this.#reports.flatMap((row, index) => this.#describeUnknown(row, index))
    this.output = output?.file
    const sumIf = (isMeant: (state: string) => boolean): number =>
      balance.reduce((sum, { state, count }) => (isMeant(state) ? sum + count : sum), 0)
    return {
      /** Its number in the ledger; null for one that failed. */
      number: ended.runId ?? null,
      balance,
      /** Rows with a result, now or before. */
      done: sumIf((state) => !notCreatedStates.has(state) && !openStates.has(state)),
      /** Rows that count: neither totals and notes nor what a person has left out. */
      items: countRowsMeant({ balance }),
      high: this.#scored.filter((each) => each !== undefined && each.overall >= highScore).length,
      /** Lines of the balance that a person may do something about. */
      open: balance.filter(({ state }) => openStates.has(state) || undoneStates.has(state)),
      rows,
      halt: halt === undefined ? null : describeHalt(halt, pageFace),
      isTokenRefused: halt?.kind === 'authorisation',
      output: output === undefined ? null : { name: basename(output.file), folder: dirname(resolve(output.file)) },
      orphans,
      /** Another run of the same sheet would have something to do. What was refused is corrected, not repeated. */
      isLeft: error !== null || sumIf((state) => carriedOnStates.has(state)) > 0,
      error,
      command: this.run.command,
      refused: sumIf((state) => state === 'rejected'),
      wrong: sumIf((state) => state === 'invalid'),
      /** Lines of answers that could not be written to the ledger. */
      spilled,
    }
  }

  /** Rows with one outcome, destination or band of scores, or all. During the run: all rows in their current state. */
  async window({ filter, find, sort, ...part }: WindowQuery): Promise<RowWindow> {
    if (this.#loadedRun !== undefined) {
      const read = this.#readLoadedRun(this.#loadedRun, part)
      this.#reads.add(read)
      return read.finally(() => this.#reads.delete(read))
    }
    const matchesFilter = this.charts.filters.get(filter)
    const contains = containsText(find)
    const show = (index: number): ShownRow | undefined =>
      this.#reports[index] && this.#show(this.#reports[index], index)
    const indexes = this.#reports.flatMap((report, index) => {
      const isMeant = filter === 'all' || filter === report.state || matchesFilter?.(index) === true
      return isMeant && (contains === undefined || show(index)?.cells.some(({ text }) => contains(text))) ? index : []
    })
    const order = { sort, of: this.#reports, key: `${filter} ${find}` }
    const ordered = orderRows(indexes, order, (index, column) => show(index)?.cells[column]?.text ?? '')
    return cutWindow(ordered, part, show)
  }

  async #readLoadedRun(run: LoadedRun, { from, count }: Pick<WindowQuery, 'from' | 'count'>): Promise<RowWindow> {
    const part = { from, count: Math.min(count, maxWindowRows), face: pageFace }
    const reports = await reportWindow(this.run.operation, run, part)
    return { total: this.#check.rows.length, from, rows: reports.map((report, at) => this.#show(report, from + at)) }
  }

  #show(report: RowReport, index: number): ShownRow {
    return describeResult(report, this.#check, index, this.run)
  }

  #describeUnknown({ reference, outcome, rowNumber, problem }: RowReport, index: number): ShownUnknown[] {
    if (reference === undefined) return []
    const row = numberOf(this.#check, index, rowNumber)
    const about = identifyRow(this.#check, index, this.run.operation).filter((text) => text !== '')
    // The time is shown separately, in the browser's format.
    const [sentAt, why] = outcome.state === 'unknown' ? [outcome.sentAtMs ?? null, outcome.reason] : [null, problem]
    return [{ reference, row, about, sentAt, problem: why, answer: null, refusal: null }]
  }
}
