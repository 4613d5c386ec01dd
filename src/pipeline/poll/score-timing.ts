import type { ScoreTiming } from '../model/estimate.ts'
import { fitPlan, simulatePlan } from './poll-plan.ts'
import { readReadyTimes } from './poll-schedule.ts'

const nearlyAll = 0.95

/** `snapshot`: poll snapshot of earlier runs. Pure. */
export function estimateScoreTiming(snapshot: unknown): ScoreTiming | undefined {
  const times = readReadyTimes(snapshot)
  if (times.length === 0) return undefined
  const plan = fitPlan(times)
  const asked = times.map((ms) => simulatePlan(plan, ms))
  const seenMs = asked.map(({ askMs }) => askMs).toSorted((left, right) => left - right)
  return {
    callsEach: asked.reduce((sum, { calls }) => sum + calls, 0) / times.length,
    readyMs: seenMs[Math.ceil(nearlyAll * seenMs.length) - 1] ?? 0,
  }
}
