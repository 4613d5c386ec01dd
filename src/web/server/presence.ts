import type { Clock } from '../../support/clock.ts'

export const idleTimeoutMs = 3_600_000

const checkIntervalMs = 60_000

/** Resolves after an idle hour without a viewer, or when `signal` aborts. */
export async function waitUntilIdle(
  presence: Presence,
  { clock, isBusy, signal }: { clock: Clock; isBusy(): boolean; signal: AbortSignal },
): Promise<void> {
  while (!signal.aborted && !presence.isIdle) {
    await clock.sleep(checkIntervalMs, signal)
    // The hour begins when the work is done.
    if (isBusy()) presence.touch()
  }
}

/** Counts viewers: an open page keeps a stream of events open. */
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

  /** True after an hour without a viewer. */
  get isIdle(): boolean {
    return this.#open === 0 && this.#clock.now() - this.#seenAt >= idleTimeoutMs
  }
}
