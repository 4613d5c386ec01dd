import { describe, expect, it } from 'vitest'
import type { Proof } from '../../rooms/client.ts'
import type { HaltReason } from '../../rooms/messages.ts'
import { type Gate, Limiter, priorities, type RequestEnd, type Seen } from '../../rooms/pipeline/engine.ts'
import type { RunEvent, RunPorts } from '../../rooms/pipeline/model.ts'
import { ManualClock } from '../../support/manual-clock.ts'
import { notSent, refusal } from '../stage.ts'
import { createGate, proven } from './create-gate.ts'

const answered: RequestEnd = { kind: 'answered' }
const written = (proof: Proof): Seen => ({ kind: 'written', proof })

interface Scene {
  clock: ManualClock
  gate: Gate
  events: RunEvent[]
  /** Names of the requests that were let go, in order. */
  started: string[]
  mostInFlight: () => number
  /** Asks for a request that is answered when `answer` is called with its name. */
  ask(
    name: string,
    options?: { priority?: number; verdict?: RequestEnd; isWithdrawn?: () => boolean },
  ): Promise<unknown>
  answer(name: string): Promise<void>
  fail(name: string, error: Error): Promise<void>
}

function create(
  options: {
    most?: number
    inFlight?: number
    isWide?: boolean
    heldMs?: number
    maxPerSecond?: number
    ask?: RunPorts['ask']
  } = {},
): Scene {
  const { most = 4, inFlight = most, isWide = true, heldMs = 0, maxPerSecond, ask } = options
  const clock = new ManualClock()
  const snapshot = { inFlight, perSecond: undefined }
  const limiter = new Limiter({ maxInFlight: most, maxPerSecond, random: () => 0, snapshot })
  const events: RunEvent[] = []
  const gate = createGate(limiter, {
    clock,
    send: { concurrency: most },
    onEvent: (event) => events.push(event),
    ...(ask && { ask }),
  })
  if (heldMs > 0) limiter.hold(clock.now(), heldMs)
  if (isWide) gate.see(proven)
  const started: string[] = []
  const flying = new Map<string, { resolve(name: string): void; reject(error: Error): void }>()
  let highest = 0
  return {
    clock,
    gate,
    events,
    started,
    mostInFlight: () => highest,
    ask: (name, { priority = priorities.create, verdict = answered, isWithdrawn } = {}) =>
      gate.pass(
        priority,
        () =>
          new Promise<string>((resolve, reject) => {
            started.push(name)
            flying.set(name, { resolve, reject })
            highest = Math.max(highest, gate.inFlight)
          }),
        () => verdict,
        isWithdrawn,
      ),
    async answer(name) {
      flying.get(name)?.resolve(name)
      await clock.settle()
    },
    async fail(name, error) {
      flying.get(name)?.reject(error)
      await clock.settle()
    },
  }
}

