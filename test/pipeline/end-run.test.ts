import { describe, expect, it } from 'vitest'
import type { TeamWork } from '../rooms/ledger/port.ts'
import type { Ledger } from '../rooms/ledger.ts'
import { requireAllRows } from '../rooms/pipeline.ts'

describe('the rows of a run', () => {
  it.each([
    [[], 0],
    [[3], 3],
    [[1, 2], 3],
  ])('are whole with %j of %i', async (counts, loaded) => {
    await requireAllRows(createLedger(counts), { runId: 1, rows: loaded })
  })

  it.each([
    [[], 3],
    [[1, 1], 3],
    [[4], 3],
  ])('are not whole with %j of %i', async (counts, loaded) => {
    await expect(requireAllRows(createLedger(counts), { runId: 1, rows: loaded })).rejects.toThrow(
      `the ledger /led.sqlite has ${counts.reduce((sum, count) => sum + count, 0)} of the 3 rows that this run loaded`,
    )
  })

  it('have given way to another run of the same sheet where a team has none of them', async () => {
    const team = {} as TeamWork
    const shared = { ...createLedger([]), team }
    await expect(requireAllRows(shared, { runId: 1, rows: 3 })).rejects.toThrow(
      'another run of the same sheet has replaced',
    )
    await expect(requireAllRows({ ...createLedger([2]), team }, { runId: 1, rows: 3 })).rejects.toThrow(
      'has 2 of the 3',
    )
  })
})

function createLedger(counts: readonly number[]) {
  const balance: Ledger['runs']['balance'] = async () =>
    counts.map((count) => ({ state: 'done', wasDone: false, count }))
  return { name: '/led.sqlite', runs: { balance } as Ledger['runs'] }
}
