import { toIsoTime } from '../support/clock.ts'

/** The minute as a person reads it, e.g. `2026-02-08 09:00 UTC`. */
export function toUtcText(epochMs: number): string {
  return `${toIsoTime(epochMs).slice(0, 16).replace('T', ' ')} UTC`
}
