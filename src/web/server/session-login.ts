import { randomBytes } from 'node:crypto'
import type { Clock } from '../../support/clock.ts'
import { equalsInConstantTime } from '../running-page.ts'

const codeTtlMs = 120_000

/**
 * Login: the link that opens the page holds a single-use code, exchanged for the key of every request. Neither is ever
 * written to disk.
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

  /** A code for the next link; the earlier code expires. */
  makeCode(): string {
    const text = randomBytes(24).toString('base64url')
    this.#code = { text, until: this.#clock.now() + codeTtlMs }
    return text
  }

  /** `used-again`: the holder of the key may not be the intended person. */
  exchange(code: string): { kind: 'key'; key: string } | { kind: 'refused' | 'used-again' } {
    if (this.#used.some((used) => equalsInConstantTime(used, code))) {
      this.revoke()
      return { kind: 'used-again' }
    }
    const open = this.#code
    if (open === undefined || !equalsInConstantTime(open.text, code) || this.#clock.now() > open.until)
      return { kind: 'refused' }
    this.#code = undefined
    this.#used.push(open.text)
    // A second page gets the same key: its link was given to the same person.
    this.#key ??= randomBytes(24).toString('base64url')
    return { kind: 'key', key: this.#key }
  }

  revoke(): void {
    this.#key = undefined
    this.#revocation.abort()
    this.#revocation = new AbortController()
  }

  /** Aborts when the current key is revoked: requests that wait end. */
  get keyRevoked(): AbortSignal {
    return this.#revocation.signal
  }

  isValidKey(text: string | undefined): boolean {
    return text !== undefined && this.#key !== undefined && equalsInConstantTime(this.#key, text)
  }
}
