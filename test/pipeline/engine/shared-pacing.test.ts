import { describe, expect, it } from 'vitest'
import { promisesOfPace } from '../../ledger/port/pace.ts'
import type { TargetPace } from '../../rooms/ledger/port.ts'
import { type Gate, Limiter, priorities, type RequestEnd, SharedPacing } from '../../rooms/pipeline/engine.ts'
import { ManualClock } from '../../support/manual-clock.ts'
import { seededRandom } from '../../support/seeded-random.mjs'
import { createGate, proven } from './create-gate.ts'
import { SharedRow } from './shared-row.ts'
import { createTimes, type HiddenLimit, limitRate } from './simulate-service.ts'

describe('the row that stands for a database in these tests', () => {
  promisesOfPace(async () => {
    const clock = new ManualClock(0, 'inMemory')
    const row = new SharedRow(clock)
    return { join: async () => row.join(), pass: (ms) => clock.advance(ms), heard: () => clock.settle() }
  })
})

const answered: RequestEnd = { kind: 'answered' }

/** One process: a gate at a shared pace, with endless demand. */
class Sender {
  readonly pacing: SharedPacing
  readonly #gate: Gate
  readonly #crew: Promise<void>[]

  constructor(clock: ManualClock, pace: TargetPace, serve: () => Promise<RequestEnd>, options: SenderOptions = {}) {
    const { inFlight = 16, seed = 1, initial } = options
    this.pacing = new SharedPacing(pace, {
      clock,
      initial,
      mostPerSecond: undefined,
      onFailure: (error) => {
        throw error
      },
    })
    const settings = { maxInFlight: inFlight, maxPerSecond: undefined, random: seededRandom(seed) }
    const limiter = new Limiter({ ...settings, pacing: this.pacing })
    const gate = createGate(limiter, { clock, send: { concurrency: inFlight } })
    gate.see(proven)
    this.#gate = gate
    this.#crew = Array.from({ length: 2 * inFlight }, async () => {
      while ((await gate.pass(priorities.create, serve, (end) => end)) !== undefined);
    })
  }

  /** As when it is killed: nothing more is sent, and nobody is told. */
  end(): Promise<unknown> {
    this.pacing.close()
    this.#gate.stop({ kind: 'interrupted' })
    return Promise.all(this.#crew)
  }
}

interface SenderOptions {
  inFlight?: number
  seed?: number
  initial?: number
}

interface Team {
  limit: HiddenLimit
  senders: number
  seconds: number
  latencyMs?: number
  /** When one of them dies. */
  dieAtMs?: number
  saysRetryAfter?: boolean
  /** So much of what is let go is not sent after all, which is known a moment later. */
  unsent?: number
}

/** Several processes at one pace against a hidden limit, in virtual time; measured after the first ten seconds. */
async function measure(team: Team) {
  const { limit, senders: count, seconds, latencyMs = 60, dieAtMs, saysRetryAfter = true, unsent = 0 } = team
  const clock = new ManualClock(0, 'inMemory')
  const row = new SharedRow(clock, 2)
  const times = createTimes(latencyMs)
  const learningMs = 10_000
  const random = seededRandom(7)
  let [sent, refused] = [0, 0]
  async function serve(): Promise<RequestEnd> {
    if (random() < unsent) {
      await clock.sleep(5)
      return { kind: 'unsent' }
    }
    const now = clock.now()
    const isAdmitted = limit.admits(now)
    if (now >= learningMs) sent += 1
    if (now >= learningMs && !isAdmitted) refused += 1
    const retryAfterMs = saysRetryAfter ? 1000 * Math.max(1, Math.ceil(limit.waitMs(now) / 1000)) : undefined
    await clock.sleep(isAdmitted ? times.answerMs() : times.refusalMs)
    if (isAdmitted) limit.release()
    return isAdmitted ? answered : { kind: 'refused', retryAfterMs }
  }
  const senders = Array.from({ length: count }, (_, seed) => new Sender(clock, row.join(), serve, { seed: seed + 1 }))
  if (dieAtMs !== undefined) void clock.sleep(dieAtMs).then(() => senders[0]?.end())
  await clock.advance(seconds * 1000)
  const closing = Promise.all(senders.map((sender) => sender.end()))
  await clock.advance(10_000)
  await closing
  const possible = limit.perSecond(0) * (seconds - learningMs / 1000)
  return { used: (sent - refused) / possible, refused: refused / sent, asked: row.asked / seconds }
}

