import type { Attempt, ServiceClient } from '../client/service.ts'
import type { Ledger } from '../ledger/ledger.ts'
import type { AttemptFacts } from '../ledger/submissions.ts'
import type { Halt } from './halt.ts'
import type { Operation } from './operation.ts'
import type { RunPorts, SendOptions } from './options.ts'
import type { PollSchedule } from './poll/poll-schedule.ts'
import type { Contact } from './submit/contact.ts'
import type { Gate } from './submit/gate.ts'
import type { Tally } from './tally.ts'

/** What the stages that speak with the service share during one run. */
export interface RunContext<Request extends object> {
  runId: number
  operation: Operation<Request>
  client: ServiceClient
  ledger: Ledger
  options: SendOptions
  ports: RunPorts
  halt: Halt
  gate: Gate
  contact: Contact
  schedule: PollSchedule
  tally: Tally
  /** Rings when something was accepted or a poll ended. */
  bell: Bell
}

/** A reason costs nothing; without one, every abort makes an error with a stack. */
const quietly = 'no longer needed'

/** Lets one waiter sleep until something happened. No ring is lost, and each wakes once. */
export class Bell {
  #waiter: AbortController | undefined
  #hasRung = false

  ring(): void {
    if (this.#waiter === undefined) this.#hasRung = true
    this.#waiter?.abort(quietly)
    this.#waiter = undefined
  }

  /** A signal that aborts at the next ring; already aborted when it rang while nobody listened. */
  listen(): AbortSignal {
    const waiter = new AbortController()
    if (this.#hasRung) waiter.abort(quietly)
    else this.#waiter = waiter
    this.#hasRung = false
    return waiter.signal
  }
}

/** The line that an attempt leaves in the log. */
export function describeAttempt(
  runId: number,
  operation: string,
  attempt: Attempt<unknown>,
  outcome: string,
  detail: string,
): AttemptFacts {
  const { sentAtMs, answeredAtMs, status } = attempt
  return { runId, operation, sentAt: sentAtMs, answeredAt: answeredAtMs, httpStatus: status, outcome, detail }
}
