import type { RunState } from '../protocol/runs.ts'

/** Earlier figures jump too much to be of use. */
const firstMs = 5_000
const firstRows = 5
const minuteMs = 60_000

/** Rows settled within a time, and the time for those that are left at this pace; null while too little is known. Pure. */
export function measurePace(elapsedMs: number, settled: number, left: number): RunState['pace'] {
  if (elapsedMs < firstMs || settled < firstRows) return null
  const perMs = settled / elapsedMs
  return { perMinute: Math.round(perMs * minuteMs), secondsLeft: Math.round(left / perMs / 1_000) }
}
