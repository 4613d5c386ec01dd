import { expect, it } from 'vitest'
import { type DryRun, describeDryRun } from '../../rooms/cli/output.ts'

const plan: DryRun['plan'] = {
  operation: 'decide',
  targetLabel: 'https://service.example/api',
  isTestTarget: false,
  counts: new Map([['Rejected', 3]]),
  actors: new Map(),
  total: 3,
  later: 0,
  first: [
    {
      row: 'row 2',
      request: '{"employeeId":"E-1","roleTitle":"","startDate":"2026-03-01T00:00:00.000Z","workingDays":4}',
      words: '',
    },
  ],
  replaced: { count: 0, released: 0, first: [] },
  repeatedEvents: [],
}

const dryRun: DryRun = {
  file: 'trips.xlsx',
  report: {
    sheets: [{ name: 'Trips', rows: 4 }],
    rows: 4,
    balance: [
      { state: 'invalid', wasDone: false, count: 1 },
      { state: 'ready', wasDone: false, count: 2 },
      { state: 'scored', wasDone: true, count: 1 },
    ],
    groups: [{ outcome: 'invalid', field: 'endDate', rule: 'must not be empty', hint: '', count: 1, cells: ['I3'] }],
    others: 0,
  },
  sending: {
    operation: 'assess',
    targetLabel: 'https://service.example/api',
    isTestTarget: false,
    toSend: 4_000,
    later: 0,
    toAsk: 0,
    estimate: { calls: 8_000, perSecond: 4, seconds: 2_000, isLeast: false },
    hasPlan: false,
  },
  plan,
  policy: { retryStatuses: new Set(), distrustStatuses: new Set() },
  checkCommand: 'rwa-batch check assess trips.xlsx',
}

it('says what would become of the rows and why, what would be sent where, how long it takes, and the first requests', () => {
  expect(describeDryRun(dryRun)).toEqual([
    'trips.xlsx, sheet “Trips”: 4 rows',
    '  1  invalid    would not be sent: correct them',
    '  2  ready      would be sent',
    '  1  scored     already done by an earlier run',
    '',
    'Problems:',
    '  1 × endDate: must not be empty (I3)',
    '',
    'Every problem in its cell: rwa-batch check assess trips.xlsx',
    '',
    'assess: 4,000 to send to https://service.example/api (production), about 33 min',
    '  row 2: employeeId E-1, startDate 2026-03-01, workingDays 4',
    '  …',
    '  8,000 calls at 4 a second',
    '  Taken for “not processed”, and sent again: HTTP 421, 425, 429, 503 with Retry-After. If this service does not keep to that: --distrust-status.',
  ])
})

it.each([
  [[429], 'HTTP 421, 425, 503 with Retry-After.'],
  [[421, 425, 503], 'HTTP 429.'],
  [[421, 425, 429, 503], undefined],
])('says what is taken for “not processed” where %j are distrusted', (statuses, expected) => {
  const policy = { retryStatuses: new Set<number>(), distrustStatuses: new Set(statuses) }
  const line = describeDryRun({ ...dryRun, policy }).find((each) => each.includes('Taken for'))
  if (expected === undefined) expect(line).toBeUndefined()
  else expect(line).toContain(`sent again: ${expected}`)
})

it('shows the plan of what is confirmed, and points nowhere when nothing is wrong', () => {
  const sending = { ...dryRun.sending, hasPlan: true }
  const lines = describeDryRun({ ...dryRun, sending, report: { ...dryRun.report, groups: [] } }).join('\n')
  expect(lines).toContain('decide: 3 to send to https://service.example/api (production), about 33 min')
  expect(lines).toMatch(/^ +3 {2}Rejected$/m)
  expect(lines).toMatch(/^ {2}8,000 calls at 4 a second$/m)
  expect(lines).not.toContain('check assess')
})
