import { describe, expect, it } from 'vitest'
import type { Runs } from '../../src/ledger/port/runs.ts'
import { requireWhole } from '../../src/pipeline/end-run.ts'

describe('the rows of a run', () => {
  it.each([
    [[], 0],
    [[3], 3],
    [[1, 2], 3],
  ])('are whole with %j of %i', async (counts, loaded) => {
    await requireWhole(createLedger(counts), { runId: 1, rows: loaded })
  })

  it.each([
    [[], 3],
    [[1, 1], 3],
    [[4], 3],
  ])('are not whole with %j of %i', async (counts, loaded) => {
    await expect(requireWhole(createLedger(counts), { runId: 1, rows: loaded })).rejects.toThrow(
      `the ledger /led.sqlite has ${counts.reduce((sum, count) => sum + count, 0)} of the 3 rows that this run loaded`,
    )
  })
})

function createLedger(counts: readonly number[]) {
  const balance: Runs['balance'] = async () => counts.map((count) => ({ state: 'done', wasDone: false, count }))
  return { name: '/led.sqlite', runs: { balance } as Runs }
}
