import type { ScoreTiming } from '../model/estimate.ts'
import { fitPatience, fitPlan, longestGapMs, type PollPlan, simulatePlan } from './poll-plan.ts'
import { readReadyTimes } from './poll-schedule.ts'

const nearlyAll = 0.95

/** `snapshot`: poll snapshot of earlier runs. Pure. */
export function estimateScoreTiming(snapshot: unknown): ScoreTiming | undefined {
  const times = readReadyTimes(snapshot)
  if (times.length === 0) return undefined
  const plan = fitPlan(times)
  const seenMs = times.map((ms) => simulatePlan(plan, ms).askMs).toSorted((left, right) => left - right)
  return {
    callsEach: meanCalls(plan, times),
    patientCallsEach: meanCalls({ firstMs: fitPatience(times), gapMs: longestGapMs }, times),
    readyMs: seenMs[Math.ceil(nearlyAll * seenMs.length) - 1] ?? 0,
  }
}

function meanCalls(plan: PollPlan, times: readonly number[]): number {
  return times.reduce((sum, ms) => sum + simulatePlan(plan, ms).calls, 0) / times.length
}
