import { setMaxListeners } from 'node:events'
import type { HaltReason } from '../../messages/halts.ts'

/** Reasons that end creating while polling for scores goes on. */
const sendingOnly: ReadonlySet<HaltReason['kind']> = new Set(['unknowns', 'mixed-up', 'errors', 'rejections'])

/** Decides alone whether a run goes on. The first reason counts, unless a more severe one follows. */
export class Halt {
  readonly #sending = new AbortController()
  readonly #everything = new AbortController()
  #reason: HaltReason | undefined

  constructor() {
    // Every row in backoff listens.
    setMaxListeners(0, this.#sending.signal, this.#everything.signal)
  }

  get reason(): HaltReason | undefined {
    return this.#reason
  }

  /** Aborted: nothing more is created. */
  get sending(): AbortSignal {
    return this.#sending.signal
  }

  /** Aborted: no more requests of any kind. */
  get everything(): AbortSignal {
    return this.#everything.signal
  }

  stop(reason: HaltReason): void {
    if (this.#reason === undefined || severityOf(reason) > severityOf(this.#reason)) this.#reason = reason
    this.#sending.abort()
    if (severityOf(reason) > 0) this.#everything.abort()
  }

  /** Stops the run as soon as `work` fails, before anything that waits for it goes on. */
  async guard<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (error) {
      this.stop({ kind: 'broken', error })
      throw error
    }
  }
}

/** A defect must be reported, even when the run was ending already. */
function severityOf({ kind }: HaltReason): number {
  if (kind === 'broken') return 2
  return sendingOnly.has(kind) ? 0 : 1
}
