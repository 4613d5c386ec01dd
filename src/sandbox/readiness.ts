import { fractionOf } from './text-hash.ts'

/** The shortest and longest time from creation until an assessment's results are ready. */
export interface ReadyAfter {
  min: number
  max: number
}

export const defaultReadyAfterMs: ReadyAfter = { min: 500, max: 3000 }

/** When the results of an assessment are ready: evenly spread over the range, and fixed by its identifier. */
export function readyAtMs(assessmentId: string, createdAtMs: number, readyAfterMs: ReadyAfter): number {
  const { min, max } = readyAfterMs
  return createdAtMs + Math.round(min + fractionOf(assessmentId) * (max - min))
}
