import type { Call, ServiceClient } from '../../client/service.ts'
import type { AttemptFacts } from '../../ledger/port/attempts.ts'
import type { Ledger } from '../../ledger/port.ts'
import type { Clock } from '../../support/clock.ts'
import type { Operation } from '../model/operation.ts'
import type { RunPorts, SendOptions } from '../model/options.ts'
import type { RowAddresses } from '../rows/row-addresses.ts'
import type { Gate } from './gate.ts'
import type { Halt } from './halt.ts'
import type { ServiceHealth } from './service-health.ts'
import type { Tally } from './tally.ts'
import type { Traffic } from './traffic.ts'

/** When to ask for the scores of what was accepted. */
export interface PollTiming {
  firstPollAt(id: number, acceptedAt: number): number
  /** When to ask again for one that was not ready at `now`. */
  nextPollAt(id: number, acceptedAt: number, now: number): number
  /** For one that is due: a later time, when it has shown meanwhile that it is too early to ask for any. */
  deferral(id: number, acceptedAt: number, now: number): number | undefined
  onReady(id: number, acceptedAt: number, now: number): void
  /** No longer asked for in this run. */
  forget(id: number): void
}

/** What the stages that speak with the service share during one run. */
export interface RunContext {
  runId: number
  operation: Operation
  client: ServiceClient
  ledger: Ledger
  options: SendOptions
  ports: RunPorts
  halt: Halt
  gate: Gate
  health: ServiceHealth
  schedule: PollTiming
  tally: Tally
  addresses: RowAddresses
  traffic: Traffic
  /** Woken for the time of every poll that is planned, and when the last one under way has ended. */
  pollWait: WakeableSleep
}

/** A reason costs nothing; without one, every abort makes an error with a stack. */
const abortReason = 'no longer needed'

/** Lets one waiter sleep until a time, unless something comes before it, be it while the waiter still looks what to wait for. */
export class WakeableSleep {
  #earliest = Number.POSITIVE_INFINITY
  #sleeper: { until: number; alarm: AbortController } | undefined

  /** From now on wakes count for the next sleep; to be called before looking what there is to do. */
  prepare(): void {
    this.#earliest = Number.POSITIVE_INFINITY
  }

  /** Wakes who would sleep past `at`; anybody, when it is not given. */
  wake(at = Number.NEGATIVE_INFINITY): void {
    this.#earliest = Math.min(this.#earliest, at)
    if (this.#sleeper === undefined || at >= this.#sleeper.until) return
    this.#sleeper.alarm.abort(abortReason)
    this.#sleeper = undefined
  }

  async until(at: number, clock: Clock): Promise<void> {
    if (this.#earliest < at) return
    const alarm = new AbortController()
    this.#sleeper = { until: at, alarm }
    await clock.sleep(at - clock.now(), alarm.signal)
  }
}

/** The line that an attempt leaves in the log. */
export function describeAttempt(
  runId: number,
  operation: string,
  attempt: Call<unknown>,
  outcome: string,
  detail: string,
): AttemptFacts {
  const { sentAtMs, answeredAtMs, status } = attempt
  return { runId, operation, sentAt: sentAtMs, answeredAt: answeredAtMs, httpStatus: status, outcome, detail }
}
