import { createGate, proven } from '../../pipeline/engine/create-gate.ts'
import { createTimes, type HiddenLimit, retryAfterOf } from '../../pipeline/engine/simulate-service.ts'
import { Soonest } from '../../pipeline/poll/simulate-polling.ts'
import { Limiter, PollSchedule, priorities, type RequestEnd } from '../../rooms/pipeline/engine.ts'
import { ManualClock } from '../../support/manual-clock.ts'
import { seededRandom } from '../../support/seeded-random.mjs'

export interface Migration {
  /** From its creation until the scores of each row are ready. */
  readyMs: readonly number[]
  limit: HiddenLimit
  latencyMs: number
  maxInFlight: number
  /** False: polls do not make way for creates. */
  isPatient: boolean
}

export interface Migrated {
  scored: number
  /** Requests that the service processed, creates and retrieves. */
  calls: number
  refused: number
  endMs: number
  /** From ready to seen. */
  meanLagMs: number
  medianLagMs: number
}

/** Rows created and polled until each is scored, through the real gate, limiter and schedule, in virtual time. */
export async function simulateMigration(migration: Migration): Promise<Migrated> {
  const { readyMs, limit, latencyMs, maxInFlight, isPatient } = migration
  const clock = new ManualClock(0, 'inMemory')
  const times = createTimes(latencyMs)
  const limiter = new Limiter({ maxInFlight, maxPerSecond: undefined, random: seededRandom(11) })
  const gate = createGate(limiter, { clock, send: { concurrency: maxInFlight } })
  const schedule = new PollSchedule()
  const isPacing = (): boolean => isPatient && gate.isPacing
  const due = new Soonest()
  const acceptedAt: number[] = []
  const lags: number[] = []
  let [calls, refused, created, polling] = [0, 0, 0, 0]
  let alarm = new AbortController()

  async function serve(): Promise<RequestEnd> {
    const now = clock.now()
    if (!limit.admits(now)) {
      refused += 1
      await clock.sleep(times.refusalMs)
      return { kind: 'refused', retryAfterMs: retryAfterOf(limit, now, false) }
    }
    calls += 1
    await clock.sleep(times.answerMs())
    limit.release()
    return { kind: 'answered' }
  }
  async function pass(priority: number): Promise<void> {
    while ((await gate.pass(priority, serve, (end) => end))?.kind !== 'answered');
  }
  function add(id: number, at: number): void {
    due.add({ at, id })
    alarm.abort('sooner')
  }
  async function create(): Promise<void> {
    for (let id = created; id < readyMs.length; id = created) {
      created += 1
      await pass(priorities.create)
      gate.see(proven)
      acceptedAt[id] = clock.now()
      add(id, schedule.firstPollAt(id, clock.now(), isPacing()))
    }
  }
  async function poll(id: number): Promise<void> {
    const start = acceptedAt[id] ?? 0
    const later = schedule.deferral(id, start, clock.now(), isPacing())
    if (later !== undefined) return add(id, later)
    polling += 1
    await pass(priorities.poll)
    polling -= 1
    const now = clock.now()
    const lagMs = now - start - (readyMs[id] ?? 0)
    if (lagMs < 0) return add(id, schedule.nextPollAt(id, start, now, isPacing()))
    schedule.onReady(id, start, now)
    lags.push(lagMs)
    alarm.abort('one less')
  }
  async function pollAll(): Promise<void> {
    while (lags.length < readyMs.length) {
      while (due.at <= clock.now() && polling < 4 * maxInFlight) void poll(due.take().id)
      alarm = new AbortController()
      const waitMs = due.at <= clock.now() ? 20 : Math.min(60_000, due.at - clock.now())
      await clock.sleep(waitMs, alarm.signal)
    }
  }
  const work = Promise.all([pollAll(), ...Array.from({ length: 2 * maxInFlight }, create)])
  await clock.runFreely(work)
  const sorted = lags.toSorted((left, right) => left - right)
  return {
    scored: lags.length,
    calls,
    refused,
    endMs: clock.now(),
    meanLagMs: lags.reduce((sum, ms) => sum + ms, 0) / lags.length,
    medianLagMs: sorted[sorted.length >> 1] ?? 0,
  }
}
