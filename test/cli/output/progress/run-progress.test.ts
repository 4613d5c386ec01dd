import { expect, it } from 'vitest'
import { describeMeasure, measureRun, toProgress } from '../../../rooms/cli/output.ts'
import type { RunStatus } from '../../../rooms/ledger/port.ts'
import { runStatus } from '../../../support/run-status.ts'

function running(settled: number, changes: Partial<RunStatus> = {}): RunStatus {
  return runStatus({
    rows: 20_000,
    balance: [
      { state: 'scored', wasDone: true, count: 500 },
      { state: 'scored', wasDone: false, count: settled },
      { state: 'invalid', wasDone: false, count: 100 },
      { state: 'sending', wasDone: false, count: 8 },
      { state: 'accepted', wasDone: false, count: 40 },
      { state: 'ready', wasDone: false, count: 20_000 - settled - 648 },
    ],
    ...changes,
  })
}

it.each<[string, RunStatus, number, string]>([
  [
    'a run that goes on',
    running(6_800),
    340,
    '37 % done: 7,400 of 20,000 rows, 20/s on average, 10 min 30 s left at that rate',
  ],
  ['one that has just begun', running(19), 340, '3 % done: 619 of 20,000 rows, 0.1/s on average'],
  ['one that began seconds ago', running(100), 10, '3 % done: 700 of 20,000 rows, 10/s on average'],
  ['one that did nothing yet', running(0), 100, '3 % done: 600 of 20,000 rows'],
  [
    'one that has ended: its rate is that of its own time',
    running(6_800, { isRunning: false, endedAt: 68_000 }),
    9_999,
    '37 % done: 7,400 of 20,000 rows, 100/s on average',
  ],
])('%s', (_, run, seconds, words) => {
  expect(describeMeasure(run, measureRun(run, seconds * 1_000))).toBe(words)
})

it('shows the same as the run itself does', () => {
  expect(toProgress(running(6_800))).toMatchObject({ rows: 20_000, settled: 7_400, inFlight: 8, pending: 40 })
})
