import { describe, expect, it } from 'vitest'
import { findRefilled, TableRangeTracker } from '../../rooms/pipeline/load.ts'

describe('the table of a sheet', () => {
  it.each<[string, [row: number, isStray: boolean][], lastRow: number, rows: number]>([
    [
      'ends with its last row',
      [
        [4, false],
        [6, false],
      ],
      6,
      2,
    ],
    [
      'ends before totals and notes',
      [
        [4, false],
        [5, false],
        [6, true],
        [9, true],
      ],
      5,
      2,
    ],
    [
      'holds subtotals between its rows',
      [
        [4, false],
        [5, true],
        [6, false],
        [7, true],
      ],
      6,
      3,
    ],
    ['may hold nothing but them', [[4, true]], 3, 0],
    ['may be empty', [], 3, 0],
  ])('%s', (_, rows, lastRow, count) => {
    const measure = new TableRangeTracker(3, new Map())
    for (const [row, isStray] of rows) measure.addRow(row, isStray)
    expect(measure.range).toEqual({ headingRow: 3, lastRow, rows: count, refilled: new Map() })
  })
})

describe('a result column takes the place of', () => {
  const results = [{ heading: 'outcome' }, { heading: 'assessmentId' }, { heading: 'hint' }]
  it.each<[string, { heading: string; field: string | undefined }[], [string, number][]]>([
    [
      'one that is headed like it',
      [
        { heading: 'Staff', field: 'employeeId' },
        { heading: 'outcome', field: undefined },
      ],
      [['outcome', 1]],
    ],
    ['one that is read as its field', [{ heading: 'Assessment ID', field: 'assessmentId' }], [['assessmentId', 0]]],
    ['the first of several', ['hint', 'hint'].map((heading) => ({ heading, field: undefined })), [['hint', 0]]],
    ['none that is read as something else', [{ heading: 'hint', field: 'seniority' }], []],
  ])('%s', (_, columns, found) => {
    const numbered = columns.map((column, index) => ({ ...column, index }))
    expect([...findRefilled(numbered, results)]).toEqual(found)
  })
})
