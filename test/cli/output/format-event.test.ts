import { expect, it } from 'vitest'
import { describeEvent } from '../../rooms/cli/output.ts'
import type { RunEvent } from '../../rooms/pipeline/model.ts'

const pace = { perSecond: 2, inFlight: 4 }
const anna = { name: 'anna@laptop', rows: 3, heardMs: 2_000 }
const strain = { kind: 'strain', phase: 'began', status: 429, refusals: 27, pace, heldMs: 250 } as const

it.each<[RunEvent, string, string]>([
  [strain, 'warn', 'the service refuses (429, 27 times): 2 a second now'],
  [{ ...strain, refusals: 1, status: undefined }, 'warn', 'the service refuses (no status): 2 a second now'],
  [
    { ...strain, phase: 'changed', pace: { perSecond: 0.1, inFlight: 1 } },
    'warn',
    'the service refuses (429, 27 times): one every 10 s now',
  ],
  [
    { ...strain, status: 503, heldMs: 30_000, pace: { perSecond: undefined, inFlight: 3 } },
    'warn',
    'the service refuses (503, 27 times): nothing is sent for 30 s, then 3 at a time',
  ],
  [{ ...strain, phase: 'ended' }, 'info', 'the service refuses no longer: 2 a second now'],
  [{ kind: 'pace', pace: { perSecond: 3.14, inFlight: 7 } }, 'debug', 'pace: 3.1 a second, 7 in flight at most'],
  [
    { kind: 'held', cause: 'refused', status: 429, heldMs: 1_250 },
    'debug',
    'the service refuses (429): nothing is sent for 1.3 s',
  ],
  [
    { kind: 'held', cause: 'unreachable', status: undefined, heldMs: 500 },
    'debug',
    'the service cannot be reached: nothing is sent for 0.5 s',
  ],
  [{ kind: 'retry', rowNumber: 7, cause: 'not-processed', tries: 2 }, 'debug', 'row 7: not processed, try 2'],
  [
    { kind: 'waiting', senders: [{ name: 'anna@laptop', rows: 1, heardMs: undefined }] },
    'info',
    'waiting: 1 row is being sent by anna@laptop',
  ],
  [
    { kind: 'waiting', senders: [anna, { name: 'ben@desk', rows: 1_200, heardMs: 90_000 }] },
    'info',
    'waiting: 3 rows are being sent by anna@laptop (heard 2 s ago), 1,200 rows are being sent by ben@desk (heard 1 min 30 s ago)',
  ],
  [
    {
      kind: 'still',
      forMs: 60_000,
      waits: [
        { kind: 'senders', senders: [anna] },
        { kind: 'scores', rows: 40, dueMs: 25_000 },
      ],
    },
    'warn',
    'nothing has moved for 1 min 0 s; waiting for others: 3 rows are being sent by anna@laptop (heard 2 s ago); the scores of 40 rows, asked for next in 25 s',
  ],
  [
    { kind: 'still', forMs: 120_000, waits: [{ kind: 'requests', count: 1 }, { kind: 'queue' }, { kind: 'ledger' }] },
    'warn',
    'nothing has moved for 2 min 0 s; waiting for the answer to a request; the queue of the workers, which hands out nothing of what is left; the ledger, which does not answer',
  ],
  [
    { kind: 'still', forMs: 60_000, waits: [] },
    'warn',
    'nothing has moved for 1 min 0 s; waiting for nothing that is known: please report this',
  ],
])('%j is told as %s: %s', (event, level, text) => {
  expect(describeEvent(event)).toEqual({ level, text })
})