describe('the gate', () => {
  it('never lets more through than the limiter allows', async () => {
    const { ask, answer, started, mostInFlight, clock } = create({ most: 8, inFlight: 2 })
    const asked = Array.from({ length: 20 }, (_, index) => ask(`${index}`))
    await clock.settle()
    expect(started).toEqual(['0', '1'])
    for (let index = 0; index < 20; index += 1) await answer(`${index}`)
    await Promise.all(asked)
    expect(started).toHaveLength(20)
    expect(mostInFlight()).toBeLessThanOrEqual(8)
  })

  it('lets one through at a time until it is widened: the canary', async () => {
    const { ask, answer, started, gate, clock } = create({ isWide: false })
    for (const name of ['a', 'b', 'c', 'd']) void ask(name)
    await clock.settle()
    expect(started).toEqual(['a'])
    await answer('a')
    expect(started).toEqual(['a', 'b'])
    gate.see(proven)
    await clock.settle()
    expect(started).toEqual(['a', 'b', 'c', 'd'])
  })

  it('lets polls go before creates that wait longer', async () => {
    const { ask, answer, started, clock } = create({ most: 1 })
    void ask('first')
    void ask('create')
    void ask('poll', { priority: priorities.poll })
    await clock.settle()
    await answer('first')
    await answer('poll')
    expect(started).toEqual(['first', 'poll', 'create'])
  })

  it('counts no request that was let go and never sent', async () => {
    const { ask, answer, gate, clock } = create()
    void ask('sent')
    void ask('unsent', { verdict: { kind: 'unsent' } })
    await clock.settle()
    for (const name of ['sent', 'unsent']) await answer(name)
    expect(gate.traffic.report.requests).toBe(1)
  })

  it('starts nothing during a hold, then one alone, then the others', async () => {
    const { ask, answer, started, clock } = create({ heldMs: 1_000 })
    for (const name of ['a', 'b', 'c']) void ask(name)
    await clock.advance(999)
    expect(started).toEqual([])
    await clock.advance(1)
    expect(started).toEqual(['a'])
    await answer('a')
    expect(started).toEqual(['a', 'b', 'c'])
    expect(clock.waits.every((ms) => ms > 0 && ms <= 1_000)).toBe(true)
  })

  it('holds everybody when one is refused, and says for how long', async () => {
    const { ask, answer, started, events, clock } = create()
    void ask('refused', { verdict: { kind: 'refused', retryAfterMs: 2_000 } })
    await clock.settle()
    await answer('refused')
    void ask('later')
    await clock.advance(1_999)
    expect([started, events.slice(0, 1)]).toEqual([
      ['refused'],
      [{ kind: 'held', cause: 'refused', status: undefined, heldMs: 2_000 }],
    ])
    await clock.advance(1)
    expect(started).toEqual(['refused', 'later'])
  })

  it('stops when the service asks for more patience than a run has', async () => {
    const { ask, answer, gate, clock } = create()
    void ask('refused', { verdict: { kind: 'refused', retryAfterMs: 301_000 } })
    await clock.settle()
    await answer('refused')
    expect(gate.halt).toEqual({ kind: 'held-off', message: 'the service asks to wait 301 s' })
    expect(await ask('too late')).toBeUndefined()
  })

  it('holds while the service cannot be reached, and lets one through at a time', async () => {
    const { ask, started, gate, clock } = create()
    for (let count = 0; count < 10; count += 1) gate.see(written(notSent))
    for (const name of ['a', 'b']) void ask(name)
    await clock.advance(499)
    expect(started).toEqual([])
    await clock.advance(1)
    expect(started).toEqual(['a'])
  })

  it('spaces requests as the pace says', async () => {
    const { ask, started, clock } = create({ most: 8, maxPerSecond: 4 })
    for (const name of ['a', 'b', 'c']) void ask(name)
    await clock.advance(200)
    expect(started).toEqual(['a'])
    await clock.advance(50)
    expect(started).toEqual(['a', 'b'])
    await clock.advance(250)
    expect(started).toEqual(['a', 'b', 'c'])
  })

  it('is pacing while creates wait for the pace, and not where polls wait or what is in flight is the limit', async () => {
    const { ask, gate, answer, clock } = create({ most: 2, maxPerSecond: 4 })
    void ask('a')
    expect(gate.isPacing).toBe(false)
    void ask('b', { priority: priorities.poll })
    expect(gate.isPacing).toBe(false)
    void ask('c')
    expect(gate.isPacing).toBe(true)
    await clock.advance(250)
    expect(gate.isPacing).toBe(false)
    await answer('a')
    expect(gate.isPacing).toBe(true)
    const unpaced = create({ most: 1 })
    for (const name of ['a', 'b']) void unpaced.ask(name)
    expect(unpaced.gate.isPacing).toBe(false)
  })

  it('lets what waits go empty-handed when it closes, and what is in flight end', async () => {
    const { ask, answer, gate, started, clock } = create({ most: 1 })
    const flying = ask('flying')
    const waiting = [ask('a'), ask('b')]
    await clock.settle()
    gate.stop({ kind: 'interrupted' })
    await answer('flying')
    expect(await Promise.all([flying, ...waiting])).toEqual(['flying', undefined, undefined])
    expect(started).toEqual(['flying'])
    expect(await ask('too late')).toBeUndefined()
  })

  it('does not wait for a hold to end when it closes', async () => {
    const { ask, gate, clock } = create({ heldMs: 60_000 })
    const waiting = ask('a')
    await clock.settle()
    gate.stop({ kind: 'interrupted' })
    expect(await waiting).toBeUndefined()
    expect(clock.sleeping).toBe(0)
  })

  it('passes over what was withdrawn while it waited, without a place or a start', async () => {
    const { ask, answer, started, clock } = create({ most: 1 })
    let isWithdrawn = false
    void ask('flying')
    const withdrawn = ask('withdrawn', { isWithdrawn: () => isWithdrawn })
    void ask('next')
    await clock.settle()
    isWithdrawn = true
    await answer('flying')
    expect(await withdrawn).toBeUndefined()
    expect(started).toEqual(['flying', 'next'])
  })

  it('hands on what a request throws, and its place is free again', async () => {
    const { ask, fail, started, gate, clock } = create({ most: 1 })
    const failing = ask('failing')
    const outcome = expect(failing).rejects.toThrow('disk full')
    void ask('next')
    await clock.settle()
    await fail('failing', new Error('disk full'))
    await outcome
    expect([started, gate.inFlight]).toEqual([['failing', 'next'], 1])
  })

  it('keeps one timer at most, however many ask during a hold', async () => {
    const { ask, clock } = create({ heldMs: 1_000 })
    for (let index = 0; index < 50; index += 1) void ask(`${index}`)
    await clock.settle()
    expect(clock.sleeping).toBe(1)
  })

  it('waits for nothing when nobody asks, so that a run can end during a hold', async () => {
    const { clock } = create({ heldMs: 300_000 })
    await clock.settle()
    expect(clock.sleeping).toBe(0)
  })

  it('asks for no time to pass while requests are under way', async () => {
    const { ask, clock } = create({ most: 2 })
    for (let index = 0; index < 10; index += 1) void ask(`${index}`)
    await clock.advance(60_000)
    expect(clock.waits).toEqual([])
  })
})

