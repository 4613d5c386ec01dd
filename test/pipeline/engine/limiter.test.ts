import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  Limiter,
  type LimiterSettings,
  longestHoldMs,
  type RequestEnd,
  type Ticket,
} from '../../rooms/pipeline/engine.ts'
import { seededRandom } from '../../support/seeded-random.mjs'
import { limitRate, simulate } from './simulate-service.ts'

const answered: RequestEnd = { kind: 'answered' }
const refused: RequestEnd = { kind: 'refused', retryAfterMs: undefined }
const unsent: RequestEnd = { kind: 'unsent' }
const never = Number.POSITIVE_INFINITY

function create(settings: Partial<LimiterSettings> = {}): Limiter {
  return new Limiter({ maxInFlight: 8, maxPerSecond: undefined, random: () => 0.5, ...settings })
}

/** Lets as many go as may, each as soon as it may, and ends them all with the same verdict. */
function fly(limiter: Limiter, from: number, verdict: RequestEnd): number {
  const tickets: Ticket[] = []
  let now = from
  for (let wait = 0; Number.isFinite(wait); wait = limiter.waitMs(now, tickets.length)) {
    now += wait
    tickets.push(limiter.start(now, tickets.length))
  }
  let inFlight = tickets.length
  for (const ticket of tickets) limiter.finish(ticket, Math.max(now, ticket.startedAt + 50), inFlight--, verdict)
  return tickets.length
}

/** Brings a limiter up to a number in flight. */
function grow(limiter: Limiter, limit: number): void {
  for (let now = 0; limiter.limit < limit; now += 100) fly(limiter, now, answered)
}

/** A lone refusal is passed over; the next one, without an answer between, is not. */
function passOver(limiter: Limiter, now: number): void {
  expect(limiter.finish(limiter.start(now, 0), now, 1, refused).heldMs).toBe(0)
}

describe('the number in flight', () => {
  it('starts at 2 and grows by one with every answer at the limit, up to the cap', () => {
    const limiter = create()
    const limits: number[] = []
    for (let flight = 0; flight < 6; flight += 1) {
      limits.push(limiter.limit)
      fly(limiter, 100 * flight, answered)
    }
    expect(limits).toEqual([2, 3, 4, 5, 6, 7])
    grow(limiter, 8)
    fly(limiter, 10_000, answered)
    expect(limiter.limit).toBe(8)
  })

  it('does not grow while it is not used up', () => {
    const limiter = create()
    limiter.finish(limiter.start(0, 0), 50, 1, answered)
    expect(limiter.limit).toBe(2)
  })

  it('is never above the cap, nor below it for want of memory', () => {
    expect(create({ maxInFlight: 1 }).limit).toBe(1)
    expect(create({ snapshot: { inFlight: 64, perSecond: undefined } }).limit).toBe(8)
    expect(create({ snapshot: { inFlight: 5, perSecond: undefined } }).limit).toBe(5)
  })

  it('is cut once for a flight, however many of it are refused', () => {
    const limiter = create()
    grow(limiter, 8)
    passOver(limiter, 900)
    const tickets = Array.from({ length: 8 }, (_, index) => limiter.start(1_000, 8 + index))
    const limits = tickets.map((ticket, index) => {
      limiter.finish(ticket, 1_050 + index, 8 - index, refused)
      return limiter.limit
    })
    expect(new Set(limits)).toEqual(new Set([limits[0]]))
    expect(limits[0]).toBeLessThan(8)
  })

  it('says that nothing is held for a refusal of a flight that was cut already', () => {
    const limiter = create()
    grow(limiter, 4)
    passOver(limiter, 900)
    const tickets = [limiter.start(1_000, 0), limiter.start(1_000, 1)]
    expect(tickets.map((ticket) => limiter.finish(ticket, 1_050, 2, refused).heldMs)).toEqual([187.5, 0])
  })

  it.each([
    ['timed-out', 4],
    ['lost', 8],
  ] as const)('after a request that %s is %i of 8', (kind, expected) => {
    const limiter = create()
    grow(limiter, 8)
    const tickets = [limiter.start(5_000, 0), limiter.start(5_000, 1)]
    for (const ticket of tickets) limiter.finish(ticket, 5_100, 2, { kind })
    expect(limiter.limit).toBe(expected)
  })
})

