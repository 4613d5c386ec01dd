import { setMaxListeners } from 'node:events'
import PQueue from 'p-queue'
import type { Proof, RetrieveProof } from '../../client/evidence.ts'
import type { Call } from '../../client/service.ts'
import type { HaltReason } from '../../messages/halts.ts'
import type { RunPorts, SendOptions } from '../model/options.ts'
import { classifyEnd, suspectAddress } from './classify-proof.ts'
import { createHealth, type Health, type HealthLimits, judge, type Saying, type Seen, severityOf } from './health.ts'
import type { Limiter, RequestEnd } from './limiter.ts'
import { Traffic } from './traffic.ts'

/** Due polls go before new creates. */
export const priorities = { create: 0, poll: 1 } as const

/** Without a reason every abort creates an error with a stack trace, which costs time. */
const abortReason = 'no longer needed'

export interface GateParts extends Pick<HealthLimits, 'address'> {
  limiter: Limiter
  send: Pick<SendOptions, 'concurrency'> & Omit<HealthLimits, 'address'>
  ports: Pick<RunPorts, 'clock' | 'logger' | 'ask' | 'onEvent'>
  /** First answer that fits the interface. */
  onProven?(): void
}

/**
 * Every request to the service waits here until the limiter admits it, and as long as the health of the service permits
 * sending. A p-queue does the queueing, without time-out or signal: an admitted request is never dropped. This class
 * only opens and shuts the queue, and carries out what the rules of `health.ts` say.
 */
export class Gate {
  readonly traffic = new Traffic()
  readonly #queue: PQueue
  readonly #limiter: Limiter
  readonly #limits: HealthLimits
  readonly #parts: GateParts
  readonly #sending = new AbortController()
  readonly #everything = new AbortController()
  #health: Health
  #inFlight = 0
  #timer: AbortController | undefined
  #question: Promise<void> | undefined

