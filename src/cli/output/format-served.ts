import { submissionStates, unansweredStates } from '../../contract/states.ts'
import type { Clock } from '../../support/clock.ts'

export interface ServedCompany {
  company: string
  inFlight: number
  /** Number of rows by the state that they reached here. */
  done: ReadonlyMap<string, number>
}

const everyMs = 10_000
/** Prints a line for each company, every ten seconds at most, and only after a change. */
export class WorkerReporter {
  readonly #clock: Pick<Clock, 'now'>
  #reportedAt: number
  #reported = new Map<string, string>()

  constructor(clock: Pick<Clock, 'now'>) {
    this.#clock = clock
    this.#reportedAt = clock.now()
  }

  report(served: readonly ServedCompany[]): string[] {
    if (this.#clock.now() - this.#reportedAt < everyMs) return []
    this.#reportedAt = this.#clock.now()
    return served.flatMap(({ company, inFlight, done }) => {
      const counts = describeServed(done)
      if (this.#reported.get(company) === counts) return []
      this.#reported.set(company, counts)
      return [`${company}: ${counts}, ${inFlight} in flight`]
    })
  }
}

/** e.g. `412 created, 380 done, 1 unknown`; `nothing yet` without rows. */
export function describeServed(done: ServedCompany['done']): string {
  const counts = submissionStates.flatMap((state) => {
    const count = unansweredStates.has(state) ? 0 : (done.get(state) ?? 0)
    return count === 0 ? [] : [`${count.toLocaleString('en')} ${state === 'accepted' ? 'created' : state}`]
  })
  return counts.length === 0 ? 'nothing yet' : counts.join(', ')
}
