import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Limiter, type LimiterSettings, type Ticket, type Verdict } from '../../../src/pipeline/submit/limiter.ts'
import { seededRandom } from '../../../src/support/random.ts'
import { limitInFlight, limitRate, simulate } from './simulate-service.ts'

const answered: Verdict = { kind: 'answered' }
const refused: Verdict = { kind: 'refused', retryAfterMs: undefined }
const never = Number.POSITIVE_INFINITY

function create(settings: Partial<LimiterSettings> = {}): Limiter {
  return new Limiter({ maxInFlight: 8, maxPerSecond: undefined, random: () => 0.5, ...settings })
}

/** Lets as many go as may, and ends them all with the same verdict. */
function fly(limiter: Limiter, now: number, verdict: Verdict): number {
  const tickets: Ticket[] = []
  while (limiter.waitMs(now, tickets.length) === 0) tickets.push(limiter.start(now))
  let inFlight = tickets.length
  for (const ticket of tickets) limiter.finish(ticket, now + 50, inFlight--, verdict)
  return tickets.length
}

/** Brings a limiter up to a number in flight. */
function grow(limiter: Limiter, limit: number): void {
  for (let now = 0; limiter.limit < limit; now += 100) fly(limiter, now, answered)
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
    limiter.finish(limiter.start(0), 50, 1, answered)
    expect(limiter.limit).toBe(2)
  })

  it('is never above the cap, nor below it for want of memory', () => {
    expect(create({ maxInFlight: 1 }).limit).toBe(1)
    expect(create({ memory: { inFlight: 64, perSecond: undefined } }).limit).toBe(8)
    expect(create({ memory: { inFlight: 5, perSecond: undefined } }).limit).toBe(5)
  })

  it('is cut once for a flight, however many of it are refused', () => {
    const limiter = create()
    grow(limiter, 8)
    const tickets = Array.from({ length: 8 }, () => limiter.start(1_000))
    const limits = tickets.map((ticket, index) => {
      limiter.finish(ticket, 1_050 + index, 8 - index, refused)
      return limiter.limit
    })
    expect(new Set(limits)).toEqual(new Set([6]))
  })

  it('says that nothing is held for a refusal of a flight that was cut already', () => {
    const limiter = create()
    grow(limiter, 4)
    const tickets = [limiter.start(1_000), limiter.start(1_000)]
    expect(tickets.map((ticket) => limiter.finish(ticket, 1_050, 2, refused).heldMs)).toEqual([187.5, 0])
  })

  it('comes back to what was shown to be allowed, and tries one more after five seconds', () => {
    const limiter = create()
    grow(limiter, 6)
    limiter.finish(limiter.start(1_000), 1_000, 6, refused)
    const limits = new Map<number, number>()
    for (let now = 2_000; now <= 7_000; now += 100) {
      fly(limiter, now, answered)
      limits.set(now, limiter.limit)
    }
    expect([limits.get(4_000), limits.get(5_900), limits.get(7_000)]).toEqual([5, 5, 6])
  })

  it.each([
    ['timed-out', 4],
    ['lost', 8],
  ] as const)('after a request that %s is %i of 8', (kind, expected) => {
    const limiter = create()
    grow(limiter, 8)
    const tickets = [limiter.start(5_000), limiter.start(5_000)]
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
    const { heldMs, isTooLong } = limiter.finish(limiter.start(0), 100, 1, { kind: 'refused', retryAfterMs: 60_000 })
    expect([heldMs, isTooLong, limiter.waitMs(100, 0)]).toEqual([expected, false, expected])
  })

  it('of more than five minutes is too long', () => {
    const limiter = create({ random: () => 0 })
    const ask = (retryAfterMs: number): boolean =>
      limiter.finish(limiter.start(0), 1, 1, { kind: 'refused', retryAfterMs }).isTooLong
    expect([ask(300_000), ask(300_001)]).toEqual([false, true])
  })

  it('without Retry-After doubles from a quarter of a second to thirty, half to all of it', () => {
    const span = (random: number): number[] => {
      const limiter = create({ random: () => random })
      return Array.from({ length: 9 }, (_, index) => {
        const now = index * 40_000 + 1
        return limiter.finish(limiter.start(now), now, 1, refused).heldMs
      })
    }
    expect(span(1)).toEqual([250, 500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000])
    expect(span(0)).toEqual([125, 250, 500, 1_000, 2_000, 4_000, 8_000, 15_000, 15_000])
  })

  it('is followed by one lone probe, and by the others once that was answered', () => {
    const limiter = create()
    grow(limiter, 4)
    const { heldMs } = limiter.finish(limiter.start(1_000), 1_000, 4, refused)
    expect(limiter.waitMs(1_000 + heldMs - 1, 0)).toBe(1)
    const after = 1_000 + heldMs
    const probe = limiter.start(after)
    expect([probe.isProbe, limiter.waitMs(after, 1)]).toEqual([true, never])
    limiter.finish(probe, after + 10, 1, answered)
    expect(limiter.waitMs(after + 10, 1)).toBe(0)
  })

  it('that the caller asks for ends in a lone probe too; one that fails again is held again', () => {
    const limiter = create()
    limiter.hold(0, 500)
    expect(limiter.waitMs(200, 0)).toBe(300)
    const probe = limiter.start(500)
    limiter.hold(600, 500)
    limiter.finish(probe, 600, 1, { kind: 'lost' })
    expect(limiter.waitMs(1_100, 0)).toBe(0)
    limiter.start(1_100)
    expect(limiter.waitMs(1_100, 1)).toBe(never)
  })

  it('is never cut short by a shorter one', () => {
    const limiter = create()
    limiter.hold(0, 1_000)
    limiter.hold(0, 10)
    expect(limiter.waitMs(0, 0)).toBe(1_000)
  })
})