describe('a hold', () => {
  it.each([
    ['the least of the spread', 0, 60_000],
    ['the most of the spread', 1, 63_000],
  ])('lasts as long as Retry-After asks, and at most a twentieth longer: %s', (_, random, expected) => {
    const limiter = create({ random: () => random })
    const { heldMs } = limiter.finish(limiter.start(0, 0), 100, 1, { kind: 'refused', retryAfterMs: 60_000 })
    expect([heldMs, heldMs > longestHoldMs, limiter.waitMs(100, 0)]).toEqual([expected, false, expected])
  })

  it('of more than five minutes is too long', () => {
    const limiter = create({ random: () => 0 })
    const ask = (retryAfterMs: number): boolean =>
      limiter.finish(limiter.start(0, 0), 1, 1, { kind: 'refused', retryAfterMs }).heldMs > longestHoldMs
    expect([ask(300_000), ask(300_001)]).toEqual([false, true])
  })

  it('without Retry-After doubles from a quarter of a second to thirty, half to all of it', () => {
    const span = (random: number): number[] => {
      const limiter = create({ random: () => random })
      return Array.from({ length: 9 }, (_, index) => {
        const now = index * 40_000 + 1
        return limiter.finish(limiter.start(now, 0), now, 1, refused).heldMs
      })
    }
    expect(span(1)).toEqual([250, 500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000])
    expect(span(0)).toEqual([125, 250, 500, 1_000, 2_000, 4_000, 8_000, 15_000, 15_000])
  })

  it('is followed by one lone probe, and by the others once that was answered', () => {
    const limiter = create()
    grow(limiter, 4)
    passOver(limiter, 900)
    const { heldMs } = limiter.finish(limiter.start(1_000, 4), 1_000, 5, refused)
    expect(limiter.waitMs(1_000 + heldMs - 1, 0)).toBe(1)
    const after = 1_000 + heldMs
    const probe = limiter.start(after, 0)
    expect([probe.isProbe, limiter.waitMs(after, 1)]).toEqual([true, never])
    limiter.finish(probe, after + 10, 1, answered)
    expect(limiter.waitMs(after + 10, 1)).toBeLessThan(100)
  })

  it('is followed by a probe that waits until there is room for it', () => {
    const limiter = create()
    grow(limiter, 4)
    passOver(limiter, 900)
    const { heldMs } = limiter.finish(limiter.start(1_000, 4), 1_000, 5, refused)
    expect([limiter.waitMs(1_000 + heldMs, 4), limiter.waitMs(1_000 + heldMs, 1)]).toEqual([never, 0])
  })

  it('is no longer than was asked for, though the clock is set back meanwhile', () => {
    const limiter = create()
    limiter.hold(3_600_000, 500)
    expect(limiter.waitMs(0, 0)).toBe(500)
  })

  it('that the caller asks for ends in a lone probe too; one that fails again is held again', () => {
    const limiter = create()
    limiter.hold(0, 500)
    expect(limiter.waitMs(200, 0)).toBe(300)
    const probe = limiter.start(500, 0)
    limiter.hold(600, 500)
    limiter.finish(probe, 600, 1, { kind: 'lost' })
    expect(limiter.waitMs(1_100, 0)).toBe(0)
    limiter.start(1_100, 0)
    expect(limiter.waitMs(1_100, 1)).toBe(never)
  })

  it('is still to be probed by the next one when the probe was never sent', () => {
    const limiter = create()
    limiter.hold(0, 500)
    limiter.finish(limiter.start(500, 0), 510, 1, unsent)
    expect(limiter.waitMs(510, 0)).toBe(0)
    expect(limiter.start(510, 0).isProbe).toBe(true)
    expect(limiter.waitMs(510, 1)).toBe(never)
  })

  it('is never cut short by a shorter one', () => {
    const limiter = create()
    limiter.hold(0, 1_000)
    limiter.hold(0, 10)
    expect(limiter.waitMs(0, 0)).toBe(1_000)
  })
})

