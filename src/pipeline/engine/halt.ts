import { setMaxListeners } from 'node:events'
import type { HaltReason } from '../model/events.ts'

/** Reasons that end creating, but leave asking for scores to go on. */
const sendingOnly: ReadonlySet<HaltReason['kind']> = new Set(['unknowns', 'mixed-up', 'errors', 'rejections'])

/** The one place that says whether a run goes on. The first reason counts, unless a harder one follows. */
export class Halt {
  readonly #sending = new AbortController()
  readonly #everything = new AbortController()
  #reason: HaltReason | undefined

  constructor() {
    // Every row that waits for another try listens.
    setMaxListeners(0, this.#sending.signal, this.#everything.signal)
  }

  get reason(): HaltReason | undefined {
    return this.#reason
  }

  /** Aborted: nothing more is created. */
  get sending(): AbortSignal {
    return this.#sending.signal
  }

  /** Aborted: nothing more is asked of the service at all. */
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

/** What broke must be said, even when the run was ending anyway. */
function severityOf({ kind }: HaltReason): number {
  if (kind === 'broken') return 2
  return sendingOnly.has(kind) ? 0 : 1
}
