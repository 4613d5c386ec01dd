import { describe, expect, it } from 'vitest'
import type { Message } from '../../rooms/messages.ts'
import { noteRow, TableRows, totalsRow } from '../../rooms/pipeline/load.ts'
import { findRefilled } from '../../rooms/pipeline/rows.ts'

const rowAt = (number: number) => ({ number, isHidden: false, cells: [] })
const skipped = (reason: Message | string) =>
  ({ kind: 'held', state: 'skipped', detail: JSON.stringify({ reason }) }) as const

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
    const table = new TableRows(3, new Map(), 0)
    for (const [row, isStray] of rows) table.add(rowAt(row), skipped(isStray ? totalsRow : 'an empty decision'))
    expect(table.range).toEqual({ headingRow: 3, lastRow, rows: count, refilled: new Map() })
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

it('names rows that are passed over as totals and notes once, and no others', () => {
  const strays = new TableRows(3, new Map(), 0)
  strays.add(rowAt(4), skipped('an empty decision'))
  strays.add(rowAt(14), skipped(totalsRow))
  for (let row = 20; row < 32; row += 1) strays.add(rowAt(row), skipped(noteRow))
  expect(strays.notes()).toEqual([
    'row 14 is passed over: a row of totals',
    '12 rows: 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, … are passed over: a note or a title, no data',
  ])
})
