import { describe, expect, it } from 'vitest'
import type { SentInRun, StateRecord } from '../rooms/ledger/port.ts'
import { countUndo, judgeCreated, judgeDecided } from '../rooms/operations/decide.ts'

const sent = (changes: Partial<SentInRun> = {}): SentInRun => ({
  ...{ id: 1, request: '{}', state: 'done', identifier: 'A', orderKey: undefined, sentAt: 1 },
  ...{ isDoubted: false, outcome: 'accepted', isLast: true, isShared: false },
  ...changes,
})

const record = (id: number, decision: object, state: StateRecord['state'] = 'done'): StateRecord => ({
  ...{ id, orderKey: 'A', state },
  request: JSON.stringify(decision),
})

const cancel = { assessmentId: 'A', status: 'Canceled', cancelledByStaffId: 'S-9' }
const approved = { assessmentId: 'A', status: 'Manager Approved', managerId: 'M-1', note: 'fine' }
const rejected = { assessmentId: 'A', status: 'Rejected', managerId: 'M-2' }

describe('of what an assess run created', () => {
  const judge = (each: Partial<SentInRun>, records: StateRecord[] = []) =>
    judgeCreated([sent(each)], new Map([['A', records]]), { by: 'S-1', note: 'wrong' })

  it.each<[string, Partial<SentInRun>, StateRecord[], string | undefined]>([
    ['an assessment without a decision is open', {}, [], 'open'],
    ['so is one whose scores are waited for', { state: 'pending' }, [], 'open'],
    ['so is one whose outcome was unknown, and that a person found', { outcome: 'unknown' }, [], 'open'],
    ['so is one that was on its way at a crash, and that a person found', { outcome: undefined }, [], 'open'],
    ['one that another sheet stands for is shared', { isShared: true }, [], 'shared'],
    ['one that was canceled is undone', {}, [record(2, cancel)], 'undone'],
    ['one whose cancellation is unknown is unknown', {}, [record(2, cancel, 'unknown')], 'unknown'],
    ['so is one whose cancellation is on its way', {}, [record(2, cancel, 'sending')], 'unknown'],
    ['one with a decision was decided since', {}, [record(2, rejected)], 'decidedSince'],
    ['so was one whose decision is unknown', {}, [record(2, rejected, 'unknown')], 'decidedSince'],
    [
      'so was one whose cancellation another decision followed',
      {},
      [record(2, cancel), record(3, rejected)],
      'decidedSince',
    ],
    ['decided since goes before shared', { isShared: true }, [record(2, rejected)], 'decidedSince'],
    ['a forgotten decision is unknown', {}, [record(2, { forgotten: true })], 'unknown'],
    ['an unknown sending is unknown', { state: 'unknown', identifier: undefined, outcome: 'unknown' }, [], 'unknown'],
    ['so is one that is on its way', { state: 'sending', identifier: undefined, outcome: undefined }, [], 'unknown'],
    ['so is one to be sent again in doubt', { state: 'ready', identifier: undefined, isDoubted: true }, [], 'unknown'],
    [
      'so is one that a later run sent again in doubt',
      { isLast: false, isDoubted: true, outcome: 'unknown' },
      [],
      'unknown',
    ],
    [
      'so is a late answer about one that was sent again',
      { isLast: false, isDoubted: true, outcome: 'late: accepted' },
      [],
      'unknown',
    ],
    ['what was refused is not of it', { state: 'rejected', identifier: undefined, outcome: 'rejected' }, [], undefined],
    ['nor is what was refused, and got an identifier from a sheet', { outcome: 'rejected' }, [], undefined],
    ['nor is what a person knows was not created', { isLast: false, outcome: 'unknown' }, [], undefined],
    ['nor is what a later run created', { isLast: false, outcome: 'not-processed' }, [], undefined],
  ])('%s', (_, each, records, verdict) => {
    expect(judge(each, records)[0]?.verdict).toBe(verdict)
  })

  it('is canceled by the person with the note; what is recorded stays as it was recorded', () => {
    const wanted = { assessmentId: 'A', status: 'Canceled', cancelledByStaffId: 'S-1', note: 'wrong' }
    expect(judge({})[0]?.decision).toEqual(wanted)
    expect(judge({}, [record(2, cancel)])[0]?.decision).toEqual(cancel)
  })
})

describe('of what a decide run decided', () => {
  const judge = (records: StateRecord[], own = [1], state: SentInRun['state'] = 'done') =>
    judgeDecided(
      own.map((id) => sent({ id, orderKey: 'A', identifier: undefined, outcome: 'done', state })),
      new Map([['A', records]]),
    )

  it.each<[string, StateRecord[], string]>([
    ['what it replaced counts again', [record(9, approved), record(1, rejected)], 'open'],
    ['nothing before it: it is unknown', [record(1, rejected)], 'unknown'],
    ['what was before is forgotten: unknown', [record(9, { forgotten: true }), record(1, rejected)], 'unknown'],
    ['what was before is unknown: unknown', [record(9, approved, 'unknown'), record(1, rejected)], 'unknown'],
    ['it is unknown itself', [record(9, approved), record(1, rejected, 'unknown')], 'unknown'],
    [
      'another follows: decided since',
      [record(9, approved), record(1, rejected), record(8, { ...rejected, managerId: 'M-3' })],
      'decidedSince',
    ],
    [
      'what it replaced follows it: undone',
      [record(9, approved), record(1, rejected), record(8, { ...approved, note: 'x' })],
      'undone',
    ],
    [
      'that follows it in doubt: unknown',
      [record(9, approved), record(1, rejected), record(8, approved, 'unknown')],
      'unknown',
    ],
    [
      'nothing before it, and another follows: decided since',
      [record(1, rejected), record(8, approved)],
      'decidedSince',
    ],
    ['the same was before it: undone', [record(9, rejected), record(1, rejected)], 'undone'],
  ])('%s', (_, records, verdict) => {
    expect(judge(records)[0]?.verdict).toBe(verdict)
  })

  it('several decisions of it on one assessment are one thing, and what the last ones replaced is meant', () => {
    const pending = { assessmentId: 'A', status: 'Pending' }
    const between = { ...pending, externalEventId: 'own' }
    const records = [
      record(9, approved),
      record(1, rejected),
      record(8, between),
      record(2, rejected),
      record(3, approved),
    ]
    expect(judge(records, [1, 2, 3])).toMatchObject([{ verdict: 'open', decision: pending }])
    expect(judge(records, [1, 2, 3])[0]?.decision).not.toHaveProperty('externalEventId')
  })
})

it('the numbers add up', () => {
  const judged = judgeCreated(
    [
      sent(),
      sent({ id: 2, identifier: 'B', isShared: true }),
      sent({ id: 3, identifier: undefined, state: 'unknown' }),
    ],
    new Map(),
    { by: 'S-1' },
  )
  expect(countUndo(judged)).toEqual({ all: 3, open: 1, shared: 1, unknown: 1, undone: 0, decidedSince: 0 })
})
