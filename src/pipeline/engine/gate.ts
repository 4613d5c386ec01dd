import PQueue from 'p-queue'
import type { Clock } from '../../support/clock.ts'
import type { Limiter, RequestEnd } from './limiter.ts'

/** Polls that are due go before new creates. */
export const priorities = { create: 0, poll: 1 } as const

/** Given as the reason of an abort: without one, every abort makes an error with a stack. */
const abortReason = 'no longer needed'

/** A request that ended, and what came of it for all. */
export interface EndedRequest {
  verdict: RequestEnd
  tookMs: number
  /** Nothing is sent for so long; 0 when nothing is held. */
  heldMs: number
}

export interface GatePorts {
  clock: Clock
  /** The service asked everybody to wait. `isTooLong`: longer than a run should wait. */
  onHold(heldMs: number, isTooLong: boolean): void
  onEnd?(ended: EndedRequest): void
  /** Everything is held because the service cannot be reached. */
  onOutage?(heldMs: number): void
}

/**
 * The one way to the service: every request waits here until the limiter lets it go. A p-queue does the queueing (no
 * time-out, no signal: a request that was let go is never dropped); this class only opens and shuts it.
 */
export class Gate {
  readonly #queue: PQueue
  readonly #limiter: Limiter
  readonly #ports: GatePorts
  readonly #closing: AbortSignal
  #isWide = false
  #inFlight = 0
  #timer: AbortController | undefined

  /** `closing`: when it aborts, what still waits is let through empty-handed. */
  constructor(limiter: Limiter, maxInFlight: number, closing: AbortSignal, ports: GatePorts) {
    this.#queue = new PQueue({ concurrency: maxInFlight })
    this.#limiter = limiter
    this.#ports = ports
    this.#closing = closing
    limiter.onChange(() => this.#adjust())
    closing.addEventListener('abort', () => this.#adjust(), { once: true })
  }

  get inFlight(): number {
    return this.#inFlight
  }

  /** How many requests wait for their turn or were let go, and how long none is: Infinity for "until something happens". */
  get status(): { waiting: number; inFlight: number; waitMs: number } {
    return { waiting: this.#queue.size, inFlight: this.#inFlight, waitMs: this.#waitMs(this.#ports.clock.now()) }
  }

  /** Runs `request` when its turn comes; undefined when the gate closed, or `isWithdrawn`, before that. */
  async pass<T>(
    priority: number,
    request: () => Promise<T>,
    classify: (answer: T) => RequestEnd,
    isWithdrawn: () => boolean = () => false,
  ): Promise<T | undefined> {
    const turn = this.#queue.add(
      async () => {
        if (this.#closing.aborted || isWithdrawn()) return undefined
        const startedAt = this.#ports.clock.now()
        const ticket = this.#limiter.start(startedAt, this.#inFlight)
        this.#inFlight += 1
        this.#adjust(startedAt)
        let verdict: RequestEnd = { kind: 'lost' }
        try {
          const answer = await request()
          verdict = classify(answer)
          return answer
        } finally {
          const now = this.#ports.clock.now()
          const { heldMs, isTooLong } = this.#limiter.finish(ticket, now, this.#inFlight, verdict)
          this.#inFlight -= 1
          if (verdict.kind !== 'unsent') this.#ports.onEnd?.({ verdict, tookMs: now - ticket.startedAt, heldMs })
          if (heldMs > 0) this.#ports.onHold(heldMs, isTooLong)
          this.#adjust(now)
        }
      },
      { priority },
    )
    this.#adjust()
    return turn
  }

  /** Lets more than one request through at a time; before, the first one goes alone: the canary. */
  widen(): void {
    this.#isWide = true
    this.#adjust()
  }

  /** Nothing starts for a while, then one request alone. */
  hold(ms: number): void {
    this.#limiter.hold(this.#ports.clock.now(), ms)
    this.#ports.onOutage?.(ms)
    this.#adjust()
  }

  #adjust(now = this.#ports.clock.now()): void {
    this.#timer?.abort(abortReason)
    this.#timer = undefined
    this.#limiter.expect(now, this.#queue.size)
    const waitMs = this.#waitMs(now)
    if (waitMs === 0) {
      this.#queue.start()
      return
    }
    this.#queue.pause()
    if (this.#queue.size === 0 || !Number.isFinite(waitMs)) return
    const timer = new AbortController()
    this.#timer = timer
    void this.#ports.clock.sleep(waitMs, timer.signal).then(() => {
      if (!timer.signal.aborted) this.#adjust()
    })
  }

  /** Infinity for "when another one has ended". */
  #waitMs(now: number): number {
    if (this.#closing.aborted) return 0
    if (!this.#isWide && this.#inFlight > 0) return Number.POSITIVE_INFINITY
    return this.#limiter.waitMs(now, this.#inFlight)
  }
}
