import type { Clock } from '../support/clock.ts'

export const idleTimeoutMs = 3_600_000

const checkIntervalMs = 60_000

/** Resolves when nobody has looked for an hour in which nothing was left to do, or when `signal` aborts. */
export async function waitUntilIdle(
  presence: Presence,
  { clock, isBusy, signal }: { clock: Clock; isBusy(): boolean; signal: AbortSignal },
): Promise<void> {
  while (!signal.aborted && !presence.isIdle) {
    await clock.sleep(checkIntervalMs, signal)
    // The hour begins when nothing is left to do.
    if (isBusy()) presence.touch()
  }
}

/** Whether anybody still looks at the page: a page that is open keeps a stream of events open. */
export class Presence {
  readonly #clock: Clock
  #open = 0
  #seenAt: number

  constructor(clock: Clock) {
    this.#clock = clock
    this.#seenAt = clock.now()
  }

  touch(): void {
    this.#seenAt = this.#clock.now()
  }

  connect(): () => void {
    this.#open += 1
    return () => {
      this.#open -= 1
      this.touch()
    }
  }

  /** Nobody has looked for an hour. */
  get isIdle(): boolean {
    return this.#open === 0 && this.#clock.now() - this.#seenAt >= idleTimeoutMs
  }
}
