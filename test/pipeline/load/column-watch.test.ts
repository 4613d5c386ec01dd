import { expect, it } from 'vitest'
import { assess } from '../../../src/operations/assess.ts'
import { ColumnWatch } from '../../../src/pipeline/load/column-watch.ts'
import type { Cell } from '../../../src/sheet/cell.ts'

it('names the column and the cells, never the ids', () => {
  const watch = new ColumnWatch(assess.fields, [
    { index: 0, field: 'employeeId', heading: 'Staff no.' },
    { index: 1, field: undefined, heading: 'Cost centre' },
  ])
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