it('what a late timer missed between two starts is made up for', async () => {
  const clock = new ManualClock()
  const row = new SharedRow(clock)
  const onFailure = (error: unknown): never => {
    throw error
  }
  const pacing = new SharedPacing(row.join(), { clock, initial: undefined, mostPerSecond: undefined, onFailure })
  pacing.expect(clock.now(), 1)
  await clock.advance(1_000)
  pacing.start(clock.now(), 4)
  await clock.advance(5)
  pacing.start(clock.now(), 4)
  expect(pacing.waitMs(clock.now(), 4, false)).toBe(3)
})

describe('one pace for several processes', () => {
  it.each<[string, Team]>([
    ['four', { limit: limitRate(50, 20), senders: 4, seconds: 24 }],
    ['one dies', { limit: limitRate(50, 20), senders: 4, seconds: 24, dieAtMs: 15_000 }],
    ['others have sent most of what each would', { limit: limitRate(50, 20), senders: 4, seconds: 24, unsent: 0.75 }],
  ])('uses a hidden limit of 50/s and is hardly refused: %s', async (_, team) => {
    const { used, refused, asked } = await measure(team)
    expect(used).toBeGreaterThan(0.85)
    expect(refused).toBeLessThan(0.02)
    // Of the database, a second: far less than for each request.
    expect(asked).toBeLessThan(25)
  })

  it.each<[string, { seed: number; inFlight: number; latencyMs: number; dies: boolean }]>([
    ['whose flight is full when the probe is due', { seed: 1, inFlight: 1, latencyMs: 3_000, dies: false }],
    ['whose answers take longer than a probe may', { seed: 2, inFlight: 4, latencyMs: 7_000, dies: false }],
    ['one of whom dies with the probe', { seed: 3, inFlight: 4, latencyMs: 300, dies: true }],
  ])('goes on after each hold for senders %s', async (_, { seed, inFlight, latencyMs, dies }) => {
    const clock = new ManualClock(0, 'inMemory')
    const row = new SharedRow(clock, 2)
    const random = seededRandom(seed)
    const times = createTimes(latencyMs)
    let [answers, isNextRefused] = [0, false]
    async function serve(): Promise<RequestEnd> {
      const isRefused = isNextRefused || random() < 0.02
      isNextRefused = false
      await clock.sleep(isRefused ? times.refusalMs : times.answerMs())
      if (!isRefused) answers += 1
      return isRefused ? { kind: 'refused', retryAfterMs: 1_000 } : answered
    }
    const team = [1, 2, 3].map((each) => new Sender(clock, row.join(), serve, { seed: each, inFlight }))
    const ended: Promise<unknown>[] = []
    const least: number[] = []
    for (let minute = 0; minute < 10; minute += 1) {
      const before = answers
      isNextRefused = true
      await clock.advance(1_200)
      // Whoever has the probe, one of the three has it once.
      if (dies && minute < 2) ended.push(...team.splice(0, 1).map((sender) => sender.end()))
      await clock.advance(58_800)
      least.push(answers - before)
    }
    ended.push(...team.map((sender) => sender.end()))
    await clock.advance(30_000)
    await Promise.all(ended)
    // One alone, with a probe in each five seconds, would have a dozen.
    expect(Math.min(...least)).toBeGreaterThan(20)
  })
})
