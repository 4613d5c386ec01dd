import type { Wait } from '../../messages/waits.ts'
import type { Clock } from '../../support/clock.ts'

const stallMs = 60_000

export interface StallDetectorPorts {
  clock: Clock
  countAnswers(): number
  listWaits(): Promise<readonly Wait[]>
  onStalled(forMs: number, waits: readonly Wait[]): void
}

/** Reports the waits of a run or a worker without progress: a minute after the last progress, then each minute. */
export class StallDetector {
  readonly #ports: StallDetectorPorts
  readonly #over = new AbortController()
  #movedAt: number

  constructor(ports: StallDetectorPorts) {
    this.#ports = ports
    this.#movedAt = ports.clock.now()
  }

  touch(): void {
    this.#movedAt = this.#ports.clock.now()
  }

  async watch(): Promise<void> {
    const { clock, countAnswers, listWaits, onStalled } = this.#ports
    let answers = countAnswers()
    const { signal } = this.#over
    let reportedAt = this.#movedAt
    while (true) {
      await clock.sleep(Math.max(this.#movedAt, reportedAt) + stallMs - clock.now(), signal)
      if (signal.aborted) return
      const now = clock.now()
      if (countAnswers() !== answers) {
        answers = countAnswers()
        this.#movedAt = now
        continue
      }
      if (now - Math.max(this.#movedAt, reportedAt) < stallMs) continue
      reportedAt = now
      const waits = await listWaits()
      // A row may have progressed during `listWaits`.
      if (this.#movedAt <= now && !signal.aborted) onStalled(now - this.#movedAt, waits)
    }
  }

  stop(): void {
    this.#over.abort()
  }
}
