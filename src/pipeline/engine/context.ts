import type { Call, ServiceClient } from '../../client/service.ts'
import type { AttemptFacts } from '../../ledger/port/attempts.ts'
import type { Ledger } from '../../ledger/port.ts'
import type { Clock } from '../../support/clock.ts'
import type { Operation } from '../model/operation.ts'
import type { RunPorts, SendOptions } from '../model/options.ts'
import type { RowAddresses } from '../rows/loaded-input.ts'
import type { Gate } from './gate.ts'
import type { PollSchedule } from './poll-schedule.ts'
import type { Tally } from './tally.ts'

export interface RunContext {
  runId: number
  operation: Operation
  client: ServiceClient
  ledger: Ledger
  options: SendOptions
  ports: RunPorts
  gate: Gate
  schedule: PollSchedule
  tally: Tally
  addresses: RowAddresses
  /** Woken for the time of every planned poll, and when the last poll in flight has ended. */
  pollWait: WakeableSleep
}

/** Without a reason every abort creates an error with a stack trace, which costs time. */
const abortReason = 'no longer needed'

/** Lets one waiter sleep until a time or an earlier wake. A wake between `prepare` and `until` is not lost. */
export class WakeableSleep {
  #earliest = Number.POSITIVE_INFINITY
  #sleeper: { until: number; alarm: AbortController } | undefined

  /** Call before looking for work: wakes count for the next sleep from here on. */
  prepare(): void {
    this.#earliest = Number.POSITIVE_INFINITY
  }

  /** Wakes a sleeper that would sleep past `at`; without `at`, any sleeper. */
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
