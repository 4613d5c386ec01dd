import type { EditedCheck } from '../../app/check/check-sheet.ts'
import type { RowReport } from '../../app/row-report.ts'
import { type RowOutcome, resultOf } from '../../contract/outcome.ts'
import { heatClass } from '../../messages/score-colours.ts'
import { assess } from '../../operations/assess.ts'
import { oneDecimal } from '../../pipeline/drawing/pictures.ts'
import { allOthers, highScore, kindsWithScores, type ScoreSums, shownMean } from '../../pipeline/figures/score-sums.ts'
import { type RiskScores, readScores } from '../../pipeline/figures/select-countable-trips.ts'
import { labelOfBand } from '../../pipeline/tables/charts-sheet.ts'
import { identifyRow, listResultColumns } from '../result-row.ts'

/** Groups that the page lists; it says how many others there are. */
const mostDrawn = 15
const maxHighest = 10

export type ScoreChartData = ReturnType<typeof buildScoreCharts>

export interface ChartRow {
  index: number
  group: string
  scores: RiskScores
  overall: number
}

export function readChartRow(check: EditedCheck, { outcome }: RowReport, index: number): ChartRow | undefined {
  const scores = readScores(resultOf(outcome))
  const { overallTrip: overall } = scores
  return overall === undefined
    ? undefined
    : { index, group: earlierGroup(outcome) ?? check.rows[index]?.group ?? '', scores, overall }
}

/** A kept row has the scores of its earlier version. */
function earlierGroup(outcome: RowOutcome): string | undefined {
  if (outcome.state !== 'kept') return undefined
  return outcome.differences.find(({ field }) => field === assess.output.summary?.groupHeading)?.before
}

/** Sums up the scores as the workbook and the report do, with the rows behind each sum. */
export function buildScoreCharts(check: EditedCheck, rows: readonly (ChartRow | undefined)[], sums: ScoreSums) {
  const scored = rows.filter((each) => each !== undefined)
  const groups = sums.list()
  const kinds = kindsWithScores(groups)
  /** By name: tests if a row, by its index, belongs to a clicked element. */
  const filters = new Map<string, (index: number) => boolean>()
  const addFilter = (name: string, isMeant: (each: ChartRow) => boolean): string => {
    filters.set(name, (index) => {
      const row = rows[index]
      return row !== undefined && isMeant(row)
    })
    return name
  }
  const columns = listResultColumns(assess, check)
  const drawn = groups.slice(0, mostDrawn)
  const isNamed = new Set(groups.map(({ group }) => group))
  return {
    filters,
    state: {
      /** Kinds of risk with scores, and their column in the table of results. */
      kinds: kinds.map((kind) => ({ name: kind, column: columns.findIndex(({ heading }) => heading === kind) })),
      /** By destination, the highest mean overall score first. Mean and colour for each kind. */
      groups: drawn.map(({ group, risks }, position) => {
        const isMeant = (each: ChartRow): boolean =>
          group === allOthers ? !isNamed.has(each.group) : each.group === group
        return {
          name: group,
          filter: addFilter(`group.${position}`, isMeant),
          count: risks.overallTrip.count,
          worst: showScore(risks.overallTrip.worst),
          high: risks.overallTrip.high,
          highFilter: addFilter(`high.${position}`, (each) => isMeant(each) && each.overall >= highScore),
          means: kinds.map((kind) => {
            const mean = shownMean(risks[kind])
            return mean === undefined ? null : showScore(mean)
          }),
        }
      }),
      others: groups.length - drawn.length,
      spread: sums.spread.map((count, band) => ({
        label: labelOfBand(band),
        filter: addFilter(`band.${band}`, ({ overall }) => Math.min(9, Math.max(0, Math.floor(overall))) === band),
        count,
        heat: heatClass(band + 0.5),
      })),
      highest: listHighest(scored).map(({ index, group, overall }) => {
        const { shown, heat } = showScore(overall)
        return { name: identifyRow(check, index, assess)[0] ?? '', about: group, score: shown, heat, row: index }
      }),
    },
  }
}

/** The first of equal scores wins. Avoids sorting all rows, which would block the event loop. */
function listHighest(scored: readonly ChartRow[]): ChartRow[] {
  const highest: ChartRow[] = []
  for (const each of scored) {
    if (each.overall <= (highest[maxHighest - 1]?.overall ?? Number.NEGATIVE_INFINITY)) continue
    highest.splice(maxHighest - 1)
    const position = highest.findIndex(({ overall }) => overall < each.overall)
    highest.splice(position < 0 ? highest.length : position, 0, each)
  }
  return highest
}

function showScore(score: number): { shown: string; heat: string } {
  return { shown: oneDecimal(score), heat: heatClass(score) }
}
