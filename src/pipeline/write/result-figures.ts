import type { JsonFields } from '../../contract/outcome.ts'
import { parseStored } from '../../ledger/stored-json.ts'
import { tableTitles } from '../../messages/result-titles.ts'
import type { OutputCell } from '../../sheet/writing/workbook-writer.ts'
import { ScoreSums, increase, shownMean, sortByKey } from '../figures/score-sums.ts'
import { formatStatus, readScores } from '../figures/trip.ts'
import type { RowContext, SummaryTable } from '../model/operation.ts'
import { textCell } from '../rows/cells.ts'
import type { RowView } from '../rows/row-view.ts'
import type { ChartTable } from '../tables/charts-sheet.ts'
import { chartScores, labelOfBand } from '../tables/score-charts.ts'
import { headLine } from './summary-sheet.ts'

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
    return [
      [],
      [textCell(title)],
      headLine(tableTitles[groupHeading] ?? groupHeading, 'Rows', 'Mean', 'Worst'),
      ...groups.map(({ group, risks: { overallTrip } }): OutputCell[] => [
        textCell(group),
        { t: 'n', v: overallTrip.count },
        { t: 'n', v: shownMean(overallTrip) ?? 0, f: '0.0' },
        { t: 'n', v: overallTrip.worst, f: '0.0' },
      ]),
      [],
      headLine('Overall score', 'Rows'),
      ...this.#scores.spread.map((count, band): OutputCell[] => [textCell(labelOfBand(band)), { t: 'n', v: count }]),
      ...listCounts('PE level', this.#levels),
      ...listCounts('Last decision', this.#decisions),
    ]
  }

  charts(): ChartTable[] {
    return chartScores(this.#scores.list(), this.#scores.spread)
  }
}

function listCounts(heading: string, counts: ReadonlyMap<string, number>): OutputCell[][] {
  if (counts.size === 0) return []
  return [
    [],
    headLine(heading, 'Rows'),
    ...sortByKey(counts).map(([name, count]): OutputCell[] => [textCell(name), { t: 'n', v: count }]),
  ]
}
