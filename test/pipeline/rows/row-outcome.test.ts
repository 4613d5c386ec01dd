import { describe, expect, it } from 'vitest'
import { type RowOutcome, rowStates } from '../../rooms/contract.ts'
import type { RowRecord } from '../../rooms/ledger/port.ts'
import { libraryFace } from '../../rooms/messages.ts'
import { RowAddresses, readOutcome } from '../../rooms/pipeline/rows.ts'
import { held, record, sentAt, submission } from '../write/views.ts'

const problem = { field: 'seniority', cell: 'C2', heading: 'Level', value: 'Boss', rule: 'must be Low', hint: '' }
const created = { identifier: 'A-1', reportUrl: 'https://reports.example/A-1' }
const earlier = submission({
  id: 9,
  identifier: 'A-9',
  request: '{"employeeId":"E1","destination":"Italy","workingDays":3}',
})
const words = { addresses: new RowAddresses(['']), face: libraryFace }

const cases: [RowRecord, RowOutcome][] = [
  [held('invalid', { problems: [problem] }), { state: 'invalid', problems: [problem] }],
  [held('duplicate', { ofRow: 4 }, {}), { state: 'duplicate', of: 'row 4', shared: undefined }],
  [
    held('duplicate', { ofRow: 4, shared: 'email: a@b.example' }),
    { state: 'duplicate', of: 'row 4', shared: 'email: a@b.example' },
  ],
  [
    { ...held('changed', { orphan: 9 }, {}), other: earlier },
    {
      state: 'changed',
      identifier: 'A-9',
      differences: [
        { field: 'destination', before: 'Italy', now: 'Spain' },
        { field: 'workingDays', before: '3', now: '' },
      ],
      isDeclined: false,
    },
  ],
  [
    {
      ...held('kept', { orphan: 9 }, {}),
      other: submission({ ...earlier, state: 'done', result: '{"overallTrip":6.5}' }),
    },
    {
      state: 'kept',
      identifier: 'A-9',
      reportUrl: '',
      result: { overallTrip: 6.5 },
      isPending: false,
      differences: [
        { field: 'destination', before: 'Italy', now: 'Spain' },
        { field: 'workingDays', before: '3', now: '' },
      ],
    },
  ],
  [
    { ...held('superseded', { later: 9 }, {}), other: submission({ ...earlier, state: 'done', doneAt: 0 }) },
    { state: 'superseded', later: '', at: '1970-01-01 00:00', isUnknown: false },
  ],
  [held('skipped', { reason: 'hidden' }), { state: 'skipped', reason: 'hidden', isWaiting: false }],
  [held('skipped', { reason: 'waits', isWaiting: true }), { state: 'skipped', reason: 'waits', isWaiting: true }],
  [record({ of: { state: 'ready' } }), { state: 'ready', reason: undefined }],
  [record({ of: { state: 'ready', problem: 'HTTP 429' } }), { state: 'ready', reason: 'HTTP 429' }],
  [record({ of: { state: 'accepted', ...created } }), { state: 'accepted', ...created, message: undefined }],
  [
    record({ of: { state: 'accepted', ...created, problem: 'Not Found' } }),
    { state: 'accepted', ...created, message: 'Not Found' },
  ],
  [record({ of: { state: 'pending', ...created, problem: '' } }), { state: 'pending', ...created, message: undefined }],
  [
    record({ of: { state: 'done', ...created, result: '{"overallTrip":6.5}' } }),
    { state: 'done', ...created, result: { overallTrip: 6.5 } },
  ],
  [
    record({ of: { state: 'done', identifier: 'A-1' } }),
    { state: 'done', identifier: 'A-1', reportUrl: '', result: {} },
  ],
  [
    record({ of: { state: 'rejected', problemField: 'destination', problem: 'Incorrect Country' } }),
    { state: 'rejected', field: 'destination', message: 'Incorrect Country' },
  ],
  [record({ of: { state: 'failed', problem: 'refused' } }), { state: 'failed', reason: 'refused' }],
  [
    { ...record({ of: { state: 'failed', problem: 'refused' } }), detail: '{"mayBeInForce":true}' },
    { state: 'failed', reason: 'refused (it may be in force already: what was recorded last is not known)' },
  ],
  [
    { ...record({ of: { state: 'ready' } }), detail: '{"mayBeInForce":true}' },
    { state: 'ready', reason: '(it may be in force already: what was recorded last is not known)' },
  ],
  [
    record({ of: { state: 'unknown', problem: 'time-out', sentAt } }),
    { state: 'unknown', reason: 'time-out', sentAtMs: sentAt },
  ],
  [record({ of: { state: 'sending', sentAt } }), { state: 'sending', reason: 'it is on its way', sentAtMs: sentAt }],
]

describe('what became of a row', () => {
  it.each(cases.map(([from, expected]) => [expected.state, from, expected] as const))('%s', (_, from, expected) => {
    expect(readOutcome(from, words)).toEqual(expected)
  })

  it('is tested here for every state there is', () => {
    expect(new Set(cases.map(([, { state }]) => state))).toEqual(new Set(rowStates))
  })

  it('is told of a changed row even when its earlier version is not known any more', () => {
    const outcome = readOutcome(held('changed', { orphan: 404 }, {}), words)
    expect(outcome).toMatchObject({ state: 'changed', identifier: undefined })
  })

  it('is told in the words of the face, also of a row that an earlier version checked', () => {
    const face = { ...libraryFace, option: (name: string) => `--${name}` }
    const rule = 'must not be empty'
    const missing = { ...problem, rule, hint: '', code: 'missing', facts: { field: 'seniority' } }
    const old = { ...problem, rule, hint: 'Use ‹set›.' }
    const outcome = readOutcome(held('invalid', { problems: [missing, old] }), { ...words, face })
    expect(outcome.state === 'invalid' && outcome.problems.map(({ hint }) => hint)).toEqual([
      'Fill the cell, or give one value for all empty ones with --set seniority=…',
      'Use --set.',
    ])
    const skipped = held('skipped', { reason: { code: 'totals', facts: {} } })
    expect(readOutcome(skipped, words)).toMatchObject({ reason: 'a row of totals', code: 'totals' })
  })

  it('is never made up: a row without state and submission is a defect', () => {
    expect(() => readOutcome(record({ state: 'ready' }), words)).toThrow(expect.objectContaining({ code: 'defect' }))
  })
})