describe('the pace', () => {
  it('is none until a rate was proven', () => {
    const limiter = create()
    grow(limiter, 8)
    limiter.finish(limiter.start(1_000), 1_000, 6, refused)
    expect(limiter.memory.perSecond).toBeUndefined()
  })

  it.each([
    ['Retry-After', (limiter: Limiter) => limiter.finish(limiter.start(0), 1, 3, { kind: 'refused', retryAfterMs: 1 })],
    [
      'a refusal of one alone',
      (limiter: Limiter) => {
        limiter.finish(limiter.start(0), 1, 2, refused)
        limiter.finish(limiter.start(5_000), 5_001, 1, refused)
      },
    ],
    [
      'a refused probe',
      (limiter: Limiter) => {
        grow(limiter, 8)
        limiter.finish(limiter.start(9_000), 9_001, 8, refused)
        limiter.finish(limiter.start(10_000), 10_001, 1, refused)
      },
    ],
  ])('is proven by %s', (_, prove) => {
    const limiter = create()
    prove(limiter)
    expect(limiter.memory.perSecond).toBeGreaterThan(0)
  })

  it('is cut to 85 % of what was measured over five seconds', () => {
    const limiter = create({ maxInFlight: 100, memory: { inFlight: 100, perSecond: undefined } })
    for (let now = 0; now < 5_000; now += 50) limiter.start(now)
    limiter.finish(limiter.start(5_000), 5_000, 9, { kind: 'refused', retryAfterMs: 100 })
    expect(limiter.memory.perSecond).toBeCloseTo(0.85 * 20, 0)
  })

  it('frees the number in flight when a probe shows that it was not the trouble', () => {
    const limiter = create({ memory: { inFlight: 8, perSecond: undefined } })
    limiter.finish(limiter.start(1_000), 1_001, 2, refused)
    expect(limiter.limit).toBe(1)
    limiter.finish(limiter.start(2_000), 2_001, 1, refused)
    limiter.finish(limiter.start(3_000), 3_001, 1, answered)
    expect(limiter.limit).toBe(2)
  })

  it('of --rate is a cap, also for a faster one that was learned', () => {
    const { starts } = simulate({
      limit: limitRate(1_000, 100),
      latencyMs: 20,
      seconds: 20,
      settings: { maxPerSecond: 10, memory: { inFlight: 8, perSecond: 500 } },
    })
    expect(mostWithinASecond(starts)).toBeLessThanOrEqual(11)
    expect(starts.length).toBeGreaterThan(190)
  })

  it.each([1, 5, 50])('of %i a second lets no burst go after a time of rest', (maxPerSecond) => {
    const limiter = create({ maxPerSecond, memory: { inFlight: 8, perSecond: undefined } })
    limiter.start(60_000)
    expect(limiter.waitMs(60_000, 1)).toBeGreaterThanOrEqual(1000 / maxPerSecond - 20)
    limiter.start(120_000)
    expect(limiter.waitMs(120_000, 2)).toBeGreaterThanOrEqual(1000 / maxPerSecond - 20)
  })

  it('is kept, with the number in flight, for the next run', () => {
    const first = create()
    grow(first, 6)
    first.finish(first.start(1_000), 1_000, 5, { kind: 'refused', retryAfterMs: 1_000 })
    const next = create({ memory: JSON.parse(JSON.stringify(first.memory)) })
    expect(next.memory).toEqual(first.memory)
  })
})

describe('whatever happens', () => {
  const verdict = fc.oneof(
    fc.constant(answered),
    fc.record({
      kind: fc.constant('refused' as const),
      retryAfterMs: fc.option(fc.integer({ min: 0, max: 400_000 }), { nil: undefined }),
    }),
    fc.constantFrom<Verdict>({ kind: 'timed-out' }, { kind: 'lost' }),
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
          if (action === 'start' && wait === 0) flying.push(limiter.start(now))
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

describe('against a limit that nobody told', () => {
  it.each([
    ['5 in flight', { limit: limitInFlight(5, 100), latencyMs: 100 }, 0.9, 0.02],
    ['1 in flight', { limit: limitInFlight(1, 100), latencyMs: 100 }, 0.9, 0.02],
    ['20 a second', { limit: limitRate(20, 5), latencyMs: 100 }, 0.8, 0.02],
    ['20 a second, with Retry-After', { limit: limitRate(20, 5), latencyMs: 100, retryAfterMs: 1_000 }, 0.75, 0.02],
    ['100 a second', { limit: limitRate(100, 10), latencyMs: 50 }, 0.8, 0.02],
  ])('%s: most of it is used and few are refused', (_, scene, atLeast, atMost) => {
    const { used, refused: share } = simulate({ ...scene, seconds: 120 })
    expect(used).toBeGreaterThan(atLeast)
    expect(share).toBeLessThan(atMost)
  })
})

function mostWithinASecond(starts: readonly number[]): number {
  return Math.max(...starts.map((from) => starts.filter((at) => at >= from && at < from + 1_000).length))
}
