import { describe, expect, it } from 'vitest'
import type { Proof, RetrieveProof } from '../../rooms/client.ts'
import type { HaltReason } from '../../rooms/messages.ts'
import {
  createHealth,
  type HealthLimits,
  judge,
  type RequestEnd,
  type Saying,
  type Seen,
} from '../../rooms/pipeline/engine.ts'
import { refused } from '../proofs.ts'
import { ready as readyOf } from '../stage.ts'

const done: Proof = { kind: 'done', identifier: 'A-1', reportUrl: '' }
const refusedByStatus: Proof = { ...refused, field: '', message: 'HTTP 404', isInContract: false }
const notSent: Proof = { kind: 'not-sent', reason: 'connection refused' }
const notProcessed: Proof = { kind: 'not-processed', reason: 'HTTP 429', retryAfterMs: undefined }
const unknown: Proof = { kind: 'unknown', reason: 'time-out', raw: '', isForeign: false }
const badToken: Proof = { kind: 'stop', cause: 'authorisation', message: 'Invalid Auth', isProcessed: 'no', raw: '' }
const pending: RetrieveProof = { kind: 'pending' }
const mixedUp: RetrieveProof = { kind: 'mixed-up', message: 'its employee is “E2”, not “E1”' }
const ready: RetrieveProof = readyOf('A-1')
const notFound: RetrieveProof = { kind: 'not-found', message: 'Not Found', isInContract: true }

function retry(isConnection: boolean): RetrieveProof {
  return {
    kind: 'retry',
    reason: 'no connection',
    isConnection,
    isThrottled: false,
    isForeign: false,
    retryAfterMs: undefined,
  }
}

const written = (proof: Proof): Seen => ({ kind: 'written', proof })
const read = (proof: RetrieveProof): Seen => ({ kind: 'read', proof })
const times = (count: number, seen: Seen): Seen[] => Array.from({ length: count }, () => seen)
const pace = { perSecond: undefined, inFlight: 4 }

function create(choices: Partial<HealthLimits> = {}) {
  const limits = {
    maxUnknown: 10,
    maxErrors: undefined,
    waitForServiceMs: 120_000,
    address: 'https://service.example',
    ...choices,
  }
  let health = createHealth(0, pace)
  const said: Saying[] = []
  return {
    said,
    see(now: number, ...all: Seen[]): HaltReason | undefined {
      for (const seen of all) {
        const judged = judge(health, seen, now, limits)
        health = judged.health
        said.push(...judged.says)
      }
      return health.halt
    },
    health: () => health,
    warnings: () => said.flatMap((say) => (say.kind === 'warn' ? say.message : [])),
    holds: () => said.flatMap((say) => (say.kind === 'hold' ? say.ms : [])),
    questions: () => said.filter(({ kind }) => kind === 'ask'),
  }
}

describe('a halt', () => {
  const unknowns: HaltReason = { kind: 'unknowns', count: 10 }
  const interrupted: HaltReason = { kind: 'interrupted' }
  const authorisation: HaltReason = { kind: 'authorisation', message: 'Invalid Auth' }
  const broken: HaltReason = { kind: 'broken', error: new Error('disk full') }

  it.each<[string, HaltReason[], HaltReason]>([
    ['the first of equals counts', [unknowns, { kind: 'errors', count: 3 }], unknowns],
    ['the first of equals counts, of severe ones too', [authorisation, interrupted], authorisation],
    ['a more severe one replaces a milder one', [unknowns, authorisation], authorisation],
    ['a milder one replaces nothing', [interrupted, unknowns], interrupted],
    ['a defect is always reported', [interrupted, broken], broken],
  ])('%s', (_, reasons, expected) => {
    const { see } = create()
    expect(see(0)).toBeUndefined()
    expect(see(0, ...reasons.map((reason): Seen => ({ kind: 'stopped', reason })))).toEqual(expected)
  })

  it.each([written, (proof: Proof) => read(proof as RetrieveProof)])('comes from an answer: %#', (seen) => {
    for (const cause of ['authorisation', 'redirect'] as const) {
      const proof: Proof = { kind: 'stop', cause, message: 'no', isProcessed: 'no', raw: '' }
      expect(create().see(0, seen(proof))).toEqual({ kind: cause, message: 'no' })
    }
    const elsewhere: Proof = { kind: 'stop', cause: 'address', message: 'HTTP 404', isProcessed: 'no', raw: '' }
    const address = 'https://service.example'
    expect(create().see(0, seen(elsewhere))).toEqual({ kind: 'address', address, message: 'HTTP 404' })
  })

  it('says that a defect broke the run', () => {
    const error = new TypeError('connect is not a function')
    const defect: Proof = { ...badToken, cause: 'defect', message: 'a mistake in the program (TypeError)', error }
    expect(create().see(0, written(defect))).toMatchObject({ kind: 'broken', error: { code: 'defect', cause: error } })
  })
})

