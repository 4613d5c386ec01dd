import { describe, expect, it } from 'vitest'
import { record, sentAt, view } from '../pipeline/write/views.ts'
import { operations, resultColumn, resultNumberColumn, resultTextColumn, timeColumn } from '../rooms/operations.ts'
import type { ResultColumn } from '../rooms/pipeline/model.ts'
import { linkCell } from '../rooms/pipeline/rows.ts'

const row = view(record({ of: { state: 'done', result: '{"score":0,"level":"Low"}' } }))

describe('a result column', () => {
  it.each<[string, ResultColumn, object]>([
    ['text', resultColumn('a', 9, () => 'x'), { t: 's', v: 'x' }],
    ['no text', resultColumn('a', 9, () => ''), { t: 'z' }],
    [
      'an address',
      resultColumn('a', 9, () => linkCell('https://x.example')),
      { t: 'link', v: 'https://x.example', href: 'https://x.example' },
    ],
    ['no address', resultColumn('a', 9, () => linkCell('')), { t: 'z' }],
    ['a time', timeColumn('a', () => sentAt), { t: 'd', v: '2026-03-01T09:30:00.000', f: 'yyyy-mm-dd hh:mm' }],
    ['no time', timeColumn('a', () => undefined), { t: 'z' }],
    ['a score of 0', resultNumberColumn('score'), { t: 'n', v: 0 }],
    ['a score that is missing', resultNumberColumn('other'), { t: 'z' }],
    ['a score that is text', resultNumberColumn('level'), { t: 'z' }],
    ['a text of the result', resultTextColumn('level'), { t: 's', v: 'Low' }],
    ['a text that is a number', resultTextColumn('score'), { t: 'z' }],
  ])('shows %s', (_, column, expected) => {
    expect(column.cell(row)).toEqual(expected)
  })

  it('of scores has their colours, and no column is wider than 40', () => {
    const column = resultNumberColumn('score')
    for (const { output } of operations)
      for (const { width = 0 } of output.columns) expect(width).toBeLessThanOrEqual(40)
    expect([column.hasColourScale, resultTextColumn('a').hasColourScale]).toEqual([true, undefined])
  })

  it.each(operations.map((operation) => [operation.name, operation] as const))(
    'of %s has a comment in plain words on its heading, other columns where they need one',
    (_, { output: { columns, extraSheets = [] } }) => {
      expect(columns.filter(({ note = '' }) => note === '')).toEqual([])
      const others = extraSheets.flatMap(({ columnsFor }) => columnsFor([])).filter(({ note = '' }) => note === '')
      for (const { heading } of others) {
        expect(heading).toMatch(/^(?:employeeId|name|destination|startDate|endDate|lastDecision(?:By|At)|status|note)$/)
      }
    },
  )
})

it.each(operations.flatMap(({ output }) => output.columns.map((column) => [column.heading, column.width ?? 16])))(
  'the column %s is wide enough for the mark SIMULATED before its heading: a copy of a workbook has these widths',
  (_, width) => expect(width).toBeGreaterThanOrEqual(12),
)
