import { describe, expect, it } from 'vitest'
import { PollSchedule } from '../../rooms/pipeline/engine.ts'
import type { Random } from '../../rooms/support.ts'
import { acceptAtOnce, acceptSteadily, distributions, drawReadyTimes } from './distributions.ts'
import { type PollCost, simulatePolling } from './simulate-polling.ts'

function run(name: string, schedule = new PollSchedule(), accept = acceptSteadily, seed = 17): PollCost {
  const draw = distributions.find((each) => each.name === name)?.draw ?? (() => 0)
  return simulatePolling(drawReadyTimes(draw, 1_000, seed), accept(1_000), schedule)
}

function meanOf(costs: readonly PollCost[], of: (cost: PollCost) => number): number {
  return costs.reduce((sum, cost) => sum + of(cost), 0) / costs.length
}

/** What was learned, as the ledger keeps it. */
function remember(schedule: PollSchedule): unknown {
  return JSON.parse(JSON.stringify(schedule.snapshot))
}

describe('the schedule of a run', () => {
  it.each([
    ['constant 5 s', 1.5, 500],
    ['exponential, mean 20 s', 3, 13_000],
    ['2 s or 60 s', 3.3, 10_000],
    ['lognormal, median 15 s', 3, 13_000],
  ])('over 1,000 assessments, %s, asks seldom and learns soon enough', (name, calls, lagMs) => {
    const costs = [1, 2, 3, 4, 5].map((seed) => run(name, new PollSchedule(), acceptSteadily, seed))
    expect(meanOf(costs, (cost) => cost.calls)).toBeLessThan(calls)
    expect(meanOf(costs, ({ meanLagMs }) => meanLagMs)).toBeLessThan(lagMs)
  })

  it.each([
    ['90 s', () => 90_000, 1.2, 12_000],
    ['60 to 180 s', (random: Random) => 60_000 + 120_000 * random(), 3, 18_000],
    ['1, 10 or 40 s', (random: Random) => [1_000, 10_000, 40_000][Math.floor(3 * random())] ?? 0, 2.3, 11_000],
  ] as const)('keeps the times that it has seen while thousands more wait for theirs: %s', (_, draw, calls, lagMs) => {
    const cost = simulatePolling(drawReadyTimes(draw, 20_000), acceptSteadily(20_000), new PollSchedule())
    expect([cost.calls < calls, cost.meanLagMs < lagMs], JSON.stringify(cost)).toEqual([true, true])
  })

  it('asks late enough where all take nearly the same time: the slower half does not wait for a second call', () => {
    const nearly = drawReadyTimes((random) => 5_000 + 500 * random(), 1_000)
    const cost = simulatePolling(nearly, acceptSteadily(1_000), new PollSchedule())
    expect(cost.calls).toBeLessThan(1.5)
    expect(cost.meanLagMs).toBeLessThan(700)
  })

  it('keeps nobody waiting for seconds where scores are there within seconds', () => {
    const soon = drawReadyTimes((random) => 500 + 2_500 * random(), 300)
    const first = new PollSchedule()
    const costs = [
      simulatePolling(soon, acceptSteadily(300), first),
      simulatePolling(soon, acceptAtOnce(300), new PollSchedule(remember(first))),
    ]
    expect(Math.max(...costs.map(({ medianLagMs }) => medianLagMs))).toBeLessThan(1_000)
    expect(Math.max(...costs.map(({ calls }) => calls))).toBeLessThan(2.5)
  })

  it('lets what was accepted at once wait for what the sentinels show, without a call', () => {
    const cost = run('constant 5 s', new PollSchedule(), acceptAtOnce)
    expect(cost.calls).toBeLessThan(1.5)
    expect(cost.deferrals).toBeGreaterThan(1)
  })

  it.each(distributions)('knows in the next run what it has learned: $name', ({ name }) => {
    const costs = [1, 2, 3, 4, 5].map((seed) => {
      const first = new PollSchedule()
      run(name, first, acceptSteadily, seed)
      return run(name, new PollSchedule(remember(first)), acceptAtOnce, seed + 100)
    })
    expect(meanOf(costs, ({ calls }) => calls)).toBeLessThan(3)
    expect(meanOf(costs, ({ medianLagMs }) => medianLagMs)).toBeLessThan(12_000)
  })

  it('asks for each sentinel at another age, all within 300 ms, and at 400 for whatever else is there', () => {
    const schedule = new PollSchedule()
    const ages = Array.from({ length: 21 }, (_, id) => schedule.firstPollAt(id, 0))
    expect(new Set(ages).size).toBe(21)
    expect([Math.min(...ages), Math.max(...ages)]).toEqual([25, 400])
    for (let id = 0; id < 10; id += 1) schedule.onReady(id, 0, ages[id] ?? 0)
    expect(schedule.deferral(20, 0, 400)).toBeUndefined()
  })

  it('soon asks at once where the scores are there at once', () => {
    const atOnce = Array.from({ length: 1_000 }, () => 0)
    const first = new PollSchedule()
    const cost = simulatePolling(atOnce, acceptSteadily(1_000), first)
    expect(cost.calls).toBe(1)
    expect(cost.medianLagMs).toBeLessThan(50)
    const next = simulatePolling(atOnce, acceptAtOnce(1_000), new PollSchedule(remember(first)))
    expect(next.calls).toBe(1)
    expect(next.medianLagMs).toBeLessThan(30)
  })

  it('finds out that the service has become slower, or faster', () => {
    const [fast, slow] = [new PollSchedule(), new PollSchedule()]
    run('constant 5 s', fast)
    simulatePolling(
      Array.from({ length: 1_000 }, () => 40_000),
      acceptSteadily(1_000),
      slow,
    )
    const slower = simulatePolling(
      Array.from({ length: 4_000 }, () => 40_000),
      acceptSteadily(4_000),
      new PollSchedule(remember(fast)),
    )
    const faster = simulatePolling(
      Array.from({ length: 4_000 }, () => 5_000),
      Array.from({ length: 4_000 }, (_, id) => id * 100),
      new PollSchedule(remember(slow)),
    )
    expect([slower.calls < 5, slower.medianLagMs < 15_000]).toEqual([true, true])
    expect(faster.medianLagMs).toBeLessThan(15_000)
  })

  it('asks the first twenty closely, each at other ages, and the others when it pays', () => {
    const schedule = new PollSchedule()
    const firsts = Array.from({ length: 20 }, (_, id) => schedule.firstPollAt(id, 0))
    expect(new Set(firsts).size).toBe(20)
    expect(Math.max(...firsts)).toBeLessThanOrEqual(1_000)
    expect(schedule.nextPollAt(0, 0, 10_000)).toBeLessThan(14_100)
    expect(schedule.nextPollAt(1, 0, 200_000)).toBeLessThanOrEqual(230_001)
  })

  it('looks again at the plan soon, until it has seen enough', () => {
    const schedule = new PollSchedule()
    for (let id = 0; id < 21; id += 1) schedule.firstPollAt(id, 0)
    expect(schedule.firstPollAt(21, 0)).toBe(400)
    expect(schedule.nextPollAt(21, 0, 100_000)).toBeLessThanOrEqual(112_000)
    expect(schedule.snapshot).toBeUndefined()
  })

  it('defers what is due before it can be ready, and nothing else', () => {
    const schedule = new PollSchedule()
    for (let id = 0; id < 22; id += 1) schedule.firstPollAt(id, 0)
    for (let id = 0; id < 20; id += 1) schedule.nextPollAt(id, 0, 29_000)
    for (let id = 0; id < 20; id += 1) schedule.onReady(id, 0, 30_000 + 300 * id)
    const first = schedule.deferral(21, 0, 1_000) ?? 0
    expect(first).toBeGreaterThan(29_000)
    expect(schedule.deferral(21, 0, first)).toBeUndefined()
    expect(schedule.deferral(0, 0, 1_000)).toBeUndefined()
  })

  it('waits until nearly all are ready while creates wait for the pace, and looks every ten seconds whether they do', () => {
    const memory = { readyMs: Array.from({ length: 20 }, (_, index) => (index < 10 ? 2_000 : 40_000)) }
    const schedule = new PollSchedule(memory)
    for (let id = 100; id < 121; id += 1) schedule.firstPollAt(id, 0)
    expect(schedule.firstPollAt(1, 0)).toBe(2_100)
    expect(schedule.firstPollAt(2, 0, true)).toBe(10_000)
    expect(schedule.deferral(2, 0, 10_000, true)).toBe(20_000)
    expect(schedule.deferral(2, 0, 38_000, true)).toBe(42_000)
    expect(schedule.deferral(2, 0, 42_000, true)).toBeUndefined()
    expect(schedule.deferral(2, 0, 10_000)).toBeUndefined()
    expect(schedule.nextPollAt(2, 0, 42_000, true)).toBeGreaterThanOrEqual(63_000)
    expect(schedule.nextPollAt(2, 0, 200_000, true)).toBeLessThanOrEqual(230_001)
  })

  it('watches some rows as closely while creates wait, and is not patient before it knows the times', () => {
    const schedule = new PollSchedule({ readyMs: Array.from({ length: 20 }, () => 40_000) })
    const firsts = Array.from({ length: 300 }, (_, id) => schedule.firstPollAt(id, 0, true))
    expect(firsts.filter((at) => at !== 10_000).length).toBe(22)
    const unknowing = new PollSchedule()
    for (let id = 0; id < 21; id += 1) unknowing.firstPollAt(id, 0, true)
    expect(unknowing.firstPollAt(21, 0, true)).toBe(400)
  })

  it('always asks later than now, and ends: ages that no plan has seen, a clock that is set back', () => {
    const schedule = new PollSchedule()
    for (let id = 0; id < 30; id += 1) schedule.firstPollAt(id, 1_000.4)
    for (const now of [1_000, 1_700, 5_000, 900, 3_600_000, 1e9]) {
      for (const id of [0, 7, 20, 25]) expect(schedule.nextPollAt(id, 1_000.4, now)).toBeGreaterThan(Math.min(now, 1e9))
    }
  })

  it('keeps no more of a million rows than of a thousand', () => {
    const schedule = new PollSchedule()
    for (let id = 0; id < 200_000; id += 1) {
      schedule.firstPollAt(id, id)
      if (id >= 100) schedule.onReady(id - 100, id - 100, id)
    }
    expect(JSON.stringify(schedule.snapshot).length).toBeLessThan(10_000)
  })

  it.each([[{ shares: [1, 2] }], [{ readyMs: [1, 2] }], [{ readyMs: Array(20).fill('x') }], [null], [7], ['']])(
    'passes over a memory that is none: %j',
    (memory) => {
      expect(new PollSchedule(memory).snapshot).toBeUndefined()
      expect(new PollSchedule(memory).firstPollAt(0, 0)).toBe(new PollSchedule().firstPollAt(0, 0))
    },
  )

  it('takes account of sentinels that are still pending, or the slow half would go unseen', () => {
    const [heeding, blind] = [new PollSchedule(), new PollSchedule()]
    for (const schedule of [heeding, blind]) for (let id = 0; id < 22; id += 1) schedule.firstPollAt(id, 0)
    // The twin does not know of the ten that are not ready for long.
    for (let id = 10; id < 20; id += 1) blind.forget(id)
    for (const schedule of [heeding, blind]) {
      for (let id = 10; id < 20; id += 1) schedule.nextPollAt(id, 0, 25_000)
      for (let id = 0; id < 10; id += 1) schedule.nextPollAt(id, 0, 1_700)
      for (let id = 0; id < 10; id += 1) schedule.onReady(id, 0, 2_000 + id * 1_000)
    }
    const gapOf = (schedule: PollSchedule): number => schedule.nextPollAt(21, 0, 12_000) - 12_000
    expect(gapOf(heeding)).toBeGreaterThan(2 * gapOf(blind))
  })
})
