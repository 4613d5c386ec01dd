import { createGate, proven } from '../../pipeline/engine/create-gate.ts'
import { createTimes, learningMs, retryAfterOf } from '../../pipeline/engine/simulate-service.ts'
import { Limiter, priorities, type RequestEnd } from '../../rooms/pipeline/engine.ts'
import { ManualClock } from '../../support/manual-clock.ts'
import { seededRandom } from '../../support/seeded-random.mjs'
import type { LimitScene } from './scenes.ts'

/** Each assessment is asked for once, so long after it was created. */
const readyMs = 5_000

export interface Measured {
  used: number
  refused: number
  polls: number
}

/** Creates without end and a poll for each, through the real gate against a hidden limit, in virtual time. */
export async function simulateGate(scene: LimitScene, seconds: number): Promise<Measured> {
  const { latencyMs, maxInFlight, saysRetryAfter } = scene
  const clock = new ManualClock(0, 'inMemory')
  const limit = scene.create()
  const times = createTimes(latencyMs)
  const limiter = new Limiter({ maxInFlight, maxPerSecond: undefined, random: seededRandom(11) })
  const gate = createGate(limiter, { clock, send: { concurrency: maxInFlight } })
  let [sent, answered, refused, polls] = [0, 0, 0, 0]

  async function serve(): Promise<RequestEnd> {
    const now = clock.now()
    const isCounted = now >= learningMs
    const isAdmitted = limit.admits(now)
    if (isCounted) sent += 1
    if (isCounted && !isAdmitted) refused += 1
    const verdict: RequestEnd = isAdmitted
      ? { kind: 'answered' }
      : { kind: 'refused', retryAfterMs: retryAfterOf(limit, now, saysRetryAfter) }
    await clock.sleep(isAdmitted ? times.answerMs() : times.refusalMs)
    if (!isAdmitted) return verdict
    limit.release()
    if (isCounted && !gate.everything.aborted) answered += 1
    return verdict
  }
  async function pass(priority: number): Promise<boolean> {
    for (;;) {
      const verdict = await gate.pass(priority, serve, (answer) => answer)
      if (verdict === undefined) return false
      if (verdict.kind === 'answered') return true
    }
  }
  async function poll(): Promise<void> {
    await clock.sleep(readyMs, gate.everything)
    if (await pass(priorities.poll)) polls += 1
  }
  async function create(): Promise<void> {
    while (await pass(priorities.create)) {
      gate.see(proven)
      void poll()
    }
  }
  const crew = Array.from({ length: 2 * maxInFlight }, create)
  await clock.advance(seconds * 1000)
  gate.stop({ kind: 'interrupted' })
  await clock.advance(10 * latencyMs)
  await Promise.all(crew)
  const mostPerSecond = Math.min(limit.perSecond(0), (maxInFlight * 1000) / latencyMs)
  return { used: answered / (mostPerSecond * (seconds - learningMs / 1000)), refused: refused / sent, polls }
}
