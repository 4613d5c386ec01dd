import { describe, it } from 'vitest'
import { nextAsk, type PollPlan, planAsks } from '../../src/pipeline/poll/poll-plan.ts'
import { PollSchedule } from '../../src/pipeline/poll/poll-schedule.ts'
import { ages } from '../../src/pipeline/poll/ready-times.ts'
import { acceptAtOnce, acceptSteadily, distributions, drawReadyTimes } from '../pipeline/poll/distributions.ts'
import { type Asker, medianOf, type PollCost, simulatePolling } from '../pipeline/poll/simulate-polling.ts'
import { prove } from '../support/proof.ts'

const rows = 1_000
const seeds = Array.from({ length: 10 }, (_, index) => 17 + index)
/** One and a half times the oracle's calls, and one; a run that has yet to learn may need a little more. */
const callsAtMost = 2.5
const firstCallsAtMost = 3
/** Lag beside the best for as many calls; few runs vary more. */
const lagFactor = 1.5
const lagShare = 0.15
const lagMs = 250

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
    firstPollAt: (_, acceptedAt) => acceptedAt + nextAsk(plan, 0),
    nextPollAt: (_, acceptedAt, now) => acceptedAt + nextAsk(plan, now - acceptedAt),
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

function sharesOf(readyMs: readonly number[]): number[] {
  const shares = ages.map(() => 0)
  for (const ms of readyMs) {
    const cell = Math.max(
      0,
      ages.findIndex((age) => age >= ms),
    )
    shares[cell] = (shares[cell] ?? 0) + 1 / readyMs.length
  }
  return shares
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
      memories.set(seed, JSON.parse(JSON.stringify(schedule.memory)))
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

    // What can be had at all by who knows the distribution: calls against lag.
    const sample = drawReadyTimes(draw, 20_000, 3)
    const target = Math.max(lagMs, lagShare * medianOf(sample))
    let needed: number | undefined
    const frontier: string[] = []
    let knowing: PollCost | undefined
    for (const budget of [1.25, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10]) {
      const plan = planAsks(sharesOf(sample), budget)
      const cost = measure(() => follow(plan))
      frontier.push(`${cost.calls.toFixed(1)} → ${(cost.medianLagMs / 1000).toFixed(1)} s`)
      if (budget === callsAtMost) knowing = cost
      if (cost.medianLagMs <= target) needed ??= cost.calls
    }
    process.stdout.write(`${name} | frontier, calls → median lag | ${frontier.join(', ')}\n`)

    const isWithin = (needed ?? Number.POSITIVE_INFINITY) <= callsAtMost
    const bestMs = knowing?.medianLagMs ?? 0
    prove({
      area: `Polling, ${name}`,
      claim: isWithin
        ? `at most ${callsAtMost} calls, sentinels included (first run ${firstCallsAtMost}), median lag at most ${(target / 1000).toFixed(2)} s`
        : `at most ${callsAtMost} calls, sentinels included (first run ${firstCallsAtMost}), median lag at most ${lagFactor} × the ${(bestMs / 1000).toFixed(1)} s that these calls buy who knows the distribution; ${(target / 1000).toFixed(1)} s would take ${needed?.toFixed(1) ?? 'over 10'} calls`,
      measured: `first run ${show(learned)}, later ${show(next)}; ${others.map(([what, cost]) => `${what}: ${show(cost)}`).join('; ')}`,
      isKept:
        next.calls <= callsAtMost &&
        learned.calls <= firstCallsAtMost &&
        Math.max(next.medianLagMs, learned.medianLagMs) <= (isWithin ? target : lagFactor * bestMs),
    })
  })
})
