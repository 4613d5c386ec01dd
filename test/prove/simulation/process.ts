import type { Clock } from '../../rooms/support.ts'
import type { VirtualLoop } from './virtual-loop.ts'

export type Stage = 'load' | 'send' | 'write'

/** Thrown at whatever a dead process still tries. */
export class ProcessDied extends Error {}

export interface ProcessPlan {
  /** The process dies, or is interrupted, when it passes this many points; undefined for never. */
  diesAt: number | undefined
  interruptAt: number | undefined
  /** What the machine's clock shows beyond the time that has really passed. */
  skewMs: number
}

export const epochMs = Date.UTC(2026, 2, 1)

/**
 * One process of the simulated machine. It passes a point before and after every send, every answer and every write to
 * the ledger. Once it has died nothing that it still tries has any effect.
 */
export class SimulatedProcess {
  readonly clock: Clock
  readonly interrupts = new AbortController()
  stage: Stage = 'load'
  isDead = false
  points = 0
  readonly #loop: VirtualLoop
  readonly #plan: ProcessPlan
  readonly #onDeath: (point: string) => void

  constructor(loop: VirtualLoop, plan: ProcessPlan, onDeath: (point: string) => void) {
    this.#loop = loop
    this.#plan = plan
    this.#onDeath = onDeath
    this.clock = {
      now: () => epochMs + loop.elapsedMs + plan.skewMs,
      sleep: (ms, signal) => (this.isDead ? new Promise(() => {}) : loop.sleep(ms, signal)),
    }
  }

  /** As a timer does that keeps no program alive. */
  sleepInBackground(ms: number): Promise<void> {
    return this.#loop.sleepInBackground(ms)
  }

  /** @throws ProcessDied */
  pass(point: string): void {
    this.requireAlive()
    this.points += 1
    if (this.points === this.#plan.interruptAt) this.interrupts.abort()
    if (this.points !== this.#plan.diesAt) return
    this.isDead = true
    this.#onDeath(point)
    throw new ProcessDied()
  }

  /** @throws ProcessDied */
  requireAlive(): void {
    if (this.isDead) throw new ProcessDied()
  }
}
