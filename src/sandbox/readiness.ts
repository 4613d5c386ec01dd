import { fractionOf } from './text-hash.ts'

/** Milliseconds from creation to ready results, drawn from this range. */
export interface ReadyAfter {
  min: number
  max: number
}

export const defaultReadyAfterMs: ReadyAfter = { min: 500, max: 3000 }

/** Spread evenly over the range, and fixed by the identifier. */
export function readyAtMs(assessmentId: string, createdAtMs: number, readyAfterMs: ReadyAfter): number {
  const { min, max } = readyAfterMs
  return createdAtMs + Math.round(min + fractionOf(assessmentId) * (max - min))
}
