import type { JsonFields } from '../../contract/outcome.ts'
import type { RecordedSpan, ShownLine } from '../../ledger/port/outcomes.ts'
import type { LedgerLine } from '../../ledger/port/watermark.ts'
import { parseStored } from '../../ledger/stored-json.ts'
import { type Face, libraryFace } from '../../messages/face.ts'
import { tableTitles } from '../../messages/table-titles.ts'
import type { OutputCell, OutputSheet } from '../../sheet/writing/workbook-writer.ts'
import { toMinute } from '../../support/clock.ts'
import { filledIn, formatWatermark, watermarkLabel } from '../earlier-output/ledger-watermark.ts'
import { increase, ScoreSums, shownMean, sortByKey } from '../figures/score-sums.ts'
import { formatStatus, readScores } from '../figures/select-countable-trips.ts'
import type { RowContext, SummaryTable } from '../model/operation.ts'
import { textCell, valueCell } from '../rows/cells.ts'
import type { RowView } from '../rows/row-view.ts'
import { type ChartTable, chartScores, labelOfBand } from '../tables/charts-sheet.ts'

export const summarySheet: OutputSheet = {
  name: 'Summary',
  hasHeadings: false,
  columns: [
    { heading: '', width: 30 },
    // Longer text runs on into the empty cells beside it; figures stand under their headings.
    { heading: '', width: 12 },
    { heading: '', width: 12 },
    { heading: '', width: 12 },
  ],
}

export interface SummaryFacts {
  file: string
  /** Empty for CSV. */
  sheets: readonly { name: string; rows: number }[]
  operation: string
  title: string
  /** Field → the `--set` value of its empty cells. */
  filledIn?: ReadonlyMap<string, string>
  targetLabel: string
  company: string
  isTestTarget: boolean
  isSimulated: boolean
  toolVersion: string
  ledger: LedgerLine
  /** No time of the run itself: an unchanged output stays the same, byte for byte. */
  recorded: RecordedSpan
  balance: readonly ShownLine[]
  orphans: number
}

function describeEnvironment({ isSimulated, isTestTarget }: SummaryFacts): string {
  if (isSimulated) return 'SIMULATED: everything here is made up by the sandbox, nothing of it is at the service'
  return isTestTarget ? 'test' : 'not marked as test'
}

export function listSummary(facts: SummaryFacts, { option }: Face = libraryFace): OutputCell[][] {
  const { title, company, recorded, balance, orphans } = facts
  const isNamed = company !== 'default'
  const filled = [...(facts.filledIn ?? [])]
  const lines: SummaryLine[] = [
    [{ ...textCell(isNamed ? `${title}: ${company}` : title), look: 'title' }],
    [],
    ['Input', facts.file],
    ...facts.sheets.map(({ name, rows }): SummaryLine => ['Sheet read', name, { t: 'n', v: rows, f: '#,##0 "rows"' }]),
    ['Operation', facts.operation],
    ...filled.map(([field, value]) => [`${filledIn}${option('set')}`, field, value]),
    ['Service', facts.targetLabel],
    ...(isNamed ? [['Company', company]] : []),
    ['Environment', describeEnvironment(facts)],
    ...timeLine('First sent (UTC)', recorded.firstSentAt),
    ...timeLine('Last recorded (UTC)', recorded.lastRecordedAt),
    ['rwa-batch', facts.toolVersion],
    [watermarkLabel, formatWatermark(facts.ledger)],
    [],
    headLine('Outcome', 'Rows'),
    ...balance.map(({ state, wasDone, wasNamed, count }) => [
      wasDone ? `${state} (already done)` : wasNamed ? `${state} (asked again)` : state,
      count,
    ]),
    ['rows in all', balance.reduce((sum, { count }) => sum + count, 0)],
    ...(orphans === 0 ? [] : [['no row any more (Orphans)', orphans]]),
  ]
  return lines.map((line) => line.map(valueCell))
}

type SummaryLine = readonly (OutputCell | string | number)[]

function timeLine(label: string, at: number | undefined): SummaryLine[] {
  return at === undefined ? [] : [[label, toMinute(at)]]
}

function headLine(...headings: readonly string[]): OutputCell[] {
  return headings.map((heading) => ({ ...textCell(heading), look: 'heading' }))
}

export class ResultFigures {
  readonly #table: SummaryTable
  readonly #scores = new ScoreSums()
  readonly #levels = new Map<string, number>()
  readonly #decisions = new Map<string, number>()
  decidedAt = 0

  constructor(table: SummaryTable) {
    this.#table = table
  }

  add(view: RowView, { latest }: Pick<RowContext, 'latest'>): void {
    const scores = readScores(view.result)
    if (scores.overallTrip === undefined) return
    this.#scores.add(this.#table.group(view), scores)
    const level = view.result['cumulativePeRiskLevel']
    if (typeof level === 'string' && level !== '') increase(this.#levels, level)
    this.decidedAt = Math.max(this.decidedAt, latest?.at ?? 0)
    const status = latest === undefined ? undefined : parseStored<JsonFields>(latest.request, 'request')['status']
    if (latest === undefined || status === undefined) increase(this.#decisions, 'none recorded')
    else increase(this.#decisions, formatStatus(String(status), latest.state))
  }

  /** Empty while no row has a score. */
  list(): OutputCell[][] {
    const { title, groupHeading } = this.#table
    const groups = this.#scores.list()
    if (groups.length === 0) return []
    const score = (v: number): OutputCell => ({ t: 'n', v, f: '0.0' })
    const lines: SummaryLine[] = [
      [],
      [title],
      headLine(tableTitles[groupHeading] ?? groupHeading, 'Rows', 'Mean', 'Worst'),
      ...groups.map(({ group, risks: { overallTrip } }) => {
        return [group, overallTrip.count, score(shownMean(overallTrip) ?? 0), score(overallTrip.worst)]
      }),
      [],
      headLine('Overall score', 'Rows'),
      ...this.#scores.spread.map((count, band) => [labelOfBand(band), count]),
      ...listCounts('PE level', this.#levels),
      ...listCounts('Last decision', this.#decisions),
    ]
    return lines.map((line) => line.map(valueCell))
  }

  charts(): ChartTable[] {
    return chartScores(this.#scores.list(), this.#scores.spread)
  }
}

function listCounts(heading: string, counts: ReadonlyMap<string, number>): SummaryLine[] {
  return counts.size === 0 ? [] : [[], headLine(heading, 'Rows'), ...sortByKey(counts)]
}
