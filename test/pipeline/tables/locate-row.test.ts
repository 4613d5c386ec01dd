import { expect, it } from 'vitest'
import { locateInTables } from '../../rooms/pipeline/tables.ts'
import { record, view } from '../write/views.ts'

it.each([
  [0, { sheet: 'Results', row: 2, cell: 'A2' }],
  [99, { sheet: 'Results', row: 101, cell: 'A101' }],
  [100, { sheet: 'Results (2)', row: 2, cell: 'A2' }],
  [249, { sheet: 'Results (3)', row: 51, cell: 'A51' }],
  [250, undefined],
])('row %d of a run is found in whichever sheet goes on with it', (seq, expected) => {
  const written = ['Results', 'Results (2)', 'Results (3)'].map((name, part) => ({
    name,
    rows: part === 2 ? 50 : 100,
    hasHeadings: true,
  }))
  expect(locateInTables(written)(view(record({ seq })))).toEqual(expected)
})