describe('the service is proven', () => {
  it.each<[string, Seen, boolean]>([
    ['a success', written(done), true],
    ['a refusal in its own words', written(refused), true],
    ['a refusal by status only', written(refusedByStatus), false],
    ['an unknown outcome', written(unknown), false],
    ['a 429', written(notProcessed), false],
    ['a lost connection', written(notSent), false],
    ['a refused token', written(badToken), false],
    ['scores', read(ready), true],
    ['Pending', read(pending), true],
    ['Not Found', read(notFound), true],
    ['Not Found at another address', read({ ...notFound, isInContract: false } as RetrieveProof), false],
    ['scores of another employee', read(mixedUp), false],
    ['trouble', read(retry(false)), false],
  ])('by %s: %#', (_, seen, isProven) => {
    const { see, health, said } = create()
    see(0, seen, seen)
    expect([health().isProven, said.filter(({ kind }) => kind === 'proven')]).toEqual([
      isProven,
      isProven ? [{ kind: 'proven' }] : [],
    ])
  })
})

describe('unknown outcomes', () => {
  it('stop the sending at --max-unknown', () => {
    const { see } = create({ maxUnknown: 3 })
    expect(see(0, ...times(2, written(unknown)))).toBeUndefined()
    expect(see(0, written(unknown))).toEqual({ kind: 'unknowns', count: 3 })
  })

  it('start a new streak after a success only: refused rows say nothing of accepted ones', () => {
    const { see } = create({ maxUnknown: 3 })
    const before = [...times(2, written(unknown)), written(done), ...times(2, written(unknown))]
    expect(see(0, ...before, ...times(5, written(refused)), written(notSent))).toBeUndefined()
    expect(see(0, written(unknown))).toEqual({ kind: 'unknowns', count: 3 })
  })
})

describe('--max-errors', () => {
  it('counts rejected rows and failed rows', () => {
    const { see } = create({ maxErrors: 3 })
    expect(see(0, written(refused), ...times(5, written(done)), { kind: 'failed' })).toBeUndefined()
    expect(see(0, written(refusedByStatus))).toEqual({ kind: 'errors', count: 3 })
  })

  it('is off unless it is given', () => {
    expect(create().see(0, ...times(500, written(refused)))).toBeUndefined()
  })
})

describe('twenty refusals in a row for the same reason', () => {
  it('are a question, once a run', () => {
    const { see, questions } = create()
    see(0, ...times(19, written(refused)))
    expect(questions()).toEqual([])
    see(0, ...times(50, written(refused)))
    expect(questions()).toEqual([{ kind: 'ask', field: 'destination', message: 'Incorrect Country', count: 20 }])
  })

  it.each<[string, Seen]>([
    ['another message', written({ ...refused, message: 'another' } as Proof)],
    ['a success', written(done)],
  ])('start again after %s', (_, other) => {
    const { see, questions } = create()
    see(0, ...times(19, written(refused)), other, ...times(19, written(refused)))
    expect(questions()).toEqual([])
    see(0, written(refused))
    expect(questions()).toHaveLength(1)
  })
})

