import { describe, expect, it } from 'vitest'
import type { Proof, RetrieveProof } from '../../rooms/client.ts'
import { classifyReadEnd, classifyWriteEnd, Gate, Halt, Limiter, ServiceHealth } from '../../rooms/pipeline/engine.ts'
import type { RunPorts } from '../../rooms/pipeline/model.ts'
import { ManualClock } from '../../support/manual-clock.ts'
import { ready as readyOf } from '../stage.ts'

const done: Proof = { kind: 'done', identifier: 'A-1', reportUrl: '' }
const refused: Proof = {
  kind: 'refused',
  field: 'destination',
  message: 'Incorrect Country',
  isInContract: true,
  raw: '{}',
  saysMore: false,
}
const refusedByStatus: Proof = {
  kind: 'refused',
  field: '',
  message: 'HTTP 404',
  isInContract: false,
  raw: '{}',
  saysMore: false,
}
const notSent: Proof = { kind: 'not-sent', reason: 'connection refused' }
const notProcessed: Proof = { kind: 'not-processed', reason: 'HTTP 429', retryAfterMs: undefined }
const unknown: Proof = { kind: 'unknown', reason: 'time-out', raw: '', isForeign: false }
const badToken: Proof = {
  kind: 'stop',
  cause: 'authorisation',
  message: 'Invalid Auth',
  isProcessed: 'no',
  raw: '',
}
const pending: RetrieveProof = { kind: 'pending' }
const mixedUp: RetrieveProof = { kind: 'mixed-up', message: 'its employee is “E2”, not “E1”' }
const ready: RetrieveProof = readyOf('A-1')
const notFound: RetrieveProof = { kind: 'not-found', message: 'Not Found', isInContract: true }

function retry(facts: { isConnection?: boolean; isThrottled?: boolean; retryAfterMs?: number } = {}): RetrieveProof {
  const { isConnection = false, isThrottled = false, retryAfterMs } = facts
  return { kind: 'retry', reason: 'no connection', isConnection, isThrottled, isForeign: false, retryAfterMs }
}

type Ask = NonNullable<RunPorts['ask']>

interface Choices {
  maxUnknown?: number
  maxErrors?: number
  waitForServiceMs?: number
  ask?: Ask
}

function create({ maxUnknown = 10, maxErrors, waitForServiceMs = 120_000, ask }: Choices = {}) {
  const clock = new ManualClock()
  const halt = new Halt()
  const limiter = new Limiter({ maxInFlight: 8, maxPerSecond: undefined, random: () => 0 })
  const gate = new Gate(limiter, 8, halt.everything, { clock, onHold() {} })
  const warnings: string[] = []
  let proofs = 0
  const health = new ServiceHealth(
    halt,
    gate,
    { maxUnknown, maxErrors, waitForServiceMs },
    {
      now: () => clock.now(),
      address: 'https://service.example',
      onProven: () => {
        proofs += 1
      },
      warn: (message) => warnings.push(message),
      ask,
    },
  )
  const note = (times: number, proof: Proof): void => {
    for (let count = 0; count < times; count += 1) health.recordWrite(proof)
  }
  /** Whether a request may start now. */
  const isOpen = async (): Promise<boolean> => {
    let hasPassed = false
    const ask = async (): Promise<void> => {
      hasPassed = true
    }
    void gate.pass(0, ask, () => ({ kind: 'lost' }))
    await clock.settle()
    return hasPassed
  }
  return { clock, halt, gate, limiter, health, warnings, note, isOpen, proofs: () => proofs }
}

describe('an answer that no endpoint gives', () => {
  const attempt = { sentAtMs: 1, answeredAtMs: 2, status: 404 }

  it('is about the address as long as the service is not known', () => {
    const { health, halt } = create()
    const { proof } = health.classifyWrite({ ...attempt, proof: refusedByStatus })
    health.recordWrite(proof)
    expect(halt.reason).toEqual({ kind: 'address', address: 'https://service.example', message: 'HTTP 404' })
    expect(halt.everything.aborted).toBe(true)
  })

  it('is about the row afterwards', () => {
    const { health, halt, note } = create()
    note(1, done)
    expect(health.classifyWrite({ ...attempt, proof: refusedByStatus }).proof).toBe(refusedByStatus)
    const foreign = { ...retry(), isForeign: true }
    expect(health.classifyRead({ ...attempt, proof: foreign }).proof).toBe(foreign)
    expect(halt.reason).toBeUndefined()
  })
})

