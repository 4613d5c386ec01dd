import type { PaceState, TargetPace } from '../../rooms/ledger/port.ts'
import type { Clock } from '../../rooms/support.ts'

const probeMs = 5_000
const trustedMs = 60_000

/** What a database keeps of the pace of a target, in memory: for as many processes as are wanted, and as slow as it may be. */
export class SharedRow {
  readonly #clock: Clock
  readonly #answerMs: number
  readonly #listeners = new Set<() => void>()
  #perSecond: number | undefined
  #ceiling: number | undefined
  #nextStartAt = 0
  #holdUntil = 0
  #probeUntil: number | undefined
  #cutAt: number | undefined
  #cuts = 0
  #started = 0
  #usedAt: number | undefined
  /** How often it was asked anything. */
  asked = 0

  constructor(clock: Clock, answerMs = 0) {
    this.#clock = clock
    this.#answerMs = answerMs
  }

  /** As one of the processes has it: it does not hear itself. */
  join(): TargetPace {
    let own: (() => void) | undefined
    const notify = (): void => {
      for (const listener of this.#listeners) if (listener !== own) void this.#later().then(listener)
    }
    return {
      reserve: async ({ started, wanted, growth, cuts, initial }) => {
        await this.#later()
        const now = this.#use(started)
        if (this.#usedAt === undefined || this.#usedAt <= now - trustedMs) {
          this.#perSecond = initial
          this.#ceiling = initial
        } else if (cuts === this.#cuts && this.#perSecond !== undefined) this.#perSecond *= growth
        this.#usedAt = now
        const isProbe = this.#holdUntil <= now && this.#probeUntil !== undefined && this.#probeUntil <= now
        const probingMs = isProbe ? 0 : Math.max(0, (this.#probeUntil ?? 0) - now)
        const granted = this.#holdUntil > now || probingMs > 0 ? 0 : isProbe ? 1 : wanted
        if (isProbe) this.#probeUntil = now + probeMs
        const first = Math.max(this.#nextStartAt, now)
        const perSecond = this.#perSecond
        if (perSecond !== undefined) this.#nextStartAt = first + (granted * 1000) / perSecond
        const waitMs = perSecond === undefined ? 0 : first - now
        return this.#answer({ ...this.#state(now), probingMs, granted, isProbe, waitMs })
      },
      refuse: async ({ started, ageMs, cuts, heldMs = 0, cut }) => {
        await this.#later()
        const now = this.#use(started)
        if (cut !== undefined && cuts === this.#cuts && (this.#cutAt ?? Number.NEGATIVE_INFINITY) < now - ageMs) {
          this.#perSecond = cut.perSecond
          this.#ceiling = cut.ceiling
          this.#cuts += 1
          this.#cutAt = now
        }
        this.#usedAt = now
        this.#nextStartAt = 0
        this.#probeUntil = 0
        this.#holdUntil = Math.max(this.#holdUntil, now + heldMs)
        notify()
        return this.#answer(this.#state(now))
      },
      endProbe: async ({ started }) => {
        await this.#later()
        const now = this.#use(started)
        this.#usedAt = now
        if ((this.#probeUntil ?? 0) > now) this.#probeUntil = undefined
        notify()
        return this.#answer(this.#state(now))
      },
      listen: (listener) => {
        own = listener
        this.#listeners.add(listener)
        return () => this.#listeners.delete(listener)
      },
    }
  }

  #use(started: number): number {
    this.asked += 1
    this.#started += started
    return this.#clock.now()
  }

  #state(now: number): PaceState {
    return {
      perSecond: this.#perSecond,
      ceiling: this.#ceiling,
      cuts: this.#cuts,
      started: this.#started,
      heldMs: Math.max(0, this.#holdUntil - now),
      probingMs: Math.max(0, (this.#probeUntil ?? 0) - now),
    }
  }

  async #later(): Promise<void> {
    if (this.#answerMs > 0) await this.#clock.sleep(this.#answerMs)
  }

  async #answer<State>(state: State): Promise<State> {
    await this.#later()
    return state
  }
}
