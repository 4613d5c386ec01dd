import { expect, it } from 'vitest'
import type { LoadedRow } from '../../rooms/ledger/port.ts'
import { decide } from '../../rooms/operations.ts'
import { KnownRows } from '../../rooms/pipeline/load.ts'
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
  const submissions = {
    simulated,
    requestsOf: async () => new Map(),
    standingRows: async () => new Map(),
    created: async () => [],
    resultsOf: async () => new Map(),
  }
  const addresses = new RowAddresses([''])
  const about = { operation: decide, target, sheets: [], addresses, file: 'trips.xlsx', isAgain: false }
  const rows = new KnownRows({ ...about, submissions })
  expect(await rows.hasSimulated([row(2, {}), row(3, { orderKey: 'real-1' })])).toBe(false)
  rows.refuseSimulated('trips.xlsx')
  const made = await rows.hasSimulated([
    row(4, { content: { kind: 'identified', identifier: 'sim-4', request: undefined } }),
    row(5, { orderKey: 'sim-5' }),
  ])
  expect(made).toBe(true)
  expect(() => rows.refuseSimulated('trips.xlsx')).toThrow(
    /2 rows name assessments .* \(row 4: sim-4\).*Nothing was sent/,
  )
})
