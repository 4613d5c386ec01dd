import { expect, it } from 'vitest'
import { recorded } from '../../pipeline/figures/recorded.ts'
import { figuresOf } from '../../pipeline/report/figures.ts'
import type { EditedCheck } from '../../rooms/app/check.ts'
import type { RowReport } from '../../rooms/app.ts'
import { assess } from '../../rooms/operations.ts'
import { oneDecimal } from '../../rooms/pipeline/drawing.ts'
import { planTables } from '../../rooms/pipeline/report.ts'
import { chartScores } from '../../rooms/pipeline/tables.ts'
import { RunResults, type ScoreChartData } from '../../rooms/web/runs.ts'
import { checkOf, scored } from './checked-rows.ts'

function draw(check: EditedCheck, reports: readonly RowReport[]): ScoreChartData {
  const results = new RunResults(check, { operation: assess, command: '', baseUrl: 'https://service.example' })
  for (const report of reports) results.addReport(report)
  return results.charts
}

it('sums up the scores by destination as the report does, and knows the rows behind each number', () => {
  const { state, filters } = draw(checkOf(['Spain', 'Peru', 'Spain', 'Peru']), [
    scored(4),
    scored(10),
    scored(6),
    scored(undefined),
  ])
  expect(state.kinds.map(({ name }) => name)).toEqual(['overallTrip', 'payrollTax'])
  expect(state.groups.map(({ name, count, means }) => [name, count, means.map((mean) => mean?.shown)])).toEqual([
    ['Peru', 1, ['10.0', '1.0']],
    ['Spain', 2, ['5.0', '1.0']],
  ])
  expect(state.groups.map(({ worst, high }) => [worst.shown, high])).toEqual([
    ['10.0', 1],
    ['6.0', 0],
  ])
  const behind = (filter = ''): number[] => [0, 1, 2, 3].filter((index) => filters.get(filter)?.(index))
  expect(state.groups.map(({ filter }) => behind(filter))).toEqual([[1], [0, 2]])
  expect(state.groups.map(({ highFilter }) => behind(highFilter))).toEqual([[1], []])
  // A score of 10 is in the last band.
  expect(state.spread.filter(({ count }) => count > 0).map(({ label, filter }) => [label, behind(filter)])).toEqual([
    ['4–5', [0]],
    ['6–7', [2]],
    ['9–10', [1]],
  ])
  expect(state.highest.map(({ name, row }) => [name, row])).toEqual([
    ['E1', 1],
    ['E2', 2],
    ['E0', 0],
  ])
})

it('draws no more destinations than can be told apart, and says how many are left', () => {
  const groups = Array.from({ length: 40 }, (_, index) => `C${index}`)
  const { state } = draw(
    checkOf(groups),
    groups.map(() => scored(3)),
  )
  expect([state.groups.length, state.others, state.highest.length]).toEqual([15, 25, 10])
})

it('shows the same numbers as the report and the charts over the same trips', async () => {
  const trips = Array.from({ length: 200 }, (_, id) => ({
    destination: `C${(id * 7) % 12}`,
    // Means such as 4.35 show who rounds in another way.
    result: { overallTrip: ((id * 31) % 101) / 10, payrollTax: ((id * 17) % 87) / 10 },
  }))
  const figures = await figuresOf(
    trips.map(({ destination, result }, id) =>
      recorded({ id, subject: `E${id}`, request: { destination, employeeId: `E${id}` }, result }),
    ),
  )
  const { state } = draw(
    checkOf(trips.map(({ destination }) => destination)),
    trips.map(({ result }) => scored(result.overallTrip, result.payrollTax)),
  )
  const tables = new Map(planTables(figures, { people: true, doneWord: 'scored' }).map((table) => [table.name, table]))
  const linesOf = (name: string, headings: readonly string[]): unknown[][] => {
    const { columns = [], lines = [] } = tables.get(name) ?? {}
    const places = headings.map((heading) => columns.findIndex((column) => column.heading === heading))
    return lines.map((line) => places.map((place) => (line[place] as { v?: unknown } | undefined)?.v))
  }
  const shown = state.groups.map(({ name, count, means }) => [name, count, ...means.map((mean) => mean?.shown)])
  const reported = linesOf('Risk by destination', ['Destination', 'Scored', 'Overall', 'Payroll tax'])
  expect(shown.length).toBe(12)
  expect(shown).toEqual(
    reported.map(([name, count, ...means]) => [name, count, ...means.map((mean) => oneDecimal(Number(mean)))]),
  )
  const [byDestination, , spread] = chartScores(figures.risks, figures.spread)
  expect(byDestination?.lines).toEqual(reported.map(([name, , ...means]) => [name, ...means]))
  const bands = state.spread.map(({ label, count }) => [label, count])
  expect(bands).toEqual(linesOf('Spread', ['Overall score', 'Trips and hires']))
  expect(bands).toEqual(spread?.lines)
  expect(state.highest.map(({ score }) => score)).toEqual(
    linesOf('Highest', ['Overall']).map(([overall]) => oneDecimal(Number(overall))),
  )
})
