import type { JsonFields } from '../../contract/outcome.ts'
import { parseStored } from '../../ledger/stored-json.ts'
import { resultTitles, tableTitles } from '../../messages/result-titles.ts'
import type { OutputCell } from '../../sheet/writing/workbook-writer.ts'
import { addScore, increase, kindsWithScores, noScores, ScoreSums, shownMean } from '../figures/score-sums.ts'
import { formatStatus, readScores } from '../figures/select-countable-trips.ts'
import type { RowContext, SummaryTable } from '../model/operation.ts'
import type { RowView } from '../rows/row-view.ts'
import { type ChartTable, chartScores } from '../tables/charts-sheet.ts'

interface HighTrip {
  score: number
  cells: (OutputCell | string)[]
}

/** More of them, and the charts are on the next page. */
export const mostShown = 15
const mostHigh = 10

export class ResultFigures {
  readonly table: SummaryTable
  readonly overall = noScores()
  readonly levels = new Map<string, number>()
  readonly decisions = new Map<string, number>()
  /** The highest trips of those at 7 and more. */
  high: HighTrip[] = []
  decidedAt = 0
  readonly #scores = new ScoreSums()

  constructor(table: SummaryTable) {
    this.table = table
  }

  add(view: RowView, { latest }: Pick<RowContext, 'latest'>): void {
    const scores = readScores(view.result)
    const { overallTrip } = scores
    if (overallTrip === undefined) return
    this.#scores.add(this.table.group(view), scores)
    const before = this.overall.high
    addScore(this.overall, overallTrip)
    const level = view.result['cumulativePeRiskLevel']
    const hasLevel = typeof level === 'string' && level !== ''
    if (hasLevel) increase(this.levels, level)
    if (this.overall.high > before) {
      const cells = [...this.table.describe(view), '', scoreCell(overallTrip), hasLevel ? `PE level ${level}` : '']
      this.high.push({ score: overallTrip, cells })
      this.high = this.high.toSorted((one, other) => other.score - one.score).slice(0, mostHigh)
    }
    this.decidedAt = Math.max(this.decidedAt, latest?.at ?? 0)
    const status = latest === undefined ? undefined : parseStored<JsonFields>(latest.request, 'request')['status']
    if (latest === undefined || status === undefined) increase(this.decisions, 'none recorded')
    else increase(this.decisions, formatStatus(String(status), latest.state))
  }

  get spread(): readonly number[] {
    return this.#scores.spread
  }

  get groups(): number {
    return this.#scores.list().length
  }

  /** The groups with the highest score first; `left`: groups that are not among them. */
  listGroups(): { headings: string[]; lines: (OutputCell | string | number)[][]; left: number } {
    const groups = this.#scores
      .list()
      .toSorted((one, other) => other.risks.overallTrip.worst - one.risks.overallTrip.worst)
    const kinds = kindsWithScores(groups)
    const { groupHeading } = this.table
    const titles = kinds.slice(1).map((kind) => resultTitles[kind])
    return {
      headings: [tableTitles[groupHeading] ?? groupHeading, 'Rows', 'Highest', '7 or more', 'Mean', ...titles],
      lines: groups.slice(0, mostShown).map(({ group, risks }) => {
        const { count, worst, high } = risks.overallTrip
        const means = kinds.map((kind) => scoreCell(shownMean(risks[kind])))
        return [group, count, scoreCell(worst), high === 0 ? '' : high, ...means]
      }),
      left: Math.max(0, groups.length - mostShown),
    }
  }

  charts(): ChartTable[] {
    return chartScores(this.#scores.list(), this.spread)
  }
}

/** A mark beside the colour: it is seen on grey paper, and by all eyes. */
function scoreCell(v: number | undefined): OutputCell {
  return v === undefined ? { t: 'z' } : { t: 'n', v, f: '[>=7]"▲ "0.0;0.0' }
}
