import type { Proof, RetrieveProof, Stop } from '../../client/evidence.ts'
import type { Call } from '../../client/service.ts'
import { formatDuration } from '../../support/clock.ts'
import { BatchError } from '../../support/errors.ts'
import type { RunPorts, SendOptions } from '../model/options.ts'
import { ConnectionBreaker, mixUpsToStop, RejectionStreak, rejectionsToAsk, Streak } from './breakers.ts'
import type { Gate } from './gate.ts'
import type { Halt } from './halt.ts'
import type { RequestEnd } from './limiter.ts'
import { suspectAddress, suspectAddressOnRead } from './suspect-address.ts'

export interface HealthPorts {
  now(): number
  address: string
  /** First answer that fits the interface: the token and the address are right. */
  onProven(): void
  warn(message: string): void
  ask: RunPorts['ask'] | undefined
}

export type HealthLimits = Pick<SendOptions, 'maxUnknown' | 'maxErrors' | 'waitForServiceMs'>

/**
 * Judges the service by all answers of a run: right address, reachable, worth going on. A single row is judged
 * elsewhere.
 */
export class ServiceHealth {
  readonly #halt: Halt
  readonly #gate: Gate
  readonly #limits: HealthLimits
  readonly #ports: HealthPorts
  readonly #connection: ConnectionBreaker
  readonly #unknowns = new Streak()
  readonly #mixUps = new Streak()
  readonly #rejections = new RejectionStreak()
  #errors = 0
  #isProven = false
  #question: Promise<void> | undefined

  constructor(halt: Halt, gate: Gate, limits: HealthLimits, ports: HealthPorts) {
    this.#halt = halt
    this.#gate = gate
    this.#limits = limits
    this.#ports = ports
    this.#connection = new ConnectionBreaker(limits.waitForServiceMs)
  }

  get isAsking(): boolean {
    return this.#question !== undefined
  }

  /** Resolves when no question is open, or the run was stopped. */
  async whenAnswered(): Promise<void> {
    await this.#question
  }

  /** Reinterprets the proof while the address is unproven. Call before it is recorded. */
  classifyWrite(attempt: Call<Proof>): Call<Proof> {
    return this.#isProven ? attempt : { ...attempt, proof: suspectAddress(attempt.proof) }
  }

  classifyRead(attempt: Call<RetrieveProof>): Call<RetrieveProof> {
    return this.#isProven ? attempt : { ...attempt, proof: suspectAddressOnRead(attempt.proof) }
  }

  recordWrite(proof: Proof): void {
    this.#record(proof)
    if (proof.kind === 'done') {
      this.#unknowns.end()
      this.#rejections.onOther()
    } else if (proof.kind === 'refused') {
      this.recordFailure()
      this.#recordRejection(proof.field, proof.message)
    } else if (proof.kind === 'unknown') this.#recordUnknown()
  }

  recordRead(proof: RetrieveProof): void {
    this.#record(proof)
    if (proof.kind === 'ready') this.#mixUps.end()
    else if (proof.kind === 'mixed-up') this.recordMixUp()
  }

  /** What any answer shows of the service. */
  #record(proof: Proof | RetrieveProof): void {
    if (proof.kind === 'stop') this.#stop(proof)
    else if (proof.kind === 'not-sent' || (proof.kind === 'retry' && proof.isConnection)) this.#lose(proof.reason)
    else {
      // A request that had started was accepted.
      this.#reach()
      const isItsOwn = 'identifier' in proof || 'result' in proof || proof.kind === 'pending'
      if ('isInContract' in proof ? proof.isInContract : isItsOwn) this.#prove()
    }
  }

  recordFailure(): void {
    this.#errors += 1
    const { maxErrors } = this.#limits
    if (maxErrors !== undefined && this.#errors >= maxErrors) this.#halt.stop({ kind: 'errors', count: this.#errors })
  }

  #stop({ cause, message, error }: Stop): void {
    if (cause === 'address') this.#halt.stop({ kind: cause, message, address: this.#ports.address })
    else if (cause === 'defect')
      this.#halt.stop({ kind: 'broken', error: new BatchError('defect', message, { cause: error }) })
    else this.#halt.stop({ kind: cause, message })
  }

  /** An answer about another row. One may be a slip; more suggest that identifiers stand at the wrong rows. */
  recordMixUp(): void {
    const count = this.#mixUps.extend()
    if (count >= mixUpsToStop) this.#halt.stop({ kind: 'mixed-up', count })
  }

  #prove(): void {
    if (this.#isProven) return
    this.#isProven = true
    this.#gate.widen()
    this.#ports.onProven()
  }

  #reach(): void {
    if (this.#connection.isOpen) this.#ports.warn('the service can be reached again')
    this.#connection.onContact()
  }

  #lose(reason: string): void {
    const wasOpen = this.#connection.isOpen
    const decision = this.#connection.onFailure(this.#ports.now())
    if (decision.kind === 'give-up') this.#halt.stop({ kind: 'unreachable', message: reason })
    if (decision.kind !== 'hold') return
    if (!wasOpen) this.#ports.warn(`the service cannot be reached (${reason}); ${describePatience(this.#limits)}`)
    this.#gate.hold(decision.ms)
  }

  #recordUnknown(): void {
    const count = this.#unknowns.extend()
    if (count >= this.#limits.maxUnknown) this.#halt.stop({ kind: 'unknowns', count })
  }

  #recordRejection(field: string, message: string): void {
    const { ask } = this.#ports
    if (!this.#rejections.onRejection(field, message) || ask === undefined) return
    const { sending: signal } = this.#halt
    const answer = ask({ kind: 'rejections', field, message, count: rejectionsToAsk, signal })
    // A failed question counts as no; stopping the run answers it too.
    this.#question = Promise.race([answer.catch(() => false), aborted(signal)]).then((goesOn) => {
      if (goesOn === false) this.#halt.stop({ kind: 'rejections', field, message })
      this.#question = undefined
    })
  }
}

function describePatience({ waitForServiceMs }: HealthLimits): string {
  return Number.isFinite(waitForServiceMs)
    ? `trying for ${formatDuration(waitForServiceMs)}`
    : 'trying until it is back'
}

function aborted(signal: AbortSignal): Promise<false> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve(false)
    signal.addEventListener('abort', () => resolve(false), { once: true })
  })
}

/** Evidence about the service's limits: a time-out may mean load, a 500 or half an answer says nothing. */
export function classifyWriteEnd(proof: Proof, status: number | undefined): RequestEnd {
  switch (proof.kind) {
    case 'not-processed':
      return { kind: 'refused', retryAfterMs: proof.retryAfterMs, status }
    case 'unknown':
      if (proof.slowDown !== undefined) return { kind: 'refused', ...proof.slowDown, status }
      return { kind: status === undefined ? 'timed-out' : 'lost' }
    case 'not-sent':
      return { kind: 'lost' }
    default:
      return { kind: 'answered' }
  }
}

export function classifyReadEnd(proof: RetrieveProof, status: number | undefined): RequestEnd {
  if (proof.kind !== 'retry') return { kind: 'answered' }
  if (proof.isThrottled) return { kind: 'refused', retryAfterMs: proof.retryAfterMs, status }
  return { kind: status === undefined && !proof.isConnection ? 'timed-out' : 'lost' }
}
