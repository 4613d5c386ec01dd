import { expect, it } from 'vitest'
import { describeTeam, describeWorkers, summariseWorkers } from '../../rooms/cli/output.ts'
import type { LedgerStatus, RunStatus, WorkerStatus } from '../../rooms/ledger/port.ts'
import { runStatus } from '../../support/run-status.ts'

const address = 'https://service.example/version-test'
const worker: WorkerStatus = { address, company: 'acme', machine: 'one', process: 7, since: 0 }
const other: WorkerStatus = { ...worker, machine: 'two', process: 8 }
const globex: WorkerStatus = { ...worker, company: 'globex' }
const run = runStatus({ company: 'acme', isDetached: true })
const doubts = [
  { state: 'unknown', wasDone: false, count: 2 },
  { state: 'sending', wasDone: false, count: 1_000 },
]

it('names the workers of each company', () => {
  expect(describeWorkers([])).toEqual([])
  expect(describeWorkers([worker, other, globex])).toEqual([
    `2 workers for acme at ${address}: process 7 on one since 1970-01-01T00:00:00.000Z, process 8 on two since 1970-01-01T00:00:00.000Z`,
    `1 worker for globex at ${address}: process 7 on one since 1970-01-01T00:00:00.000Z`,
  ])
  expect(summariseWorkers([globex])).toEqual([{ ...globex, since: '1970-01-01T00:00:00.000Z' }])
})

const pace = { address, company: 'acme', perSecond: 20, heldMs: 0, cuts: 1, idleMs: 5 }

it.each<[string, RunStatus, Partial<LedgerStatus>, string[]]>([
  ['how many work for its company', run, { workers: [worker, other, globex] }, ['2 at work']],
  ['that nobody does', run, { workers: [globex] }, ['no worker']],
  [
    'what is in doubt',
    { ...run, balance: doubts },
    { workers: [worker] },
    ['1 at work, 1,000 on their way, 2 unknown'],
  ],
  ['nothing of workers where it was not left to them', { ...run, isDetached: false }, { workers: [worker] }, []],
  [
    'the pace of all who send to its company, and no other',
    run,
    { workers: [worker], paces: [pace, { ...pace, company: 'globex', perSecond: 7 }] },
    ['1 at work, pace of all: 20 a second'],
  ],
  [
    'that all are held, and that no limit is known',
    { ...run, isDetached: false },
    { paces: [{ ...pace, perSecond: undefined, heldMs: 4_000 }] },
    ['pace of all: no limit is known, held for 4 s'],
  ],
])('says of a run %s', (_, shown, status, lines) => {
  expect(describeTeam(shown, status)).toEqual(lines)
})
