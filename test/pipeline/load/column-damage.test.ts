import { expect, it } from 'vitest'
import { assess } from '../../rooms/operations.ts'
import { watchColumns } from '../../rooms/pipeline/load.ts'
import type { LoadOptions } from '../../rooms/pipeline/model.ts'
import { createFixList, parseDatePattern } from '../../rooms/sheet/values.ts'
import type { Cell } from '../../rooms/sheet.ts'

it('names the column and the cells, never the ids', () => {
  const columns = [
    { index: 0, field: 'employeeId', heading: 'Staff no.' },
    { index: 1, field: undefined, heading: 'Cost centre' },
  ]
  const watch = watchColumns(assess.sheet.fields, columns, { datePattern: undefined, values: new Map() })
  const cells: Cell[] = [
    { t: 's', v: '00123' },
    { t: 's', v: '00124' },
    { t: 'n', v: 789 },
  ]
  for (const [index, cell] of cells.entries()) {
    watch.observe({ number: index + 2, cells: [cell, { t: 'n', v: index }], isHidden: false })
  }
  expect(watch.notes()).toEqual([
    'the column “Staff no.”: one id is shorter than the usual 5 digits (A4); zeros in front may have been lost',
  ])
})

it.each<[string, Partial<LoadOptions>, string[]]>([
  [
    'without a word of the user',
    {},
    ['2 text dates in startDate, endDate; H2 proves DD.MM.YYYY; add ‹dateFormat› DD.MM.YYYY'],
  ],
  ['somebody has said', { datePattern: parseDatePattern('DD.MM.YYYY') }, []],
  ['they are corrected', { values: new Map([['endDate', createFixList({ '16.07.2026': '2026-07-16' })]]) }, []],
])('tells of dates as text once: %s', (_, given, said) => {
  const columns = [
    { index: 6, field: 'startDate', heading: 'From' },
    { index: 7, field: 'endDate', heading: 'To' },
  ]
  const watch = watchColumns(assess.sheet.fields, columns, { datePattern: undefined, values: new Map(), ...given })
  const empty: Cell[] = Array.from({ length: 6 }, () => ({ t: 'z' }))
  for (const [number, from, to] of [
    [2, '03.04.2026', '16.07.2026'],
    [3, '2026-03-01', 'soon'],
  ] as const) {
    watch.observe({ number, cells: [...empty, { t: 's', v: from }, { t: 's', v: to }], isHidden: false })
  }
  expect(watch.notes().map((note) => (typeof note === 'string' ? note : note.rule))).toEqual(said)
})
