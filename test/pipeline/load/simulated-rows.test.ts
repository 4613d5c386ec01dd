import { expect, it } from 'vitest'
import type { LoadedRow } from '../../rooms/ledger/port.ts'
import { SimulatedRows } from '../../rooms/pipeline/load.ts'
import { RowAddresses } from '../../rooms/pipeline/rows.ts'

const target = { id: 1, address: 'https://service.example', company: 'default' }

function row(rowNumber: number, facts: Partial<LoadedRow>): LoadedRow {
  const content = { kind: 'held', state: 'skipped', detail: '{}' } as const
  return {
    sheet: 0,
    rowNumber,
    isHidden: false,
    cells: '[]',
    warnings: undefined,
    orderKey: undefined,
    content,
    ...facts,
  }
}

it('rows that name what only the sandbox gave out are refused, the first one is named; others are not', async () => {
  const simulated = async (identifiers: readonly string[]) =>
    new Set(identifiers.filter((identifier) => identifier.startsWith('sim')))
  const rows = new SimulatedRows({ simulated }, new RowAddresses(['']))
  await rows.observe([row(2, {}), row(3, { orderKey: 'real-1' })])
  expect(rows.hasSome).toBe(false)
  rows.refuse('trips.xlsx', target)
  await rows.observe([
    row(4, { content: { kind: 'identified', identifier: 'sim-4', request: undefined } }),
    row(5, { orderKey: 'sim-5' }),
  ])
  expect(rows.hasSome).toBe(true)
  expect(() => rows.refuse('trips.xlsx', target)).toThrow(
    /2 rows name assessments .* \(row 4: sim-4\).*Nothing was sent/,
  )
})
