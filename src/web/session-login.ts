import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { Clock } from '../support/clock.ts'

const codeTtlMs = 120_000

export type LoginResult =
  | { kind: 'key'; key: string }
  | { kind: 'refused' }
  /** A code that was used before is shown again: whoever holds the key may not be the one who was meant. */
  | { kind: 'used-again' }

/**
 * Who may come in: a code of one use in the link that opens the page is exchanged for the key that each request carries.
 * Neither is ever kept on the disk.
 */
export class SessionLogin {
  readonly #clock: Clock
  readonly #used: string[] = []
  #code: { text: string; until: number } | undefined
  #key: string | undefined
  #revocation = new AbortController()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** A code for the next link; the one before it no longer counts. */
  makeCode(): string {
    const text = randomBytes(24).toString('base64url')
    this.#code = { text, until: this.#clock.now() + codeTtlMs }
    return text
  }

  exchange(code: string): LoginResult {
    if (this.#used.some((used) => equalsInConstantTime(used, code))) {
      this.#key = undefined
      this.#revocation.abort()
      this.#revocation = new AbortController()
      return { kind: 'used-again' }
    }
    const open = this.#code
    if (open === undefined || !equalsInConstantTime(open.text, code) || this.#clock.now() > open.until)
      return { kind: 'refused' }
    this.#code = undefined
    this.#used.push(open.text)
    // Whoever opens a second page has the same key: it is the same person, who was given a link.
    this.#key ??= randomBytes(24).toString('base64url')
    return { kind: 'key', key: this.#key }
  }

  /** Aborts when the key of now counts no longer: what was opened with it ends. */
  get keyRevoked(): AbortSignal {
    return this.#revocation.signal
  }

  isValidKey(text: string | undefined): boolean {
    return text !== undefined && this.#key !== undefined && equalsInConstantTime(this.#key, text)
  }
}

/** Takes as long for any text of that length. */
function equalsInConstantTime(expected: string, given: string): boolean {
  const [one, other] = [Buffer.from(expected), Buffer.from(given)]
  return one.length === other.length && timingSafeEqual(one, other)
}
