import { describe, it } from 'vitest'
import { acceptAtOnce, acceptSteadily, distributions, drawReadyTimes } from '../../pipeline/poll/distributions.ts'
import { type Asker, type PollCost, simulatePolling } from '../../pipeline/poll/simulate-polling.ts'
import { fitPlan, nextPollAge, type PollPlan, PollSchedule } from '../../rooms/pipeline/engine.ts'
import { prove } from '../../support/proof.ts'

const rows = 1_000
const seeds = Array.from({ length: 10 }, (_, index) => 17 + index)
/** So much lag is as bad as one more call. */
const lagMs = 5_000
/** A run that has yet to learn may need more calls. */
const firstFactor = 1.6
const laterFactor = 1.5
const constantLagMs = 300

function askEvery(gapMs: number): Asker {
  return {
    firstPollAt: (_, acceptedAt) => acceptedAt + gapMs,
    nextPollAt: (_id, _acceptedAt, now) => now + gapMs,
  }
}

/** 1 s, then twice as long each time, up to 30 s. */
function backOff(): Asker {
  const gaps = new Map<number, number>()
  return {
    firstPollAt: (_, acceptedAt) => acceptedAt + 1_000,
    nextPollAt(id, _, now) {
      const gapMs = Math.min(30_000, 2 * (gaps.get(id) ?? 1_000))
      gaps.set(id, gapMs)
      return now + gapMs
    },
  }
}

/** What knows the distribution, but not which one is ready when. */
function follow(plan: PollPlan): Asker {
  return {
    firstPollAt: (_, acceptedAt) => acceptedAt + nextPollAge(plan, 0),
    nextPollAt: (_, acceptedAt, now) => acceptedAt + nextPollAge(plan, now - acceptedAt),
  }
}

function meanOf(costs: readonly PollCost[]): PollCost {
  const mean = (pick: (cost: PollCost) => number): number =>
    costs.reduce((sum, cost) => sum + pick(cost), 0) / costs.length
  return {
    calls: mean(({ calls }) => calls),
    meanLagMs: mean(({ meanLagMs }) => meanLagMs),
    medianLagMs: mean(({ medianLagMs }) => medianLagMs),
    ownShare: mean(({ ownShare }) => ownShare),
    deferrals: mean(({ deferrals }) => deferrals),
  }
}

function show({ calls, meanLagMs, medianLagMs }: PollCost): string {
  return `${calls.toFixed(2)} calls, lag ${(medianLagMs / 1000).toFixed(2)} s (mean ${(meanLagMs / 1000).toFixed(1)})`
}

function costOf({ calls, medianLagMs }: PollCost): number {
  return calls + medianLagMs / lagMs
}

describe('polling, in virtual time', () => {
  it.each(distributions)('$name', ({ name, draw }) => {
    const say = (what: string, cost: PollCost): void => {
      process.stdout.write(`${name} | ${what} | ${show(cost)}\n`)
    }
    const measure = (create: (seed: number) => Asker, accept = acceptSteadily): PollCost =>
      meanOf(seeds.map((seed) => simulatePolling(drawReadyTimes(draw, rows, seed), accept(rows), create(seed))))
    const memories = new Map<number, unknown>()
    const learned = measure(() => new PollSchedule())
    for (const seed of seeds) {
      const schedule = new PollSchedule()
      simulatePolling(drawReadyTimes(draw, rows, seed + 1_000), acceptSteadily(rows), schedule)
      memories.set(seed, JSON.parse(JSON.stringify(schedule.snapshot)))
    }
    const next = measure((seed) => new PollSchedule(memories.get(seed)))
    const atOnce = measure(() => new PollSchedule(), acceptAtOnce)
    const others = [
      ['every 2 s', measure(() => askEvery(2_000))],
      ['every 10 s', measure(() => askEvery(10_000))],
      ['backoff 1–30 s', measure(backOff)],
    ] as const
    say('learned in this run', learned)
    say('learned in this run, all accepted at once', atOnce)
    say('learned in an earlier run', next)
    for (const [what, cost] of others) say(what, cost)
    process.stdout.write(`${name} | oracle | 1.00 calls, lag 0\n`)

    // Asked first at one age and then at even gaps, by who knows the distribution, but not which one is ready when.
    const plan = fitPlan(drawReadyTimes(draw, 1_000, 3))
    const knowing = measure(() => follow(plan))
    say('knowing the distribution', knowing)
    const isConstant = new Set(drawReadyTimes(draw, 100)).size === 1

    prove({
      area: `Polling, ${name}`,
      claim: `calls + lag / ${lagMs / 1_000} s at most ${firstFactor} × (first run) and ${laterFactor} × (later) that of who knows the distribution${isConstant ? `; lag at most ${constantLagMs / 1_000} s` : ''}`,
      measured: `first run ${show(learned)}, later ${show(next)}, knowing ${show(knowing)}; ${others.map(([what, cost]) => `${what}: ${show(cost)}`).join('; ')}`,
      isKept:
        costOf(learned) <= firstFactor * costOf(knowing) &&
        costOf(next) <= laterFactor * costOf(knowing) &&
        (!isConstant || Math.max(learned.medianLagMs, next.medianLagMs) <= constantLagMs),
    })
  })
})