describe('a stopped gate', () => {
  it.each<[HaltReason, boolean]>([
    [{ kind: 'unknowns', count: 10 }, false],
    [{ kind: 'errors', count: 3 }, false],
    [{ kind: 'mixed-up', count: 3 }, false],
    [{ kind: 'rejections', field: 'destination', message: 'Incorrect Country' }, false],
    [{ kind: 'interrupted' }, true],
    [{ kind: 'authorisation', message: 'Invalid Auth' }, true],
    [{ kind: 'redirect', message: 'HTTP 301' }, true],
    [{ kind: 'unreachable', message: 'refused' }, true],
    [{ kind: 'held-off', message: 'an hour' }, true],
    [{ kind: 'broken', error: new Error('disk full') }, true],
  ])('$kind ends creating; polling too: %s', (reason, endsEverything) => {
    const { gate } = create()
    expect([gate.halt, gate.sending.aborted, gate.everything.aborted]).toEqual([undefined, false, false])
    gate.stop(reason)
    expect([gate.halt, gate.sending.aborted, gate.everything.aborted]).toEqual([reason, true, endsEverything])
  })

  it('is one whose guarded work failed, before its caller goes on', async () => {
    const { gate } = create()
    const error = new Error('disk full')
    const seen = await gate.guard(() => Promise.reject(error)).catch(() => gate.halt)
    expect(seen).toEqual({ kind: 'broken', error })
    expect(await create().gate.guard(async () => 7)).toBe(7)
  })

  it('warns of no leak, however many rows listen', () => {
    const { gate } = create()
    const warnings: unknown[] = []
    const note = (warning: Error): void => void warnings.push(warning)
    process.on('warning', note)
    for (let index = 0; index < 50; index += 1) gate.sending.addEventListener('abort', () => {})
    process.off('warning', note)
    expect(warnings).toEqual([])
  })
})

describe('an answer that no endpoint gives', () => {
  const call = { sentAtMs: 1, answeredAtMs: 2, status: 404 }
  const byStatus: Proof = { ...refusal, isInContract: false } as Proof

  it('is about the address until the service is proven', () => {
    const { gate } = create({ isWide: false })
    expect(gate.interpret({ ...call, proof: byStatus }).proof).toMatchObject({ kind: 'stop', cause: 'address' })
  })

  it('is about the row afterwards', () => {
    const { gate } = create()
    expect(gate.interpret({ ...call, proof: byStatus }).proof).toBe(byStatus)
  })
})

describe('a question about refusals', () => {
  type Ask = NonNullable<RunPorts['ask']>

  function refuse(ask: Ask | undefined, times = 20): Gate {
    const { gate } = create(ask && { ask })
    for (let count = 0; count < times; count += 1) gate.see(written(refusal))
    return gate
  }

  it('is open until its answer', async () => {
    const asked: unknown[] = []
    let answer: (goesOn: boolean) => void = () => {}
    const gate = refuse((question) => {
      asked.push(question)
      return new Promise((resolve) => {
        answer = resolve
      })
    })
    expect([gate.isAsking, asked]).toEqual([
      true,
      [expect.objectContaining({ kind: 'rejections', field: 'destination', count: 20 })],
    ])
    answer(true)
    await gate.whenAnswered()
    expect([gate.isAsking, gate.halt]).toEqual([false, undefined])
  })

  it.each<[string, Ask]>([
    ['the answer is no', async () => false],
    ['the question fails', () => Promise.reject(new Error('standard input is closed'))],
  ])('ends the sending when %s', async (_, ask) => {
    const gate = refuse(ask)
    await gate.whenAnswered()
    expect(gate.halt).toMatchObject({ kind: 'rejections', field: 'destination' })
  })

  it('is withdrawn once the run was stopped', async () => {
    let isGivenUp = false
    const gate = refuse(
      (question) =>
        new Promise(() => {
          if (question.kind !== 'rejections') return
          question.signal.addEventListener('abort', () => {
            isGivenUp = true
          })
        }),
    )
    gate.stop({ kind: 'interrupted' })
    await gate.whenAnswered()
    expect([isGivenUp, gate.isAsking, gate.halt]).toEqual([true, false, { kind: 'interrupted' }])
  })

  it.each<[string, Ask | undefined]>([
    ['there is no person to ask', undefined],
    ['no person answers', async () => undefined],
  ])('stops nothing where %s', async (_, ask) => {
    const gate = refuse(ask, 50)
    await gate.whenAnswered()
    expect([gate.isAsking, gate.halt]).toEqual([false, undefined])
  })
})
