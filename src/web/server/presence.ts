import type { Clock } from '../../support/clock.ts'

export const idleTimeoutMs = 3_600_000
/** An open page asks again at least so often. */
export const keepAliveMs = 15_000

const checkIntervalMs = 60_000

/** Resolves after an idle hour without a viewer, or when `signal` aborts. */
export async function waitUntilIdle(
  presence: Presence,
  { clock, isBusy, signal }: { clock: Clock; isBusy(): boolean; signal: AbortSignal },
): Promise<void> {
  while (!signal.aborted && !presence.isOver) {
    await clock.sleep(checkIntervalMs, signal)
    // The hour begins when the work is done.
    if (isBusy()) presence.touch()
  }
}

/** When a page was last heard of. */
export class Presence {
  readonly #clock: Clock
  #seenAt: number

  constructor(clock: Clock) {
    this.#clock = clock
    this.#seenAt = clock.now()
  }

  touch(): void {
    this.#seenAt = this.#clock.now()
  }

  get hasViewer(): boolean {
    return this.#clock.now() - this.#seenAt < 2 * keepAliveMs
  }

  /** True after an hour without a viewer. */
  get isOver(): boolean {
    return this.#clock.now() - this.#seenAt >= idleTimeoutMs
  }
}
