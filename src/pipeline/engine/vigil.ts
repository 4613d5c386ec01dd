import type { Clock } from '../../support/clock.ts'
import type { Wait } from '../terms/events.ts'

const stillMs = 60_000

export interface VigilPorts {
  clock: Clock
  /** How many requests have ended so far. */
  countAnswers(): number
  /** What is waited for just now. */
  listWaits(): Promise<readonly Wait[]>
  onStill(forMs: number, waits: readonly Wait[]): void
}

/** Sees to it that a run, or a worker, in which nothing moves says what it waits for, a minute after the last that did, and each minute. */
export class Vigil {
  readonly #ports: VigilPorts
  readonly #over = new AbortController()
  #movedAt: number

  constructor(ports: VigilPorts) {
    this.#ports = ports
    this.#movedAt = ports.clock.now()
  }

  /** A row has moved on. */
  note(): void {
    this.#movedAt = this.#ports.clock.now()
  }

  async keep(): Promise<void> {
    const { clock, countAnswers, listWaits, onStill } = this.#ports
    let answers = countAnswers()
    const { signal } = this.#over
    let toldAt = this.#movedAt
    while (true) {
      await clock.sleep(Math.max(this.#movedAt, toldAt) + stillMs - clock.now(), signal)
      if (signal.aborted) return
      const now = clock.now()
      if (countAnswers() !== answers) {
        answers = countAnswers()
        this.#movedAt = now
        continue
      }
      if (now - Math.max(this.#movedAt, toldAt) < stillMs) continue
      toldAt = now
      const waits = await listWaits()
      // Something may have moved while that was looked for.
      if (this.#movedAt <= now && !signal.aborted) onStill(now - this.#movedAt, waits)
    }
  }

  end(): void {
    this.#over.abort()
  }
}
