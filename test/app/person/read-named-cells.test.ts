import { expect, it } from 'vitest'
import { readNamedCells } from '../../rooms/app/person.ts'
import type { Cell } from '../../rooms/sheet.ts'

const text = (v: string): Cell => ({ t: 's', v })
const none: readonly string[] = []

it.each<
  [string, Record<string, number>, readonly [heading: string, cell: Cell][], readonly string[], readonly string[]]
>([
  [
    'under the field of the sheet',
    { employeeId: 1 },
    [
      ['Name', text('Ada')],
      ['Wer', text('E-1')],
    ],
    ['E-1'],
    none,
  ],
  ['under a heading that names it', {}, [['Employee ID', text(' E-1 ')]], ['E-1'], none],
  ['under one in another language', {}, [['Personalnummer', text('E-1')]], ['E-1'], none],
  ['of staff', { staff_id: 0 }, [['staff_id', text('C-1')]], ['C-1'], none],
  ['as its number is shown', { employeeId: 0 }, [['ID', { t: 'n', v: 123, f: '00000' }]], ['00123'], none],
  ['damaged, as it is shown', { employeeId: 0 }, [['ID', text('1.23E+15')]], ['1.23E+15'], none],
  ['not in an empty cell', { employeeId: 0 }, [['ID', { t: 'z' }]], none, none],
  [
    'not in another column',
    { employeeId: 0 },
    [
      ['ID', text('E-1')],
      ['Past trips', text('E-2')],
    ],
    ['E-1'],
    none,
  ],
  ['not under a field with such a heading', { note: 0 }, [['Employee ID', text('E-1')]], none, none],
  [
    'in the sheet Decisions',
    { assessmentId: 0, status: 2 },
    [
      ['assessmentId', text('A-1')],
      ['employeeId', text('E-1')],
      ['status', text('')],
    ],
    ['E-1'],
    ['A-1'],
  ],
])('an identifier is found %s', (_, fields, columns, people, identifiers) => {
  const headings = columns.map(([heading]) => heading)
  const row = {
    operation: 'assess',
    columns: JSON.stringify({ headings, fields }),
    cells: JSON.stringify(columns.map(([, cell]) => cell)),
  }
  expect(readNamedCells(row)).toEqual({ people, identifiers })
})
