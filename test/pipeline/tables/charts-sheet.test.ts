import { expect, it } from 'vitest'
import { type ChartTable, planCharts } from '../../../src/pipeline/tables/charts-sheet.ts'

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

it('charts of what was made up say so, in their titles too', () => {
  const { sheet, lines } = planCharts([table], Date.UTC(2026, 2, 1, 9, 30), 'SIMULATED')
  expect(sheet.charts?.map(({ title }) => title)).toEqual(['SIMULATED: T'])
  expect(lines[19]).toMatchObject([{ v: 'SIMULATED: As known on 2026-03-01 09:30 (UTC)' }])
})

it('of nothing there are none', () => {
  expect(planCharts([{ ...table, lines: [] }], 0)).toMatchObject({ lines: [], sheet: { charts: [] } })
})
