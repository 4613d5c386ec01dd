import { describe, expect, it } from 'vitest'
import { type EndedRequest, Gate, Limiter, priorities, type RequestEnd } from '../../rooms/pipeline/engine.ts'
import { ManualClock } from '../../support/manual-clock.ts'

const answered: RequestEnd = { kind: 'answered' }

interface Scene {
  clock: ManualClock
  gate: Gate
  closing: AbortController
  holds: { heldMs: number; isTooLong: boolean }[]
  /** How those ended that it told of. */
  ended: RequestEnd['kind'][]
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

function create(options: { most?: number; inFlight?: number; isWide?: boolean; maxPerSecond?: number } = {}): Scene {
  const { most = 4, inFlight = most, isWide = true, maxPerSecond } = options
  const clock = new ManualClock()
  const closing = new AbortController()
  const snapshot = { inFlight, perSecond: undefined }
  const limiter = new Limiter({ maxInFlight: most, maxPerSecond, random: () => 0, snapshot })
  const holds: Scene['holds'] = []
  const onHold = (heldMs: number, isTooLong: boolean): void => void holds.push({ heldMs, isTooLong })
  const ended: Scene['ended'] = []
  const onEnd = ({ verdict }: EndedRequest): void => void ended.push(verdict.kind)
  const gate = new Gate(limiter, most, closing.signal, { clock, onHold, onEnd })
  if (isWide) gate.widen()
  const started: string[] = []
  const flying = new Map<string, { resolve(name: string): void; reject(error: Error): void }>()
  let highest = 0
  return {
    clock,
    gate,
    closing,
    holds,
    ended,
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
    gate.widen()
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
    const { ask, answer, ended, clock } = create()
    void ask('sent')
    void ask('unsent', { verdict: { kind: 'unsent' } })
    await clock.settle()
    for (const name of ['sent', 'unsent']) await answer(name)
    expect(ended).toEqual(['answered'])
  })

  it('starts nothing during a hold, then one alone, then the others', async () => {
    const { ask, answer, started, gate, clock } = create()
    gate.hold(1_000)
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
    const { ask, answer, started, holds, clock } = create()
    void ask('refused', { verdict: { kind: 'refused', retryAfterMs: 2_000 } })
    await clock.settle()
    await answer('refused')
    void ask('later')
    await clock.advance(1_999)
    expect([started, holds]).toEqual([['refused'], [{ heldMs: 2_000, isTooLong: false }]])
    await clock.advance(1)
    expect(started).toEqual(['refused', 'later'])
  })

  it('says when the service asks for more patience than a run has', async () => {
    const { ask, answer, holds, clock } = create()
    void ask('refused', { verdict: { kind: 'refused', retryAfterMs: 301_000 } })
    await clock.settle()
    await answer('refused')
    expect(holds).toEqual([{ heldMs: 301_000, isTooLong: true }])
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
    const { ask, answer, closing, started, clock } = create({ most: 1 })
    const flying = ask('flying')
    const waiting = [ask('a'), ask('b')]
    await clock.settle()
    closing.abort()
    await answer('flying')
    expect(await Promise.all([flying, ...waiting])).toEqual(['flying', undefined, undefined])
    expect(started).toEqual(['flying'])
    expect(await ask('too late')).toBeUndefined()
  })

  it('does not wait for a hold to end when it closes', async () => {
    const { ask, gate, closing, clock } = create()
    gate.hold(60_000)
    const waiting = ask('a')
    await clock.settle()
    closing.abort()
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
    const { ask, gate, clock } = create()
    gate.hold(1_000)
    for (let index = 0; index < 50; index += 1) void ask(`${index}`)
    await clock.settle()
    expect(clock.sleeping).toBe(1)
  })

  it('waits for nothing when nobody asks, so that a run can end during a hold', async () => {
    const { gate, clock } = create()
    gate.hold(300_000)
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
