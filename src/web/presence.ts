import type { Clock } from '../support/clock.ts'

export const idleMs = 3_600_000

const lookEveryMs = 60_000

/** Resolves when nobody has looked for an hour in which nothing was left to do, or when `signal` aborts. */
export async function untilGone(
  presence: Presence,
  { clock, isBusy, signal }: { clock: Clock; isBusy(): boolean; signal: AbortSignal },
): Promise<void> {
  while (!signal.aborted && !presence.isGone) {
    await clock.sleep(lookEveryMs, signal)
    // The hour begins when nothing is left to do.
    if (isBusy()) presence.note()
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

  note(): void {
    this.#seenAt = this.#clock.now()
  }

  enter(): () => void {
    this.#open += 1
    return () => {
      this.#open -= 1
      this.note()
    }
  }

  /** Nobody has looked for an hour. */
  get isGone(): boolean {
    return this.#open === 0 && this.#clock.now() - this.#seenAt >= idleMs
  }
}
