import type { Clock } from '../../../rooms/support.ts'
import type { VirtualLoop } from '../virtual-loop.ts'

const epochMs = Date.UTC(2026, 2, 1)

/** A process that may stand still, be cut off from the database, or die: what comes to it then waits, is lost, or never arrives. */
export class TeamProcess {
  readonly clock: Clock
  isDead = false
  /** In time of the simulation. */
  frozenUntil = 0
  cutOffUntil = 0
  /** Identifiers that the service has told it. */
  readonly told: string[] = []
  readonly #interrupted = new AbortController()
  readonly #loop: VirtualLoop
  #die: () => void = () => {}
  readonly death = new Promise<void>((resolve) => {
    this.#die = resolve
  })

  constructor(loop: VirtualLoop, skewMs: number) {
    this.#loop = loop
    this.clock = {
      now: () => epochMs + loop.elapsedMs + skewMs,
      sleep: async (ms, signal) => {
        await loop.sleep(ms, signal)
        await this.awake()
      },
    }
  }

  get interrupt(): AbortSignal {
    return this.#interrupted.signal
  }

  /** The first signal. */
  stop(): void {
    this.#interrupted.abort()
  }

  kill(): void {
    this.isDead = true
    this.#die()
  }

  /** Resolves when it goes on with what has just come to it. */
  async awake(): Promise<void> {
    while (!this.isDead && this.frozenUntil > this.#loop.elapsedMs)
      await this.#loop.sleep(this.frozenUntil - this.#loop.elapsedMs)
    if (this.isDead) await new Promise(() => {})
  }

  get isCutOff(): boolean {
    return this.cutOffUntil > this.#loop.elapsedMs
  }
}