describe('the pace', () => {
  it('is not measured by what stood still and was never sent then', () => {
    const limiter = create()
    grow(limiter, 8)
    const frozen = Array.from({ length: 6 }, (_, index) => limiter.start(1_000, index))
    for (const ticket of frozen) limiter.finish(ticket, 26_000, 1, unsent)
    for (let at = 26_000; at < 26_500; at += 100) limiter.finish(limiter.start(at, 0), at, 1, answered)
    passOver(limiter, 26_500)
    limiter.finish(limiter.start(26_501, 0), 26_501, 1, refused)
    expect(limiter.snapshot.perSecond).toBeGreaterThan(4)
  })

  it('is none until one is refused, and starts at what was borne', () => {
    const limiter = create()
    grow(limiter, 8)
    expect(limiter.snapshot.perSecond).toBeUndefined()
    passOver(limiter, 900)
    limiter.finish(limiter.start(1_000, 8), 1_000, 9, refused)
    expect(limiter.snapshot.perSecond).toBeCloseTo((8 * 1000) / 50, -1)
  })

  it.each([
    [1_653, undefined],
    [30, 30],
  ])('of %i a second is told as %s where two in flight reach 40', (perSecond, told) => {
    const limiter = create({ maxInFlight: 2, snapshot: { inFlight: 2, perSecond } })
    for (let now = 0; now < 1_000; now += 100) fly(limiter, now, answered)
    expect(limiter.pace.inFlight).toBe(2)
    if (told === undefined) expect(limiter.pace.perSecond).toBeUndefined()
    else expect(limiter.pace.perSecond).toBeCloseTo(told, 0)
  })

  it('is cut, and not the number in flight, when no more were in flight than were borne', () => {
    const limiter = create()
    grow(limiter, 8)
    passOver(limiter, 900)
    limiter.finish(limiter.start(1_000, 3), 1_005, 4, refused)
    expect(limiter.limit).toBe(8)
    expect(limiter.snapshot.perSecond).toBeGreaterThan(0)
  })

  it('is cut by a refusal of one alone, which frees the number in flight', () => {
    const limiter = create({ snapshot: { inFlight: 1, perSecond: undefined } })
    limiter.finish(limiter.start(2_000, 0), 2_001, 1, refused)
    expect(limiter.snapshot.perSecond).toBe(5)
    limiter.finish(limiter.start(3_000, 0), 3_001, 1, answered)
    expect(limiter.limit).toBe(2)
  })

  it('is not cut again by a probe that came too soon', () => {
    const limiter = create({ snapshot: { inFlight: 4, perSecond: 20 } })
    limiter.finish(limiter.start(1_000, 0), 1_001, 1, refused)
    const { perSecond } = limiter.snapshot
    const held = [2_000, 4_000, 8_000].map((now) => limiter.finish(limiter.start(now, 0), now, 1, refused).heldMs)
    expect(limiter.snapshot.perSecond).toBe(perSecond)
    expect(held).toEqual([375, 750, 1_500])
  })

  it('grows only while it is what holds requests back', () => {
    const limiter = create({ snapshot: { inFlight: 4, perSecond: 20 } })
    for (let now = 0; now < 60_000; now += 200) limiter.finish(limiter.start(now, 0), now + 10, 1, answered)
    expect(limiter.snapshot.perSecond).toBeCloseTo(20, 0)
  })

  it('of --rate is a cap, also for a faster one that was learned', () => {
    const { starts } = simulate({
      limit: limitRate(1_000, 100),
      latencyMs: 20,
      seconds: 20,
      settings: { maxPerSecond: 10, snapshot: { inFlight: 8, perSecond: 500 } },
    })
    expect(mostWithinASecond(starts)).toBeLessThanOrEqual(11)
    expect(starts.length).toBeGreaterThan(190)
  })

  it.each([1, 5, 50])('of %i a second lets no burst go after a time of rest', (maxPerSecond) => {
    const limiter = create({ maxPerSecond, snapshot: { inFlight: 8, perSecond: undefined } })
    limiter.start(60_000, 0)
    expect(limiter.waitMs(60_000, 1)).toBeGreaterThanOrEqual(1000 / maxPerSecond - 20)
    limiter.start(120_000, 0)
    expect(limiter.waitMs(120_000, 2)).toBeGreaterThanOrEqual(1000 / maxPerSecond - 20)
  })

  it('has room for another one where a request was let go and never sent', () => {
    const limiter = create({ maxPerSecond: 10 })
    const ticket = limiter.start(1_000, 0)
    expect(limiter.waitMs(1_005, 1)).toBe(95)
    limiter.finish(ticket, 1_005, 1, unsent)
    expect(limiter.waitMs(1_005, 0)).toBe(0)
    limiter.start(1_005, 0)
    expect(limiter.waitMs(1_005, 1)).toBe(100)
  })

  it('is kept, with the number in flight, for the next run', () => {
    const first = create()
    grow(first, 6)
    passOver(first, 900)
    first.finish(first.start(1_000, 3), 1_000, 4, { kind: 'refused', retryAfterMs: 1_000 })
    const next = create({ snapshot: JSON.parse(JSON.stringify(first.snapshot)) })
    expect(next.snapshot).toEqual(first.snapshot)
    expect(next.snapshot.perSecond).toBeGreaterThan(0)
  })

  it.each([null, -1, 'fast'])('is none when what was kept is %j', (perSecond) => {
    const snapshot = JSON.parse(JSON.stringify({ inFlight: perSecond, perSecond }))
    expect(create({ snapshot }).snapshot).toEqual({ inFlight: 2, perSecond: undefined })
  })

  it('waits no longer than its gap, though the clock is set back', () => {
    const limiter = create({ maxPerSecond: 10 })
    limiter.start(3_600_000, 0)
    expect(limiter.waitMs(0, 0)).toBe(100)
  })
})

