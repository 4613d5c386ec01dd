import { createHash, randomBytes } from 'node:crypto'
import type { Random } from '../support/random.ts'

/** An identifier as the service's platform writes them: milliseconds, `x`, eighteen digits. */
export function createId(nowMs: number, random: Random): string {
  return `${nowMs}x${nineDigits(random)}${nineDigits(random)}`
}

function nineDigits(random: Random): string {
  return String(Math.floor(random() * 1_000_000_000)).padStart(9, '0')
}

/**
 * What the link of an invitation carries: 128 bits that nobody guesses, never taken from the seeded random. No longer
 * than that, so that the link fits in a line of an e-mail's text.
 */
export function createSetupToken(): string {
  return randomBytes(16).toString('base64url')
}

/** What is kept of a token. A plain hash is enough: there is nothing to try out in 128 random bits. */
export function hashSetupToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
