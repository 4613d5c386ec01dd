import { expect, it } from 'vitest'
import { type ChartTable, planCharts } from '../../rooms/pipeline/tables.ts'

const table: ChartTable = {
  ...{ title: 'T', description: 'D', kind: 'bars', axisTitle: 'A', hasScores: true, drawn: [2] },
  headings: ['Country', 'one', 'two'],
  lines: [
    ['Spain', 1, 2],
    ['Peru', undefined, 4],
  ],
}

it('charts stand above the cells that they are drawn of, which stand side by side', () => {
  const other: ChartTable = { ...table, hasScores: false, headings: ['Band', 'count'], lines: [['0–1', 7]], drawn: [1] }
  const { sheet, lines } = planCharts([table, { ...table, lines: [] }, other, other], Date.UTC(2026, 2, 1, 9, 30))
  expect(sheet.charts?.map(({ categories, series, place }) => [categories, series, place.column, place.row])).toEqual([
    ['A42:A43', [{ name: 'C41', values: 'C42:C43' }], 0, 0],
    ['E42:E42', [{ name: 'F41', values: 'F42:F42' }], 6, 0],
    ['H42:H42', [{ name: 'I41', values: 'I42:I42' }], 0, 20],
  ])
  const shown = lines.map((line) => line.map((cell) => (cell.t === 'z' ? '' : cell.v)))
  expect(shown.slice(39)).toEqual([
    ['As known on 2026-03-01 09:30 (UTC)'],
    ['Country', 'one', 'two', '', 'Band', 'count', '', 'Band', 'count'],
    ['Spain', 1, 2, '', '0–1', 7, '', '0–1', 7],
    ['Peru', '', 4],
  ])
  expect(sheet.columns.flatMap(({ hasColourScale }, index) => (hasColourScale ? [index] : []))).toEqual([1, 2])
})

function withBars(count: number): ChartTable {
  return { ...table, lines: Array.from({ length: count }, (_, index) => [`Country ${index}`, 1, 2]) }
}

it.each([
  [2, 'T', 19],
  [16, 'T', 22],
  [40, 'T', 46],
  [57, 'T: the first 40, 17 others below', 46],
])('of %d bars all are drawn, or the title says how many are not', (count, title, rows) => {
  const { sheet, lines } = planCharts([withBars(count), { ...table, kind: 'columns' }], 0)
  const [chart, beside] = sheet.charts ?? []
  expect([chart?.title, chart?.place.rows, beside?.place.rows]).toEqual([title, rows, 19])
  expect(chart?.categories).toBe(`A${rows + 3}:A${rows + 2 + Math.min(40, count)}`)
  expect(lines).toHaveLength(rows + 2 + count)
  expect(sheet.printed).toBe(`A1:L${rows + 1}`)
})

it('charts of what was made up say so, in their titles too', () => {
  const { sheet, lines } = planCharts([table], Date.UTC(2026, 2, 1, 9, 30), 'SIMULATED')
  expect(sheet.charts?.map(({ title }) => title)).toEqual(['SIMULATED: T'])
  expect(lines[19]).toMatchObject([{ v: 'SIMULATED: As known on 2026-03-01 09:30 (UTC)' }])
})

it('of nothing there are none', () => {
  expect(planCharts([{ ...table, lines: [] }], 0)).toMatchObject({ lines: [], sheet: { charts: [] } })
})
