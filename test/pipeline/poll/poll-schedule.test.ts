import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fitPollPlan, type PollPlan, PollSchedule } from '../../../src/pipeline/poll/poll-schedule.ts'
import { seededRandom } from '../../../src/support/random.ts'

type ReadyTimes = (random: () => number) => number

const constant: ReadyTimes = () => 5_000
const exponential: ReadyTimes = (random) => -20_000 * Math.log(1 - random())
const bimodal: ReadyTimes = (random) => (random() < 0.5 ? 2_000 : 60_000)
const lognormal: ReadyTimes = (random) =>
  15_000 * Math.exp(0.8 * Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random()))

function sample(readyTimes: ReadyTimes, count: number, seed = 17): number[] {
  const random = seededRandom(seed)
  return Array.from({ length: count }, () => readyTimes(random))
}

interface Cost {
  /** Retrieves per assessment; an oracle that knows the ready time needs one. */
  calls: number
  /** Mean time from ready to seen. */
  lagMs: number
}

function priceOf({ firstMs, gapMs }: PollPlan, readyMs: readonly number[]): Cost {
  let [calls, lagMs] = [0, 0]
  for (const ms of readyMs) {
    const further = Math.max(0, Math.ceil((ms - firstMs) / gapMs))
    calls += 1 + further
    lagMs += firstMs + further * gapMs - ms
  }
  return { calls: calls / readyMs.length, lagMs: lagMs / readyMs.length }
}

/** A service with these ready times and a run that asks whenever the schedule says, in virtual time. */
function replay(readyMs: readonly number[], perSecond: number, schedule = new PollSchedule()): Cost {
  const created = readyMs.map((ms, id) => ({ id, acceptedAt: (id * 1_000) / perSecond, readyAt: 0, ms }))
  const due: { at: number; id: number; isCreate: boolean }[] = created.map(({ id, acceptedAt }) => ({
    at: acceptedAt,
    id,
    isCreate: true,
  }))
  let [calls, lagMs] = [0, 0]
  for (;;) {
    due.sort((left, right) => right.at - left.at)
    const next = due.pop()
    const one = next === undefined ? undefined : created[next.id]
    if (next === undefined || one === undefined) break
    const readyAt = one.acceptedAt + one.ms
    if (next.isCreate) {
      due.push({ at: schedule.firstPollAt(one.id, one.acceptedAt), id: one.id, isCreate: false })
      continue
    }
    calls += 1
    if (next.at >= readyAt) {
      schedule.onReady(one.id, one.acceptedAt, next.at)
      lagMs += next.at - readyAt
    } else due.push({ at: schedule.nextPollAt(one.id, one.acceptedAt, next.at), id: one.id, isCreate: false })
  }
  return { calls: calls / readyMs.length, lagMs: lagMs / readyMs.length }
}

const everyTwoSeconds: PollPlan = { firstMs: 2_000, gapMs: 2_000 }

describe('a fitted plan', () => {
  it.each<[string, ReadyTimes, number, number]>([
    ['constant, 5 s', constant, 1.2, 500],
    ['exponential, mean 20 s', exponential, 4, 9_000],
    ['2 s or 60 s', bimodal, 4, 8_000],
    ['lognormal, median 15 s', lognormal, 4.5, 9_000],
  ])('for %s costs few calls and little lag, and far fewer calls than every two seconds', (_, times, calls, lagMs) => {
    const plan = fitPollPlan(sample(times, 200))
    const held = sample(times, 1_000, 99)
    const cost = priceOf(plan, held)
    expect(cost.calls).toBeLessThan(calls)
    expect(cost.lagMs).toBeLessThan(lagMs)
    expect(cost.calls).toBeLessThan(0.6 * priceOf(everyTwoSeconds, held).calls)
  })

  it.each([[[1]], [[5_000]], [[250, 600_000]], [[1, 2, 3]]])('for %j has a gap within its bounds', (readyMs) => {
    const { firstMs, gapMs } = fitPollPlan(readyMs)
    expect(firstMs).toBeGreaterThan(0)
    expect([gapMs >= 250, gapMs <= 30_000]).toEqual([true, true])
  })

  it('costs no more than any gap from the start would, for any ready times and one at twice the longest', () => {
    const times = fc.array(fc.integer({ min: 100, max: 120_000 }), { minLength: 5, maxLength: 60 })
    fc.assert(
      fc.property(times, fc.integer({ min: 0, max: 15 }), (seen, step) => {
        const readyMs = [...seen, 2 * Math.max(...seen)]
        const mean = readyMs.reduce((sum, ms) => sum + ms, 0) / readyMs.length
        const weigh = ({ calls, lagMs }: Cost): number => calls + lagMs / Math.max(250, 0.3 * mean)
        const other = { firstMs: 250, gapMs: 250 * 1.3 ** step }
        expect(weigh(priceOf(fitPollPlan(seen), readyMs))).toBeLessThanOrEqual(weigh(priceOf(other, readyMs)) + 1e-9)
      }),
      { seed: 5, numRuns: 60 },
    )
  })
})

