import { expect, it } from 'vitest'
import { type DetachedRunFacts, readDetached, writeDetached } from '../../../src/pipeline/model/detached-run.ts'

it('comes back from the ledger as it was written, with where each table stands', () => {
  const facts: DetachedRunFacts = {
    waits: true,
    tries: 5,
    pollTimeoutMs: 600_000,
    digest: 'ab12',
    filledIn: new Map([['purpose', 'Work From Anywhere']]),
    loaded: {
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
    },
  }
  expect(readDetached(writeDetached(facts))).toEqual(facts)
})

it('is refused when it was altered', () => {
  expect(() => readDetached('{')).toThrow('cannot be read')
})
