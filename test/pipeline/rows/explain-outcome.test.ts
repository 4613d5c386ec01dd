import { describe, expect, it } from 'vitest'
import { type RowOutcome, rowStates } from '../../rooms/contract.ts'
import { describeProblem, explainOutcome } from '../../rooms/pipeline/rows.ts'
import { sentAt } from '../write/views.ts'

const created = { identifier: 'A-1', reportUrl: '' }
const boss = {
  field: 'seniority',
  cell: 'C2',
  heading: 'Level',
  value: 'Boss',
  rule: 'must be Low, Mid or Senior',
  hint: 'Choose one.',
}

const cases: [RowOutcome, RegExp | '', RegExp | ''][] = [
  [
    { state: 'invalid', problems: [boss] },
    /^C2 “Level” seniority must be Low, Mid or Senior; it is “Boss”$/,
    /^Choose one\.\nCorrect the row/,
  ],
  [{ state: 'duplicate', of: 'row 4', shared: undefined }, /row 4; not sent/, /‹allowDuplicates›/],
  [
    { state: 'duplicate', of: 'row 4', shared: 'email: a@b.example' },
    /same email: a@b\.example as row 4/,
    /Delete one/,
  ],
  [
    {
      state: 'changed',
      identifier: 'A-9',
      differences: [{ field: 'destination', before: 'Italy', now: 'Spain' }],
      isDeclined: false,
    },
    /created before as A-9; destination was “Italy”, is “Spain”/,
    /‹sendChanged›/,
  ],
  [
    { state: 'changed', identifier: undefined, differences: [], isDeclined: false },
    /may have been created before/,
    /‹sendChanged›/,
  ],
  [
    {
      state: 'kept',
      ...created,
      result: { overallTrip: 5 },
      isPending: false,
      differences: [{ field: 'destination', before: 'Italy', now: 'Spain' }],
    },
    '',
    /^Not sent, as decided in the sheet Changed: A-1 stands \(destination was “Italy”, is “Spain”\)\. To send/,
  ],
  [{ state: 'kept', ...created, result: {}, isPending: true, differences: [] }, '', /rwa-batch refresh asks for them/],
  [
    { state: 'superseded', later: 'Rejected by M-2', at: '2026-11-09 09:08', isUnknown: false },
    /^was recorded before, and Rejected by M-2 replaced it on 2026-11-09 09:08 \(UTC\); not sent again$/,
    /‹sendChanged›/,
  ],
  [
    { state: 'superseded', later: '', at: '', isUnknown: true },
    /another record may have replaced it; not/,
    /delete it/,
  ],
  [{ state: 'skipped', reason: 'hidden in the sheet', isWaiting: false }, /^hidden in the sheet$/, ''],
  [{ state: 'ready', reason: undefined }, /^not sent$/, /same command/],
  [{ state: 'ready', reason: 'HTTP 429' }, /^not sent: HTTP 429$/, /same command/],
  [{ state: 'accepted', ...created, message: undefined }, /not waited for/, /asks for the scores/],
  [{ state: 'accepted', ...created, message: 'Not Found' }, /the service says: Not Found/, /owner/],
  [{ state: 'pending', ...created, message: undefined }, /^created; not ready in time$/, /‹pollTimeout›/],
  [{ state: 'pending', ...created, message: 'HTTP 502' }, /in time: HTTP 502$/, /‹pollTimeout›/],
  [{ state: 'done', ...created, result: {} }, '', ''],
  [
    { state: 'rejected', field: 'destination', message: 'Incorrect Country' },
    /^destination: Incorrect Country$/,
    /^hint of destination$/,
  ],
  [{ state: 'rejected', field: '', message: 'Employee ID is missing' }, /^Employee ID is missing$/, /^hint of $/],
  [{ state: 'failed', reason: 'connection refused' }, /^surely not processed: connection refused$/, /same command/],
  [
    { state: 'unknown', reason: 'no answer within 45 s', sentAtMs: sentAt },
    /^no answer within 45 s \(sent 2026-03-01T09:30:00\.000Z\)$/,
    /Look it up.*column resolution of the sheet Unknown/,
  ],
  [{ state: 'sending', reason: 'it is on its way', sentAtMs: undefined }, /^it is on its way$/, /Look it up/],
]

describe('why a row is not done, and what to do', () => {
  it.each(cases.map(([outcome, problem, hint]) => [outcome.state, outcome, problem, hint] as const))(
    '%s: %j',
    (_, outcome, problem, hint) => {
      const said = explainOutcome(outcome, (field) => `hint of ${field}`)
      expect(said.problem).toEqual(problem === '' ? '' : expect.stringMatching(problem))
      expect(said.hint).toEqual(hint === '' ? '' : expect.stringMatching(hint))
    },
  )

  it('is said here for every state there is', () => {
    expect(new Set(cases.map(([{ state }]) => state))).toEqual(new Set(rowStates))
  })

  it('names every problem of an invalid row on a line of its own, and each hint once', () => {
    const twice = { ...boss, cell: 'D2', field: 'legalRight' }
    const { problem, hint } = explainOutcome({ state: 'invalid', problems: [boss, twice] }, () => '')
    expect(problem.split('\n')).toHaveLength(2)
    expect(hint.split('\n')).toHaveLength(2)
  })
})

describe('a problem as one line', () => {
  it.each([
    ['names cell, heading and field', {}, 'C2 “Level” seniority must be Low, Mid or Senior; it is “Boss”'],
    [
      'does not say the heading twice',
      { heading: 'seniority' },
      'C2 seniority must be Low, Mid or Senior; it is “Boss”',
    ],
    ['does not quote what is empty', { value: '' }, 'C2 “Level” seniority must be Low, Mid or Senior'],
    [
      'of a missing column names the field',
      { cell: '', heading: '', value: '' },
      'seniority must be Low, Mid or Senior',
    ],
    [
      'of no field is about the row',
      { cell: '', heading: '', field: '', value: '' },
      'the row must be Low, Mid or Senior',
    ],
  ])('%s', (_, facts, expected) => {
    expect(describeProblem({ ...boss, ...facts })).toBe(expected)
  })
})
