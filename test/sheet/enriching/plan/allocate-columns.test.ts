import { expect, it } from 'vitest'
import { allocateColumns, type ColumnOccupant, type ColumnSpace } from '../../../rooms/sheet/enriching.ts'

type Taken = readonly [column: number, kind: ColumnOccupant['kind'], what: string]

const room = (taken: readonly Taken[] = [], others: Partial<ColumnSpace> = {}): ColumnSpace => ({
  lastColumn: 3,
  occupied: new Map(taken.map(([column, kind, what]) => [column, { kind, what }])),
  isTable: false,
  ...others,
})

it.each<[string, ColumnSpace, { start: number; hasGap: boolean }]>([
  ['beside the table', room(), { start: 4, hasGap: false }],
  ['before what stands far off', room([[9, 'cell', 'cell J3']]), { start: 4, hasGap: false }],
  [
    'behind cells that touch the table',
    room([
      [4, 'cell', 'cell E5'],
      [5, 'cell', 'cell F9'],
    ]),
    { start: 6, hasGap: false },
  ],
  ['behind cells with a gap before them', room([[6, 'cell', 'cell G5']]), { start: 7, hasGap: true }],
  [
    'behind a drawing',
    room([
      [4, 'drawing', 'the drawing over E3:F9'],
      [5, 'drawing', 'the drawing over E3:F9'],
    ]),
    { start: 6, hasGap: true },
  ],
  [
    'behind a formula of theirs, whatever it is called',
    room([[4, 'formula', 'the table of formulas in A5']]),
    { start: 5, hasGap: true },
  ],
  ['up to the last column', room([], { lastColumn: 16_380 }), { start: 16_381, hasGap: false }],
])('three columns go %s', (_, where, place) => {
  expect(allocateColumns(3, where)).toEqual(place)
})

it.each<[string, ColumnSpace, RegExp]>([
  [
    'a table cannot grow',
    room([[5, 'cell', 'cell F9']], { isTable: true }),
    /^cell F9 is where its table would have to grow$/,
  ],
  ['another table stands there', room([[5, 'table', 'the table F3:G9']]), /^the table F3:G9 is right of the rows/],
  ['a pivot table stands there', room([[5, 'pivotTable', 'the pivot table F3:G9']]), /^the pivot table/],
  ['the sheet ends', room([], { lastColumn: 16_381 }), /no room for 3 columns from XFC on/],
])('there is no place when %s', (_, where, reason) => {
  expect(() => allocateColumns(3, where)).toThrow(reason)
})