describe('the service is known', () => {
  it.each<[string, Proof, number]>([
    ['a success', done, 1],
    ['a refusal in its own words', refused, 1],
    ['a refusal by status only', refusedByStatus, 0],
    ['an unknown outcome', unknown, 0],
    ['a 429', notProcessed, 0],
    ['a lost connection', notSent, 0],
    ['a refused token', badToken, 0],
  ])('after %s of a create: %#', (_, proof, expected) => {
    const { health, proofs } = create()
    health.recordWrite(proof)
    expect(proofs()).toBe(expected)
  })

  it.each<[string, RetrieveProof, number]>([
    ['Pending', pending, 1],
    ['Not Found', notFound, 1],
    ['trouble', retry(), 0],
  ])('after %s of a retrieve: %#', (_, proof, expected) => {
    const { health, proofs } = create()
    health.recordRead(proof)
    expect(proofs()).toBe(expected)
  })

  it('once a run; only then may more than one request be under way', async () => {
    const { health, gate, proofs, clock } = create()
    let started = 0
    const hang = (): Promise<never> => {
      started += 1
      return new Promise(() => {})
    }
    for (let count = 0; count < 3; count += 1) void gate.pass(0, hang, () => ({ kind: 'lost' }))
    await clock.settle()
    expect(started).toBe(1)
    health.recordWrite(done)
    health.recordWrite(done)
    await clock.settle()
    expect([started, proofs()]).toEqual([2, 1])
  })
})

describe('unknown outcomes', () => {
  it('stop the sending at --max-unknown, and leave asking for scores', () => {
    const { note, halt } = create({ maxUnknown: 3 })
    note(2, unknown)
    expect(halt.reason).toBeUndefined()
    note(1, unknown)
    expect(halt.reason).toEqual({ kind: 'unknowns', count: 3 })
    expect(halt.everything.aborted).toBe(false)
  })

  it('count anew after a success only: rows that are refused say nothing of those that are taken', () => {
    const { note, halt } = create({ maxUnknown: 3 })
    note(2, unknown)
    note(1, done)
    note(2, unknown)
    note(5, refused)
    note(1, notSent)
    expect(halt.reason).toBeUndefined()
    note(1, unknown)
    expect(halt.reason).toEqual({ kind: 'unknowns', count: 3 })
  })
})

describe('--max-errors', () => {
  it('counts rows that were rejected and rows that failed', () => {
    const { note, health, halt } = create({ maxErrors: 3 })
    note(1, refused)
    note(5, done)
    health.recordFailure()
    expect(halt.reason).toBeUndefined()
    note(1, refusedByStatus)
    expect(halt.reason).toEqual({ kind: 'errors', count: 3 })
  })

  it('is off unless it is given', () => {
    const { note, halt } = create()
    note(500, refused)
    expect(halt.reason).toBeUndefined()
  })
})

describe('twenty refusals in a row for the same reason', () => {
  it('are asked about once, and nothing is created until there is an answer', async () => {
    const asked: unknown[] = []
    let answer: (goesOn: boolean) => void = () => {}
    const { note, health, halt } = create({
      ask: (question) => {
        asked.push(question)
        return new Promise((resolve) => {
          answer = resolve
        })
      },
    })
    note(20, refused)
    expect([health.isAsking, asked]).toEqual([
      true,
      [expect.objectContaining({ kind: 'rejections', field: 'destination', message: 'Incorrect Country', count: 20 })],
    ])
    answer(true)
    await health.whenAnswered()
    expect([health.isAsking, halt.reason]).toEqual([false, undefined])
    note(40, refused)
    expect(asked).toHaveLength(1)
  })

  it.each<[string, Ask]>([
    ['the answer is no', async () => false],
    ['there is no answer to be had', () => Promise.reject(new Error('standard input is closed'))],
  ])('end the sending when %s', async (_, ask) => {
    const { note, health, halt } = create({ ask })
    note(20, refused)
    await health.whenAnswered()
    expect(halt.reason).toEqual({ kind: 'rejections', field: 'destination', message: 'Incorrect Country' })
  })

  it('are no question any more once the run was stopped', async () => {
    let isGivenUp = false
    const { note, health, halt } = create({
      ask: (question) =>
        new Promise(() => {
          if (question.kind === 'rejections')
            question.signal.addEventListener('abort', () => {
              isGivenUp = true
            })
        }),
    })
    note(20, refused)
    halt.stop({ kind: 'interrupted' })
    await health.whenAnswered()
    expect([isGivenUp, health.isAsking, halt.reason]).toEqual([true, false, { kind: 'interrupted' }])
  })

  it.each<[string, { ask?: Ask }]>([
    ['there is nobody', {}],
    ['nobody answers', { ask: async () => undefined }],
  ])('go on where %s', async (_, choices) => {
    const { note, health, halt } = create(choices)
    note(50, refused)
    await health.whenAnswered()
    expect([health.isAsking, halt.reason]).toEqual([false, undefined])
  })
})

