import type { Clock } from '../rooms/support.ts'

interface Sleeper {
  until: number
  wake(): void
}

/** Turns of the event loop without a look at the clock after which nothing but time can bring the program on. */
const quietTurns = { withFiles: 100, inMemory: 3 }
/** Waits of a millisecond and more in which files may be read and written before a program is called stuck. */
const mostIdleWaits = 10_000

/**
 * A clock that stands still until it is told to go on, and never sleeps. It notes every wait that it was asked for.
 * `advance` moves it by hand; `runFreely` jumps to the next waiter whenever the program has nothing else to do.
 */
export class ManualClock implements Clock {
  /** Every wait asked for, in milliseconds, in order. */
  readonly waits: number[] = []
  #now: number
  #looks = 0
  #isFree = false
  readonly #sleepers = new Set<Sleeper>()
  readonly #quietTurns: number

  /** A program that is all in memory, without files and sockets, settles in a few turns. */
  constructor(now = Date.UTC(2026, 2, 1), kind: keyof typeof quietTurns = 'withFiles') {
    this.#now = now
    this.#quietTurns = quietTurns[kind]
  }

  now(): number {
    this.#looks += 1
    return this.#now
  }

  /** How many are asleep. */
  get sleeping(): number {
    return this.#sleepers.size
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    this.#looks += 1
    this.waits.push(ms)
    if (signal?.aborted) return Promise.resolve()
    return new Promise((resolve) => {
      const sleeper: Sleeper = {
        // Whole milliseconds, as a real clock shows them.
        until: Math.ceil(this.#now + Math.max(0, ms)),
        wake: () => {
          this.#sleepers.delete(sleeper)
          signal?.removeEventListener('abort', sleeper.wake)
          resolve()
        },
      }
      this.#sleepers.add(sleeper)
      signal?.addEventListener('abort', sleeper.wake, { once: true })
    })
  }

  /** Lets so much time pass, waking each sleeper at its moment and letting the program react before the next one. */
  async advance(ms: number): Promise<void> {
    const end = this.#now + ms
    await this.settle()
    for (let next = this.#next(); next !== undefined && next.until <= end; next = this.#next()) {
      this.#now = Math.max(this.#now, next.until)
      next.wake()
      await this.settle()
    }
    this.#now = Math.max(this.#now, end)
    await this.settle()
  }

  /** Runs `work` to its end with time passing as fast as the program lets it. */
  async runFreely<T>(work: Promise<T>): Promise<T> {
    this.#isFree = true
    const ended = work.finally(() => {
      this.#isFree = false
    })
    ended.catch(() => {})
    let idleWaits = 0
    while (this.#isFree) {
      await this.settle()
      const next = this.#next()
      if (!this.#isFree) break
      if (next !== undefined) {
        this.#now = Math.max(this.#now, next.until)
        next.wake()
        idleWaits = 0
      } else if (idleWaits < mostIdleWaits) {
        idleWaits += 1
        await new Promise((resolve) => setTimeout(resolve, 1))
      } else {
        throw new Error('nobody waits for time to pass, and nothing else happens')
      }
    }
    return ended
  }

  /** Resolves when the program has done all it can without time passing. */
  async settle(): Promise<void> {
    for (let quiet = 0, seen = this.#looks; quiet < this.#quietTurns; quiet += 1) {
      await new Promise((resolve) => setImmediate(resolve))
      if (this.#looks !== seen) quiet = 0
      seen = this.#looks
    }
  }

  #next(): Sleeper | undefined {
    let next: Sleeper | undefined
    for (const sleeper of this.#sleepers) if (next === undefined || sleeper.until < next.until) next = sleeper
    return next
  }
}
