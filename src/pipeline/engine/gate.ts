import PQueue from 'p-queue'
import type { Clock } from '../../support/clock.ts'
import type { Limiter, RequestEnd } from './limiter.ts'

/** Due polls go before new creates. */
export const priorities = { create: 0, poll: 1 } as const

/** Without a reason every abort creates an error with a stack trace, which costs time. */
const abortReason = 'no longer needed'

export interface EndedRequest {
  verdict: RequestEnd
  tookMs: number
  /** Nothing is sent for this long; 0 without a hold. */
  heldMs: number
  /** Refused alone: no sign of a limit. */
  isStray?: boolean
}

export interface GatePorts {
  clock: Clock
  /** The service asked all clients to wait. `isTooLong`: longer than a run should wait. */
  onHold(heldMs: number, isTooLong: boolean): void
  onEnd?(ended: EndedRequest): void
  onOutage?(heldMs: number): void
}

/**
 * Every request to the service waits here until the limiter admits it. A p-queue does the queueing, without time-out or
 * signal: an admitted request is never dropped. This class only opens and shuts the queue.
 */
export class Gate {
  readonly #queue: PQueue
  readonly #limiter: Limiter
  readonly #ports: GatePorts
  readonly #closing: AbortSignal
  #isWide = false
  #inFlight = 0
  #timer: AbortController | undefined

  /** `closing`: when it aborts, waiting requests resolve to undefined without being sent. */
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

  /** `waitMs` is Infinity when no timer decides, only an event. */
  get status(): { waiting: number; inFlight: number; waitMs: number } {
    return { waiting: this.#queue.size, inFlight: this.#inFlight, waitMs: this.#waitMs(this.#ports.clock.now()) }
  }

  /** Creates wait for their turn at a pace, the service's or the user's; what is in flight is not the limit. */
  get isPacing(): boolean {
    if (!this.#limiter.isPaced || this.#queue.sizeBy({ priority: priorities.create }) === 0) return false
    return Number.isFinite(this.#waitMs(this.#ports.clock.now()))
  }

  /** Undefined when the gate closed, or `isWithdrawn`, before the request's turn. */
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
          const { heldMs, isTooLong, isStray } = this.#limiter.finish(ticket, now, this.#inFlight, verdict)
          this.#inFlight -= 1
          if (verdict.kind !== 'unsent') {
            this.#ports.onEnd?.({ verdict, tookMs: now - ticket.startedAt, heldMs, ...(isStray && { isStray }) })
          }
          if (heldMs > 0) this.#ports.onHold(heldMs, isTooLong)
          this.#adjust(now)
        }
      },
      { priority },
    )
    this.#adjust()
    return turn
  }

  /** Before this call one request at a time is admitted: the canary. */
  widen(): void {
    this.#isWide = true
    this.#adjust()
  }

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

  /** Infinity until another request has ended. */
  #waitMs(now: number): number {
    if (this.#closing.aborted) return 0
    if (!this.#isWide && this.#inFlight > 0) return Number.POSITIVE_INFINITY
    return this.#limiter.waitMs(now, this.#inFlight)
  }
}
