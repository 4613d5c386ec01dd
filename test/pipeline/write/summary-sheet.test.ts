import { expect, it } from 'vitest'
import { planSummary } from '../../rooms/pipeline/write.ts'
import type { OutputCell } from '../../rooms/sheet/writing.ts'

function values(lines: readonly (readonly OutputCell[])[]): unknown[][] {
  return lines.map((line) => line.map((cell) => (cell.t === 'z' ? '' : cell.v)))
}

it('the summary says what ran, where, when, and how every row ended', () => {
  const lines = values(
    planSummary(
      {
        file: 'trips.xlsx',
        sheets: [{ name: 'EMEA', rows: 10 }],
        operation: 'assess',
        title: 'Risk assessments',
        counted: { one: 'trip', many: 'trips', done: 'assessed' },
        doneWord: 'scored',
        targetLabel: 'https://example.test/version-test',
        company: 'default',
        isSimulated: false,
        isTestTarget: true,
        toolVersion: '1.2.3',
        ledger: { ledgerId: 'a1', number: 61, digest: 'd'.repeat(32), at: 0 },
        recorded: { firstSentAt: Date.UTC(2026, 2, 1, 9), lastRecordedAt: Date.UTC(2026, 2, 1, 10) },
        balance: [
          { state: 'scored', wasDone: false, count: 7 },
          { state: 'scored', wasDone: true, count: 2 },
          { state: 'invalid', wasDone: false, count: 1 },
        ],
        orphans: 3,
      },
      { open: { lines: [], others: 0 } },
    ).lines,
  )
  expect(Object.fromEntries(lines.filter((line) => line.length === 2))).toMatchObject({
    Input: 'trips.xlsx',
    Service: 'https://example.test/version-test',
    Environment: 'test',
    'First sent (UTC)': '2026-03-01 09:00',
    'Last recorded (UTC)': '2026-03-01 10:00',
    'rwa-batch': '1.2.3',
    assessed: 7,
    'assessed (already done)': 2,
    'to correct': 1,
    'rows in all': 10,
    'no row any more (Orphans)': 3,
  })
  expect(lines.slice(0, 2)).toEqual([['Risk assessments'], ['9 of 10 trips assessed · 1 to correct']])
})