describe('a refusal among many answers', () => {
  /** Answers `count` requests one after the other, at a number in flight that was borne. */
  function answer(limiter: Limiter, from: number, count: number): number {
    for (let index = 0; index < count; index += 1)
      limiter.finish(limiter.start(from + index, 1), from + index, 2, answered)
    return from + count
  }
  const patient: RequestEnd = { kind: 'refused', retryAfterMs: 1_000 }

  it('holds nobody and cuts nothing, as often as one in a hundred comes', () => {
    const limiter = create()
    grow(limiter, 8)
    for (let [now, strays] = [1_000, 0]; strays < 50; strays += 1) {
      now = answer(limiter, now, 99)
      expect(limiter.finish(limiter.start(now, 1), now, 2, patient).heldMs).toBe(0)
      expect([limiter.limit, limiter.snapshot.perSecond]).toEqual([8, undefined])
    }
  })

  it.each([
    ['follows another one', 0, 1_000],
    ['asks for more than five minutes', 1, 301_000],
  ])('holds everybody where it %s', (_, answersBetween, retryAfterMs) => {
    const limiter = create()
    grow(limiter, 8)
    const now = answer(limiter, 1_000, 99)
    limiter.finish(limiter.start(now, 1), now, 2, patient)
    const then = answer(limiter, now + 1, answersBetween)
    const verdict: RequestEnd = { kind: 'refused', retryAfterMs }
    expect(limiter.finish(limiter.start(then, 1), then, 2, verdict).heldMs).toBeGreaterThanOrEqual(retryAfterMs)
  })

  it('holds everybody where one in twenty comes', () => {
    const limiter = create()
    grow(limiter, 8)
    const held: number[] = []
    for (let now = 1_000; held.length < 12; ) {
      now = answer(limiter, now, 19)
      held.push(limiter.finish(limiter.start(now, 1), now, 2, patient).heldMs)
      now += 3_000
    }
    expect(held.filter((heldMs) => heldMs > 0).length).toBeGreaterThan(4)
  })

  it('with more in flight than ever stops the growth until that was borne', () => {
    const limiter = create({ maxInFlight: 32 })
    grow(limiter, 5)
    limiter.finish(limiter.start(1_000, 6), 1_000, 7, patient)
    expect(limiter.limit).toBe(6)
    // The limit was found there: the next one there is no stray.
    expect(limiter.finish(limiter.start(1_001, 6), 1_001, 7, patient).heldMs).toBeGreaterThan(0)
  })
})

