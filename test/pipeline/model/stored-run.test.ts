import { expect, it } from 'vitest'
import { readStoredRun, storeRun } from '../../rooms/pipeline/model.ts'
import { loadDefaults, sendDefaults } from '../../support/run-defaults.ts'

it('comes back from the ledger as it was written, with where each table stands', () => {
  const loaded = {
    runId: 3,
    rows: 2,
    sheets: [
      {
        name: 'EMEA',
        rows: 2,
        columns: { headings: ['Staff ID', ''], fields: { employeeId: 0 } },
        table: { headingRow: 4, lastRow: 6, rows: 2, refilled: new Map([['outcome', 5]]) },
      },
    ],
  }
  const filledIn = new Map([['purpose', 'Work From Anywhere']])
  const options = { send: sendDefaults, load: { ...loadDefaults, defaults: filledIn }, output: '/out.xlsx' }
  expect(readStoredRun(storeRun(options, { ...loaded, copy: '/copy.xlsx' }, 'ab12'))).toEqual({
    waits: sendDefaults.wait,
    tries: sendDefaults.retries,
    pollTimeoutMs: sendDefaults.pollTimeoutMs,
    digest: 'ab12',
    output: '/out.xlsx',
    filledIn,
    loaded,
  })
})

it('is refused when it was altered', () => {
  expect(() => readStoredRun('{')).toThrow('cannot be read')
})
