import type { Call, ServiceClient } from '../../client/service.ts'
import type { AttemptFacts } from '../../ledger/port/attempts.ts'
import type { Ledger } from '../../ledger/port.ts'
import type { RowPlaces } from '../rows/row-places.ts'
import type { Operation } from '../terms/operation.ts'
import type { RunPorts, SendOptions } from '../terms/options.ts'
import type { Gate } from './gate.ts'
import type { Halt } from './halt.ts'
import type { ServiceHealth } from './service-health.ts'
import type { Tally } from './tally.ts'
import type { Traffic } from './traffic.ts'

/** When to ask for the scores of what was accepted. */
export interface PollTimes {
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
  schedule: PollTimes
  tally: Tally
  places: RowPlaces
  traffic: Traffic
  /** Rings for the time of every poll that is planned, and when the last one under way has ended. */
  bell: Bell
}

/** A reason costs nothing; without one, every abort makes an error with a stack. */
const quietly = 'no longer needed'

/** Lets one waiter sleep until a time, unless something comes before it. */
export class Bell {
  #waiter: { until: number; alarm: AbortController } | undefined

  /** Wakes who would sleep past `at`; anybody, when it is not given. */
  ring(at = Number.NEGATIVE_INFINITY): void {
    if (this.#waiter === undefined || at >= this.#waiter.until) return
    this.#waiter.alarm.abort(quietly)
    this.#waiter = undefined
  }

  /** A signal that aborts at the next ring for what is before `until`; to be asked for right before the sleep. */
  listen(until: number): AbortSignal {
    const alarm = new AbortController()
    this.#waiter = { until, alarm }
    return alarm.signal
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
