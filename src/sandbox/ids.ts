import type { Random } from '../support/random.ts'

/** An identifier as the service's platform writes them: milliseconds, `x`, eighteen digits. */
export function createId(nowMs: number, random: Random): string {
  return `${nowMs}x${nineDigits(random)}${nineDigits(random)}`
}

function nineDigits(random: Random): string {
  return String(Math.floor(random() * 1_000_000_000)).padStart(9, '0')
}
