import { expect, it } from 'vitest'
import { assess } from '../../../src/operations/assess.ts'
import { ColumnWatch } from '../../../src/pipeline/load/column-watch.ts'
import type { Cell } from '../../../src/sheet/cell.ts'

it('names the column and the cells, never the ids', () => {
  const columns = [
    { index: 0, field: 'employeeId', heading: 'Staff no.' },
    { index: 1, field: undefined, heading: 'Cost centre' },
  ]
  const watch = new ColumnWatch(assess.sheet.fields, columns, false)
  const cells: Cell[] = [
    { t: 's', v: '00123' },
    { t: 's', v: '00124' },
    { t: 'n', v: 789 },
  ]
  for (const [index, cell] of cells.entries()) {
    watch.observe({ number: index + 2, cells: [cell, { t: 'n', v: index }], isHidden: false })
  }
  expect(watch.warnings()).toEqual([
    'the column “Staff no.”: one id is shorter than the usual 5 digits (A4); zeros in front may have been lost',
  ])
})

it.each([
  [false, ['2 text dates in startDate, endDate; H2 proves DD.MM.YYYY: add ‹dateFormat› DD.MM.YYYY']],
  [true, []],
])('says once how dates as text are written, unless somebody has said it: %s', (hasDatePattern, said) => {
  const columns = [
    { index: 6, field: 'startDate', heading: 'From' },
    { index: 7, field: 'endDate', heading: 'To' },
  ]
  const watch = new ColumnWatch(assess.sheet.fields, columns, hasDatePattern)
  const empty: Cell[] = Array.from({ length: 6 }, () => ({ t: 'z' }))
  for (const [number, from, to] of [
    [2, '03.04.2026', '16.07.2026'],
    [3, '2026-03-01', 'soon'],
  ] as const) {
    watch.observe({ number, cells: [...empty, { t: 's', v: from }, { t: 's', v: to }], isHidden: false })
  }
  expect(watch.warnings()).toEqual(said)
})
