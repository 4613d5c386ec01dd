import { createHash, randomBytes } from 'node:crypto'
import type { Random } from '../support/random.ts'

/** An identifier in the platform's form: milliseconds, `x`, eighteen digits. */
export function createId(nowMs: number, random: Random): string {
  return `${nowMs}x${nineDigits(random)}${nineDigits(random)}`
}

function nineDigits(random: Random): string {
  return String(Math.floor(random() * 1_000_000_000)).padStart(9, '0')
}

/** Token for an invitation's link: 128 bits, never seeded. A longer one would break the link's line in the e-mail. */
export function createSetupToken(): string {
  return randomBytes(16).toString('base64url')
}

/** The stored form of a token. A plain hash is enough: 128 random bits cannot be guessed. */
export function hashSetupToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