describe('the schedule of a run', () => {
  it.each<[string, ReadyTimes, number, number]>([
    ['constant, 5 s', constant, 2, 1_000],
    ['exponential, mean 20 s', exponential, 5, 10_000],
    ['2 s or 60 s', bimodal, 6, 10_000],
    ['lognormal, median 15 s', lognormal, 5, 10_000],
  ])('over 1,000 assessments, %s, asks seldom and learns soon enough', (_, times, calls, lagMs) => {
    const cost = replay(sample(times, 1_000), 10)
    expect(cost.calls).toBeLessThan(calls)
    expect(cost.lagMs).toBeLessThan(lagMs)
  })

  it('asks the first twenty, and every fortieth, closely', () => {
    const schedule = new PollSchedule({ firstMs: 50_000, gapMs: 20_000 })
    const firsts = Array.from({ length: 82 }, (_, id) => schedule.firstPollAt(id, 0))
    const close = firsts.flatMap((at, id) => (at === 1_000 ? id : []))
    expect(close).toEqual([...Array.from({ length: 20 }, (_, id) => id), 40, 80])
    expect([schedule.nextPollAt(0, 0, 2_000), schedule.nextPollAt(0, 0, 60_000)]).toEqual([3_000, 72_000])
    expect(schedule.nextPollAt(21, 0, 60_000)).toBe(80_000)
  })

  it('lets what was accepted before there was a plan wait for the time that the plan asks first', () => {
    const schedule = new PollSchedule()
    for (let id = 0; id < 21; id += 1) schedule.firstPollAt(id, 0)
    for (let id = 0; id < 20; id += 1) schedule.onReady(id, 0, 9_000)
    const { firstMs, gapMs } = schedule.memory ?? everyTwoSeconds
    expect(schedule.nextPollAt(20, 5_000, 6_000)).toBe(Math.round(5_000 + firstMs))
    expect(schedule.nextPollAt(20, 5_000, 40_000)).toBe(Math.round(40_000 + gapMs))
  })

  it('asks with growing gaps, bounded, until it has learned something', () => {
    const schedule = new PollSchedule()
    for (let id = 0; id < 21; id += 1) schedule.firstPollAt(id, 0)
    const next = [1_000, 10_000, 500_000].map((now) => schedule.nextPollAt(20, 0, now) - now)
    expect(next).toEqual([2_000, 5_000, 30_000])
  })

  it('learns from sentinels only, and from five on', () => {
    const schedule = new PollSchedule()
    for (let id = 0; id < 30; id += 1) schedule.firstPollAt(id, 0)
    for (let id = 20; id < 30; id += 1) schedule.onReady(id, 0, 9_000)
    for (let id = 0; id < 4; id += 1) schedule.onReady(id, 0, 5_000)
    expect(schedule.memory).toBeUndefined()
    schedule.onReady(4, 0, 5_000)
    expect(schedule.memory?.firstMs).toBeGreaterThanOrEqual(5_000)
  })

  it('keeps what it learned for the next run', () => {
    const first = new PollSchedule()
    replay(sample(constant, 100), 10, first)
    const memory: PollPlan = JSON.parse(JSON.stringify(first.memory))
    const next = new PollSchedule(memory)
    expect(next.memory).toEqual(first.memory)
    expect(replay(sample(constant, 1_000), 10, next).calls).toBeLessThan(replay(sample(constant, 1_000), 10).calls)
  })

  it('takes account of sentinels that are still pending, or the slow half would go unseen', () => {
    const [heeding, blind] = [new PollSchedule(), new PollSchedule()]
    for (const schedule of [heeding, blind]) for (let id = 0; id < 20; id += 1) schedule.firstPollAt(id, 0)
    // The twin does not know of the ten that are not ready for long.
    for (let id = 10; id < 20; id += 1) blind.forget(id)
    for (const schedule of [heeding, blind]) {
      for (let id = 0; id < 10; id += 1) schedule.onReady(id, 0, 2_000)
      for (let id = 20; id <= 40; id += 1) schedule.firstPollAt(id, 38_000)
      schedule.onReady(40, 38_000, 40_000)
    }
    const gapOf = (schedule: PollSchedule): number => schedule.memory?.gapMs ?? 0
    expect(gapOf(blind)).toBeGreaterThan(0)
    expect(gapOf(heeding)).toBeGreaterThan(4 * gapOf(blind))
  })
})