describe('when the connection is lost', () => {
  it('ten times in a row, everything is held and one at a time asks again', async () => {
    const { note, warnings, isOpen, clock } = create()
    note(9, notSent)
    expect([warnings, await isOpen()]).toEqual([[], true])
    note(1, notSent)
    expect(warnings).toEqual(['the service cannot be reached (connection refused); trying for 2m'])
    expect(await isOpen()).toBe(false)
    await clock.advance(500)
    expect(await isOpen()).toBe(true)
  })

  it.each<[string, (health: ServiceHealth) => void]>([
    ['a success', (health) => health.recordWrite(done)],
    ['a refusal', (health) => health.recordWrite(refused)],
    ['a 429', (health) => health.recordWrite(notProcessed)],
    ['a request that is taken and not answered', (health) => health.recordWrite(unknown)],
    ['a poll that is answered', (health) => health.recordRead(pending)],
    ['a poll that is answered badly', (health) => health.recordRead(retry())],
  ])('is found again by %s', async (_, find) => {
    const { note, health, halt, clock, warnings } = create()
    note(10, notSent)
    await clock.advance(119_999)
    find(health)
    expect(warnings.at(-1)).toBe('the service can be reached again')
    await clock.advance(60_000)
    note(1, notSent)
    expect(halt.reason).toBeUndefined()
  })

  it('polls count like creates', () => {
    const { note, health, warnings } = create()
    note(5, notSent)
    for (let count = 0; count < 5; count += 1) health.recordRead(retry({ isConnection: true }))
    expect(warnings).toHaveLength(1)
  })

  it.each([
    [1, 2 * 60_000],
    [10, 2 * 60_000],
    [10, 8 * 3_600_000],
  ])('and stays so, at first %d times, the run gives up after %d ms', async (times, waitForServiceMs) => {
    const { note, halt, clock } = create({ waitForServiceMs })
    note(times, notSent)
    await clock.advance(waitForServiceMs - 1)
    note(1, notSent)
    expect(halt.reason).toBeUndefined()
    await clock.advance(1)
    note(1, notSent)
    expect(halt.reason).toEqual({ kind: 'unreachable', message: 'connection refused' })
  })

  it('a worker waits until it is back', async () => {
    const { note, halt, clock, warnings } = create({ waitForServiceMs: Number.POSITIVE_INFINITY })
    note(10, notSent)
    await clock.advance(7 * 24 * 3_600_000)
    note(1, notSent)
    expect(halt.reason).toBeUndefined()
    expect(warnings).toEqual(['the service cannot be reached (connection refused); trying until it is back'])
  })
})

describe('an answer that ends the run', () => {
  it.each(['authorisation', 'redirect'] as const)('%s, of a create or of a retrieve', (cause) => {
    const proof = { kind: 'stop', cause, message: 'no', isProcessed: 'no', raw: '' } as const
    const [first, second] = [create(), create()]
    first.health.recordWrite(proof)
    second.health.recordRead(proof)
    for (const { halt } of [first, second]) {
      expect([halt.reason, halt.everything.aborted]).toEqual([{ kind: cause, message: 'no' }, true])
    }
  })
})

it('a mistake of ours ends the run as broken', () => {
  const { health, halt } = create()
  const error = new TypeError('connect is not a function')
  health.recordWrite({ ...badToken, cause: 'defect', message: 'a mistake in the program (TypeError)', error })
  expect(halt.everything.aborted).toBe(true)
  expect(halt.reason).toMatchObject({ kind: 'broken', error: { code: 'defect', cause: error } })
})

describe('answers for somebody else', () => {
  it('stop the sending, three in a row; asking for scores goes on', () => {
    const { health, halt } = create()
    for (const proof of [mixedUp, mixedUp, ready, mixedUp, pending, mixedUp]) health.recordRead(proof)
    expect(halt.reason).toBeUndefined()
    health.recordRead(mixedUp)
    expect(halt.reason).toEqual({ kind: 'mixed-up', count: 3 })
    expect([halt.sending.aborted, halt.everything.aborted]).toEqual([true, false])
  })
})

describe('what an answer says of limits', () => {
  it.each<[string, Proof, number | undefined, object]>([
    ['a success', done, 200, { kind: 'answered' }],
    ['a refusal', refused, 200, { kind: 'answered' }],
    ['a 429', { ...notProcessed, retryAfterMs: 5 }, 429, { kind: 'refused', retryAfterMs: 5, status: 429 }],
    [
      'a 429 that proves nothing',
      { ...unknown, slowDown: { retryAfterMs: 5 } },
      429,
      { kind: 'refused', retryAfterMs: 5, status: 429 },
    ],
    ['silence', unknown, undefined, { kind: 'timed-out' }],
    ['a 502', unknown, 502, { kind: 'lost' }],
    ['no connection', notSent, undefined, { kind: 'lost' }],
  ])('to a create: %s', (_, proof, status, expected) => {
    expect(classifyWriteEnd(proof, status)).toEqual(expected)
  })

  it.each<[string, RetrieveProof, number | undefined, object]>([
    ['Pending', pending, 200, { kind: 'answered' }],
    ['Not Found', notFound, 200, { kind: 'answered' }],
    ['a 429', retry({ isThrottled: true, retryAfterMs: 5 }), 429, { kind: 'refused', retryAfterMs: 5, status: 429 }],
    ['silence', retry(), undefined, { kind: 'timed-out' }],
    ['a 502', retry(), 502, { kind: 'lost' }],
    ['no connection', retry({ isConnection: true }), undefined, { kind: 'lost' }],
  ])('to a retrieve: %s', (_, proof, status, expected) => {
    expect(classifyReadEnd(proof, status)).toEqual(expected)
  })
})
