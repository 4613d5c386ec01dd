import type { Clock } from '../../rooms/support.ts'

interface Sleeper {
  until: number
  /** Time does not pass for its sake. */
  isBackground: boolean
  wake(): void
}

export interface DriveHooks {
  /** False while files are read or written: time must not run away meanwhile. */
  mayTimePass(): boolean
  /** After each turn of the event loop: what was committed in it is durable now. */
  afterTurn(): void
  /** True when the program is to be left as it is. */
  isOver(): boolean
}

export type DriveEnd = 'settled' | 'over' | 'stuck' | 'endless'

const realImmediate = globalThis.setImmediate
/** Seconds in which files may be read and written before a program that does nothing more is called stuck. */
const stuckAfterSeconds = 60

/**
 * The event loop and the time of a simulated machine. `setImmediate` is taken over, so that one thing happens at a time
 * in an order that the seed decides, and time passes only when nothing else can happen.
 */
export class VirtualLoop {
  /** Milliseconds since the simulation began, the same for everybody. */
  elapsedMs = 0
  readonly #coin: () => boolean
  #sleepers: Sleeper[] = []
  #turns: (() => void)[] = []
  #stir: (isStirred?: boolean) => void = () => {}

  /** `coin` decides whether a turn waits for others that are due in the same moment: group commits of many. */
  constructor(coin: () => boolean) {
    this.#coin = coin
  }

  /** Takes `setImmediate` over, until the returned function is called. */
  capture(): () => void {
    if (globalThis.setImmediate !== realImmediate) throw new Error('one simulation at a time in a process')
    const captured = (callback: (...args: unknown[]) => void, ...args: unknown[]): NodeJS.Immediate => {
      this.#turns.push(() => callback(...args))
      this.#stir()
      return {} as NodeJS.Immediate
    }
    globalThis.setImmediate = captured as unknown as typeof setImmediate
    return () => {
      globalThis.setImmediate = realImmediate
    }
  }

  sleep: Clock['sleep'] = (ms, signal) => this.#sleep(ms, false, signal)

  /** As a timer does that keeps no program alive. */
  sleepInBackground(ms: number): Promise<void> {
    return this.#sleep(ms, true)
  }

  #sleep(ms: number, isBackground: boolean, signal?: AbortSignal): Promise<void> {
    if (signal?.aborted) return Promise.resolve()
    return new Promise((resolve) => {
      const sleeper: Sleeper = {
        // Whole milliseconds, as a real clock shows them.
        until: Math.ceil(this.elapsedMs + Math.max(0, ms)),
        isBackground,
        wake: () => {
          const index = this.#sleepers.indexOf(sleeper)
          if (index >= 0) this.#sleepers.splice(index, 1)
          signal?.removeEventListener('abort', sleeper.wake)
          resolve()
        },
      }
      this.#sleepers.push(sleeper)
      this.#stir()
      signal?.addEventListener('abort', sleeper.wake, { once: true })
    })
  }

  /** The machine stops: what waits will never go on. */
  drop(): void {
    this.#sleepers = []
    this.#turns = []
    this.#stir()
  }

  /** Lets `work` run to its end, at most until `untilMs`. Its failure is for the caller to look at. */
  async drive(work: Promise<unknown>, untilMs: number, hooks: DriveHooks): Promise<DriveEnd> {
    const status = { isSettled: false }
    const settle = (): void => {
      status.isSettled = true
      this.#stir()
    }
    work.then(settle, settle)
    for (let hasTurned = false; ; ) {
      await drainMicrotasks()
      if (hasTurned) hooks.afterTurn()
      hasTurned = false
      if (hooks.isOver()) return 'over'
      if (status.isSettled) return 'settled'
      const next = hooks.mayTimePass() ? this.#next() : undefined
      const isDueNow = next !== undefined && next.until <= this.elapsedMs
      const turn = isDueNow && this.#coin() ? undefined : this.#turns.shift()
      if (turn !== undefined) {
        turn()
        hasTurned = true
      } else if (next !== undefined) {
        if (next.until > untilMs) return 'endless'
        this.elapsedMs = Math.max(this.elapsedMs, next.until)
        next.wake()
      } else if (!(await this.#isStirred())) return 'stuck'
    }
  }

  /** Waits for the program, which may be reading or writing files, to do something more. */
  #isStirred(): Promise<boolean> {
    return new Promise((resolve) => {
      // Counted one by one: a machine that stood still for a minute is not stuck.
      let left = stuckAfterSeconds
      const timer = setInterval(() => {
        left -= 1
        if (left === 0) this.#stir(false)
      }, 1000)
      this.#stir = (isStirred = true) => {
        clearInterval(timer)
        this.#stir = () => {}
        resolve(isStirred)
      }
    })
  }

  /** The first to wake; of several, the one that went to sleep first. */
  #next(): Sleeper | undefined {
    if (this.#sleepers.every(({ isBackground }) => isBackground)) return undefined
    let next: Sleeper | undefined
    for (const sleeper of this.#sleepers) if (next === undefined || sleeper.until < next.until) next = sleeper
    return next
  }
}

/** A real turn of the loop begins only when every promise that can go on has gone on. */
function drainMicrotasks(): Promise<void> {
  return new Promise((resolve) => {
    realImmediate(() => resolve())
  })
}
