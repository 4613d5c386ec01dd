import type { PauseSignal } from '../../pipeline/model/options.ts'

/** Holds back new requests; those in flight and the polls for scores go on. */
export class PauseSwitch implements PauseSignal {
  #isPaused = false
  readonly #waiting = new Set<() => void>()

  get isPaused(): boolean {
    return this.#isPaused
  }

  set(isPaused: boolean): void {
    this.#isPaused = isPaused
    if (isPaused) return
    for (const wake of this.#waiting) wake()
    this.#waiting.clear()
  }

  async whenResumed(signal: AbortSignal): Promise<void> {
    if (!this.#isPaused || signal.aborted) return
    await new Promise<void>((resolve) => {
      this.#waiting.add(resolve)
      signal.addEventListener('abort', () => resolve(), { once: true })
    })
  }
}