  constructor(parts: GateParts) {
    const { limiter, send, address, ports } = parts
    this.#parts = parts
    this.#limits = { ...send, address }
    this.#queue = new PQueue({ concurrency: send.concurrency })
    this.#limiter = limiter
    this.#health = createHealth(ports.clock.now(), limiter.pace)
    // Every row in backoff listens.
    setMaxListeners(0, this.sending, this.everything)
    limiter.onChange(() => this.#adjust())
  }

  /** Why the run stops; undefined while it goes on. */
  get halt(): HaltReason | undefined {
    return this.#health.halt
  }

  /** Aborted: nothing more is created. */
  get sending(): AbortSignal {
    return this.#sending.signal
  }

  /** Aborted: no more requests of any kind. Waiting ones resolve to undefined without being sent. */
  get everything(): AbortSignal {
    return this.#everything.signal
  }

  /** Time of the last answer, or move of a row. */
  get movedAt(): number {
    return this.#health.movedAt
  }

  get inFlight(): number {
    return this.#inFlight
  }

  /** `waitMs` is Infinity when no timer decides, only an event. */
  get status(): { waiting: number; inFlight: number; waitMs: number } {
    return { waiting: this.#queue.size, inFlight: this.#inFlight, waitMs: this.#waitMs(this.#now()) }
  }

  /** Creates wait for their turn at a pace, the service's or the user's; what is in flight is not the limit. */
  get isPacing(): boolean {
    if (!this.#limiter.isPaced || this.#queue.sizeBy({ priority: priorities.create }) === 0) return false
    return Number.isFinite(this.#waitMs(this.#now()))
  }

  get isAsking(): boolean {
    return this.#question !== undefined
  }

  /** Resolves when no question is open, or the run was stopped. */
  async whenAnswered(): Promise<void> {
    await this.#question
  }

  stop(reason: HaltReason): void {
    this.see({ kind: 'stopped', reason })
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

  /** Reinterprets the proof while the address is unproven. Call before it is recorded. */
  interpret<P extends Proof | RetrieveProof>(call: Call<P>): Call<P> {
    return this.#health.isProven ? call : { ...call, proof: suspectAddress(call.proof) as P }
  }

  see(seen: Seen): void {
    const { health, says } = judge(this.#health, seen, this.#now(), this.#limits)
    this.#health = health
    for (const say of says) this.#carryOut(say)
    if (health.halt === undefined) return
    this.#sending.abort()
    if (severityOf(health.halt) === 0 || this.everything.aborted) return
    this.#everything.abort()
    this.#adjust()
  }

  /** A retrieve in its turn; `onAnswer` is called before the next request may start. Undefined when the gate closed. */
  read<Result>(
    ask: () => Promise<Call<RetrieveProof>>,
    onAnswer: (answer: Call<RetrieveProof>) => Result,
  ): Promise<(Call<RetrieveProof> & { result: Result }) | undefined> {
    const readOnce = async () => {
      const answer = this.interpret(await ask())
      const result = onAnswer(answer)
      // Before the next request may start: this answer may forbid it.
      this.see({ kind: 'read', proof: answer.proof })
      return { result, ...answer }
    }
    return this.pass(
      priorities.poll,
      () => this.guard(readOnce),
      ({ proof, status }) => classifyEnd(proof, status),
    )
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
        if (this.everything.aborted || isWithdrawn()) return undefined
        const startedAt = this.#now()
        const ticket = this.#limiter.start(startedAt, this.#inFlight)
        this.#inFlight += 1
        this.#adjust(startedAt)
        let end: RequestEnd = { kind: 'lost' }
        try {
          const answer = await request()
          end = classify(answer)
          return answer
        } finally {
          const now = this.#now()
          const { heldMs, isTooLong, isStray = false } = this.#limiter.finish(ticket, now, this.#inFlight, end)
          this.#inFlight -= 1
          if (end.kind !== 'unsent') {
            this.traffic.record(end, now - startedAt)
            this.see({ kind: 'ended', end, heldMs, isTooLong, isStray, pace: this.#limiter.pace })
          }
          this.#adjust(now)
        }
      },
      { priority },
    )
    this.#adjust()
    return turn
  }

  #carryOut(say: Saying): void {
    const { ports, onProven } = this.#parts
    if (say.kind === 'tell') ports.onEvent?.(say.event)
    else if (say.kind === 'warn') ports.logger.warn(say.message)
    else if (say.kind === 'ask') this.#ask(say)
    else {
      if (say.kind === 'hold') this.#limiter.hold(this.#now(), say.ms)
      else onProven?.()
      this.#adjust()
    }
  }

  #ask({ field, message, count }: Extract<Saying, { kind: 'ask' }>): void {
    const { sending: signal } = this
    const answer = this.#parts.ports.ask?.({ kind: 'rejections', field, message, count, signal })
    if (answer === undefined) return
    // A failed question counts as no; stopping the run answers it too.
    this.#question = Promise.race([answer.catch(() => false), aborted(signal)]).then((goesOn) => {
      if (goesOn === false) this.stop({ kind: 'rejections', field, message })
      this.#question = undefined
    })
  }

  #now(): number {
    return this.#parts.ports.clock.now()
  }

  #adjust(now = this.#now()): void {
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
    void this.#parts.ports.clock.sleep(waitMs, timer.signal).then(() => {
      if (!timer.signal.aborted) this.#adjust()
    })
  }

  /** Infinity until another request has ended. Before the service is proven one request at a time starts: the canary. */
  #waitMs(now: number): number {
    if (this.everything.aborted) return 0
    if (!this.#health.isProven && this.#inFlight > 0) return Number.POSITIVE_INFINITY
    return this.#limiter.waitMs(now, this.#inFlight)
  }
}

function aborted(signal: AbortSignal): Promise<false> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve(false)
    signal.addEventListener('abort', () => resolve(false), { once: true })
  })
}