describe('a lost connection', () => {
  it('is a hold at the tenth failure in a row, with one warning', () => {
    const { see, said, warnings } = create()
    see(0, ...times(9, written(notSent)))
    expect(said).toEqual([])
    see(0, ...times(2, written(notSent)))
    expect(warnings()).toEqual(['the service cannot be reached (connection refused); trying for 2m'])
    expect(said.slice(1, 3)).toEqual([
      { kind: 'hold', ms: 500 },
      { kind: 'tell', event: { kind: 'held', cause: 'unreachable', status: undefined, heldMs: 500 } },
    ])
  })

  it.each([
    [0, 500],
    [2_000, 1_000],
    [20_000, 10_000],
    [60_000, 15_000],
    [110_000, 10_000],
    [119_999, 1],
  ])('%i ms after the first of ten failures holds for %i ms', (lostMs, ms) => {
    const { see, holds } = create()
    see(1_000, ...times(10, written(notSent)))
    see(1_000 + lostMs, written(notSent))
    expect(holds()).toEqual([500, ms])
  })

  it.each([
    [0, 0, true],
    [5_000, 4_999, false],
    [5_000, 5_000, true],
    [120_000, 119_999, false],
    [120_000, 120_000, true],
    [8 * 3_600_000, 8 * 3_600_000, true],
    [Number.POSITIVE_INFINITY, 1e12, false],
  ])('with a patience of %d ms, after %d ms, gives up: %s', (waitForServiceMs, lostMs, givesUp) => {
    for (const failures of [1, 10]) {
      const { see } = create({ waitForServiceMs })
      if (lostMs > 0) see(0, ...times(failures, written(notSent)))
      const halt = see(lostMs, written(notSent))
      expect(halt).toEqual(givesUp ? { kind: 'unreachable', message: 'connection refused' } : undefined)
    }
  })

  it('is tried without end by a worker, every fifteen seconds', () => {
    const { see, holds, warnings } = create({ waitForServiceMs: Number.POSITIVE_INFINITY })
    see(0, ...times(10, written(notSent)))
    see(7 * 24 * 3_600_000, written(notSent))
    expect(holds()).toEqual([500, 15_000])
    expect(warnings()).toEqual(['the service cannot be reached (connection refused); trying until it is back'])
  })

  it('counts polls like creates', () => {
    const { see, warnings } = create()
    see(0, ...times(5, written(notSent)), ...times(5, read(retry(true))))
    expect(warnings()).toHaveLength(1)
  })

  it.each<[string, Seen]>([
    ['a success', written(done)],
    ['a refusal', written(refused)],
    ['a 429', written(notProcessed)],
    ['a request that was accepted and not answered', written(unknown)],
    ['an answered poll', read(pending)],
    ['a badly answered poll', read(retry(false))],
  ])('is over with %s', (_, contact) => {
    const { see, warnings, holds } = create()
    see(0, ...times(10, written(notSent)))
    see(119_999, contact)
    expect(warnings().at(-1)).toBe('the service can be reached again')
    expect(see(180_000, ...times(9, written(notSent)))).toBeUndefined()
    expect(holds()).toEqual([500])
  })

  it('is no contact, and no loss, where the answer ends the run', () => {
    const { see, said } = create()
    see(0, ...times(9, written(notSent)), written(badToken))
    expect(said).toEqual([])
    see(0, written(notSent))
    expect(said).not.toEqual([])
  })
})

describe('answers about another row', () => {
  it('stop the sending, three in a row', () => {
    const { see } = create()
    const slips = [mixedUp, mixedUp, ready, mixedUp, pending].map(read)
    expect(see(0, ...slips, { kind: 'mixed-up' })).toBeUndefined()
    expect(see(0, read(mixedUp))).toEqual({ kind: 'mixed-up', count: 3 })
  })
})

describe('the end of a request', () => {
  function ended(end: RequestEnd, facts: Partial<Extract<Seen, { kind: 'ended' }>> = {}): Seen {
    return { kind: 'ended', end, heldMs: 0, isStray: false, pace, ...facts }
  }
  const tooMany: RequestEnd = { kind: 'refused', retryAfterMs: undefined, status: 429 }

  it('tells each hold, each larger change of the pace, and throttling', () => {
    const { see, said } = create()
    const at = (perSecond: number) => ({ perSecond, inFlight: 4 })
    see(0, ended(tooMany, { heldMs: 100.4, pace: at(10) }))
    see(0, ended(tooMany, { pace: at(9.8) }), ended(tooMany, { pace: at(5) }))
    see(0, ended({ kind: 'answered' }, { pace: at(5) }), ended({ kind: 'timed-out' }, { pace: at(1) }))
    expect(said.map((say) => (say.kind === 'tell' ? say.event : say))).toEqual([
      { kind: 'held', cause: 'refused', status: 429, heldMs: 100 },
      { kind: 'pace', pace: at(10) },
      { kind: 'pace', pace: at(5) },
      { kind: 'strain', phase: 'began', refusals: 3, status: 429, pace: at(5), heldMs: 0 },
    ])
  })

  it('tells nothing of a stray refusal', () => {
    const { see, said } = create()
    see(0, ...times(20, ended(tooMany, { isStray: true, pace: { perSecond: 1, inFlight: 1 } })))
    expect(said).toEqual([])
  })

  it('stops the run where the service asks for a longer wait than a run has', () => {
    const reason = create().see(0, ended(tooMany, { heldMs: 301_000 }))
    expect(reason).toEqual({ kind: 'held-off', message: 'the service asks to wait 301 s' })
  })

  it.each<[string, Seen, number]>([
    ['an answer', ended({ kind: 'answered' }), 5_000],
    ['a lost request', ended({ kind: 'lost' }), 5_000],
    ['a row that moves', { kind: 'moved' }, 5_000],
    ['an answer’s proof alone', written(done), 0],
  ])('is progress: %s', (_, seen, movedAt) => {
    const { see, health } = create()
    see(5_000, seen)
    expect(health().movedAt).toBe(movedAt)
  })
})
