import type { SendOptions } from '../../rooms/pipeline/model.ts'
import type { SeenSubmission } from './ledger-view.ts'
import type { SimulatedProcess } from './process.ts'
import type { Verdict } from './verdict.ts'
import type { SentRequest, WireListener } from './wire.ts'

/** A late timer may be made up for by so much; rounding to whole milliseconds is in it. */
const rateToleranceMs = 22

export interface TrafficPorts {
  process: SimulatedProcess
  /** Whether the run waits for scores; others only ask what became of something unknown. */
  polls: boolean
  nowMs(): number
  /** The durable ones. */
  submissions(): readonly SeenSubmission[]
}

interface Hold {
  atMs: number
  untilMs: number
}

/** What one run may send and when, watched on the wire; knows of limits and breakers only what the options say. */
export class TrafficRules implements WireListener {
  readonly #verdict: Verdict
  readonly #options: SendOptions
  readonly #ports: TrafficPorts
  readonly #overdue = new Set<string>()
  readonly #inFlight = new Set<SentRequest>()
  #nextStartMs = 0
  #isProven = false
  #hold: Hold = { atMs: 0, untilMs: 0 }
  readonly #ownHolds: (Hold & { request: SentRequest })[] = []
  #isAfterRefusal = false
  #unknowns = 0
  #refusals = 0
  /** When, and why, the run should have stopped. What left the gate in that very moment may still be sent. */
  #stopped: { atMs: number; why: string } | undefined
  #closed: { atMs: number; why: string } | undefined

  constructor(verdict: Verdict, options: SendOptions, ports: TrafficPorts) {
    this.#verdict = verdict
    this.#options = options
    this.#ports = ports
    ports.process.interrupts.signal.addEventListener('abort', () => this.#stop('an interrupt'))
  }

  onStart(request: SentRequest): void {
    const { kind, subject, number, startedAtMs: atMs } = request
    const { concurrency } = this.#options
    this.#inFlight.add(request)
    const name = `request ${number} (${kind} ${subject})`
    this.#verdict.note(`${atMs} ${name} starts`)
    this.#verdict.check(
      'at most the requests in flight that are allowed',
      this.#inFlight.size <= concurrency,
      () => `${name} is the ${this.#inFlight.size}th of ${concurrency}`,
    )
    this.#verdict.check('the canary goes alone', this.#isProven || this.#inFlight.size === 1, () => name)
    const hold = isDuring(atMs, this.#hold) ? this.#hold : this.#findOwnHold(request)
    this.#verdict.check('the hold is kept', hold === undefined, () => `${name} at ${atMs} of ${hold?.untilMs}`)
    this.#verdict.check(
      'nothing after a stop',
      !isAfter(atMs, this.#stopped),
      () => `${name} after ${this.#stopped?.why}`,
    )
    const mayGo = kind === 'retrieve' || !isAfter(atMs, this.#closed)
    this.#verdict.check('breakers open', mayGo, () => `${name} after ${this.#closed?.why}`)
    const isInTime = kind !== 'retrieve' || !this.#overdue.has(subject)
    this.#verdict.check('the poll deadline is kept', isInTime, () => `${name} after the last poll at its deadline`)
    if (kind !== 'retrieve') this.#checkIntent(subject, name)
    this.#checkRate(atMs, name)
  }

  onEnd(request: SentRequest): void {
    const { kind, subject, number, fault, means } = request
    const atMs = this.#ports.nowMs()
    this.#inFlight.delete(request)
    this.#verdict.note(`${atMs} request ${number} ends: ${fault}, ${means}`)
    if (request.isInContract) this.#isProven = true
    if (kind !== 'retrieve' && /^30\d$|^reset$|^cut body$/.test(fault)) this.#verdict.reach('I8')
    if (means === 'not-processed' || fault.includes('contradicts')) this.#verdict.reach('I9')
    this.#noteHold(request, atMs)
    if (means === 'stop' || means === 'stop-unknown') this.#stop(fault)
    if (kind !== 'retrieve') this.#count(request, atMs)
    else if (this.#ports.polls) {
      const polled = this.#ports.submissions().find(({ identifier }) => identifier === subject)
      const deadline = (polled?.acceptedAt ?? 0) + this.#options.pollTimeoutMs
      // Who reaches nobody has not asked.
      if (polled !== undefined && means !== 'not-sent' && this.#ports.process.clock.now() >= deadline)
        this.#overdue.add(subject)
    }
  }

  /** A lone refusal holds its own row back, the second of two in a row all. */
  #noteHold(request: SentRequest, atMs: number): void {
    const { holdMs } = request
    if (holdMs !== undefined) {
      const hold = { atMs, untilMs: atMs + holdMs }
      this.#ownHolds.push({ ...hold, request })
      if (this.#isAfterRefusal && hold.untilMs > this.#hold.untilMs) {
        this.#hold = hold
        this.#verdict.reach('I18')
      }
    }
    this.#isAfterRefusal = holdMs !== undefined
  }

  /**
   * The hold of this request's own row. Where rows are equal, the wire does not show whose it is: then it may be that of
   * a row without a hold, while others are left for all holds.
   */
  #findOwnHold({ kind, subject, startedAtMs: atMs }: SentRequest): Hold | undefined {
    const isEqual = (other: SentRequest): boolean => other.kind === kind && other.subject === subject
    const holds = this.#ownHolds.filter((hold) => isEqual(hold.request) && isDuring(atMs, hold))
    if (holds.length === 0 || kind === 'retrieve') return holds[0]
    const rows = this.#ports.submissions().filter(({ content }) => content === subject)
    const unsent = rows.filter(({ state }) => ['ready', 'sending', 'failed'].includes(state)).length
    const inFlight = [...this.#inFlight].filter(isEqual).length
    return unsent - inFlight < holds.length ? holds[0] : undefined
  }

  #count({ means }: SentRequest, atMs: number): void {
    const { maxUnknown, maxErrors } = this.#options
    if (means === 'created') this.#unknowns = 0
    if (means === 'unknown') this.#unknowns += 1
    if (means === 'refused' || means === 'refused-by-status') this.#refusals += 1
    if (this.#unknowns >= maxUnknown) this.#closed ??= { atMs, why: `${this.#unknowns} unknown outcomes` }
    if (maxErrors !== undefined && this.#refusals >= maxErrors) this.#closed ??= { atMs, why: `${maxErrors} refusals` }
  }

  #stop(why: string): void {
    this.#stopped ??= { atMs: this.#ports.nowMs(), why }
  }

  #checkIntent(content: string, name: string): void {
    const isIntent = (each: SeenSubmission): boolean => each.content === content && each.state === 'sending'
    this.#verdict.check('intent is durable before the send', this.#ports.submissions().some(isIntent), () => name)
  }

  #checkRate(atMs: number, name: string): void {
    const { rate } = this.#options
    if (rate === undefined) return
    const earlyMs = this.#nextStartMs - atMs
    // It has waited for this moment.
    if (earlyMs >= 0 && this.#nextStartMs > 0) this.#verdict.reach('I18')
    const toleratedMs = Math.max(rateToleranceMs, (1.01 * 100) / rate)
    this.#verdict.check('the rate is kept', earlyMs <= toleratedMs, () => `${name} is ${earlyMs} ms early`)
    this.#nextStartMs = Math.max(this.#nextStartMs, atMs) + 1000 / rate
  }
}

function isDuring(atMs: number, hold: Hold): boolean {
  return isAfter(atMs, hold) && atMs < hold.untilMs
}

function isAfter(atMs: number, event: { atMs: number } | undefined): boolean {
  return event !== undefined && atMs > event.atMs
}
