import { expect, it } from 'vitest'
import { type EventLine, toEventLine } from '../../rooms/cli/output.ts'
import type { RunEvent } from '../../rooms/pipeline/model.ts'

const sending = {
  operation: 'assess',
  targetLabel: 'https://service.example/api',
  isTestTarget: false,
  toSend: 5,
  later: 0,
  toAsk: 1,
  estimate: { calls: 9, perSecond: 3, seconds: 3.2, isLeast: false },
  hasPlan: false,
}
const pace = { perSecond: 2.345_678, inFlight: 4 }

it.each<[RunEvent, EventLine]>([
  [
    { kind: 'planned', sending, rows: 7, balance: [{ state: 'ready', wasDone: false, count: 5 }] },
    {
      event: 'started',
      operation: 'assess',
      target: 'https://service.example/api',
      environment: 'production',
      rows: 7,
      toSend: 5,
      later: 0,
      toAsk: 1,
      outcomes: { ready: 5 },
      estimatedSeconds: 3,
    },
  ],
  [
    { kind: 'held', cause: 'unreachable', status: undefined, heldMs: 500 },
    { event: 'held', cause: 'unreachable', status: null, heldMs: 500 },
  ],
  [
    { kind: 'pace', pace },
    { event: 'pace', perSecond: 2.35, inFlight: 4 },
  ],
  [
    {
      kind: 'strain',
      phase: 'ended',
      refusals: 27,
      status: 429,
      pace: { perSecond: undefined, inFlight: 2 },
      heldMs: 0,
    },
    { event: 'strain', phase: 'ended', status: 429, refusals: 27, perSecond: null },
  ],
  [
    { kind: 'retry', rowNumber: 7, cause: 'not-sent', tries: 3 },
    { event: 'retry', row: 7, cause: 'not-sent', tries: 3 },
  ],
  [
    { kind: 'waiting', senders: [{ name: 'anna@laptop', rows: 3, heardMs: 2_000.4 }] },
    { event: 'waiting', rows: 3, senders: [{ name: 'anna@laptop', rows: 3, heardMs: 2_000 }] },
  ],
  [
    { kind: 'still', forMs: 60_000, waits: [{ kind: 'ledger' }, { kind: 'scores', rows: 4, dueMs: undefined }] },
    { event: 'still', forMs: 60_000, waits: [{ for: 'ledger' }, { for: 'scores', rows: 4, dueMs: undefined }] },
  ],
  [
    { kind: 'halted', reason: 'unknowns' },
    { event: 'halted', reason: 'unknowns' },
  ],
  [
    { kind: 'written', file: 'out.xlsx' },
    { event: 'written', file: 'out.xlsx' },
  ],
])('%j is the line %j', (event, line) => {
  expect(toEventLine(event)).toEqual(line)
})

it('a row of one of several sheets names its sheet', () => {
  const moved = { kind: 'moved', runId: 1, to: 'scored', rowNumber: 2, sheet: 'EMEA' } as const
  expect(toEventLine(moved)).toEqual({ event: 'settled', sheet: 'EMEA', row: 2, state: 'scored' })
  const retry = { kind: 'retry', rowNumber: 7, sheet: 'EMEA', cause: 'not-sent', tries: 3 } as const
  expect(toEventLine(retry)).toMatchObject({ sheet: 'EMEA', row: 7 })
})

it.each<[string, number | undefined, EventLine | undefined]>([
  ['sending', 2, undefined],
  ['ready', 2, undefined],
  ['accepted', 2, { event: 'created', row: 2 }],
  ['unknown', 2, { event: 'unknown', row: 2 }],
  ['scored', 2, { event: 'settled', row: 2, state: 'scored' }],
  ['rejected', undefined, { event: 'settled', row: null, state: 'rejected' }],
])('a row that is %s (%s)', (to, rowNumber, line) => {
  expect(toEventLine({ kind: 'moved', runId: 1, to, rowNumber, sheet: undefined })).toEqual(line)
})