describe('whatever happens', () => {
  const verdict = fc.oneof(
    fc.constant(answered),
    fc.record({
      kind: fc.constant('refused' as const),
      retryAfterMs: fc.option(fc.integer({ min: 0, max: 400_000 }), { nil: undefined }),
    }),
    fc.constantFrom<RequestEnd>({ kind: 'timed-out' }, { kind: 'lost' }, unsent),
  )
  const step = fc.record({
    pauseMs: fc.integer({ min: 0, max: 3_000 }),
    action: fc.constantFrom('start', 'finish', 'hold'),
    verdict,
  })

  it('no wait is negative or no number, and the limit stays between 1 and the cap', () => {
    const scene = fc.record({
      maxInFlight: fc.integer({ min: 1, max: 64 }),
      maxPerSecond: fc.option(fc.integer({ min: 1, max: 100 }), { nil: undefined }),
      seed: fc.integer(),
      steps: fc.array(step, { maxLength: 200 }),
    })
    fc.assert(
      fc.property(scene, ({ maxInFlight, maxPerSecond, seed, steps }) => {
        const limiter = create({ maxInFlight, maxPerSecond, random: seededRandom(seed) })
        const flying: Ticket[] = []
        let now = 1_000
        for (const { pauseMs, action, verdict } of steps) {
          now += pauseMs
          const wait = limiter.waitMs(now, flying.length)
          expect(wait).toBeGreaterThanOrEqual(0)
          expect(wait === never ? flying.length : 1).toBeGreaterThan(0)
          expect(limiter.limit).toBeGreaterThanOrEqual(1)
          expect(limiter.limit).toBeLessThanOrEqual(maxInFlight)
          if (action === 'start' && wait === 0) flying.push(limiter.start(now, flying.length))
          const ended = action === 'finish' ? flying.shift() : undefined
          if (ended !== undefined) {
            const { heldMs } = limiter.finish(ended, now, flying.length + 1, verdict)
            expect(limiter.waitMs(now, 0)).toBeGreaterThanOrEqual(heldMs - 0.001)
          }
          if (action === 'hold') limiter.hold(now, pauseMs)
        }
      }),
      { seed: 5, numRuns: 300 },
    )
  })
})

function mostWithinASecond(starts: readonly number[]): number {
  return Math.max(...starts.map((from) => starts.filter((at) => at >= from && at < from + 1_000).length))
}

it('takes no clock that jumped for a slow service', () => {
  const limiter = new Limiter({ maxInFlight: 8, maxPerSecond: undefined, random: () => 0.5 })
  const ticket = limiter.start(0, 0)
  const later = 5 * 3_600_000
  limiter.finish(ticket, later, 1, { kind: 'answered' })
  limiter.start(later, 0)
  expect(limiter.waitMs(later, 1)).toBeLessThan(1_000)
})
