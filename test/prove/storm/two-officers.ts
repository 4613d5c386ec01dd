import { assess, decide } from '../../rooms/operations.ts'
import type { Row } from '../../support/trips.ts'
import { stormTrips } from './sheets.ts'
import { everyFault, type Storm } from './storm.ts'

/** Faults of decisions only: what is decided on is there. */
export const updateFaults = everyFault
  .split(',')
  .map((fault) => `update.${fault}`)
  .join(',')

export interface Officers {
  /** What the sheets and the service do not agree on, in words. */
  lies: string[]
  decisions: number
  unknown: number
  /** Rows that were left as another had replaced them. */
  superseded: number
  /** Decisions that were recorded more than once because another one came between. */
  recordedAnew: number
}

/**
 * Ann decides on all, Bob undoes half of that; Ann starts her command again, which sends nothing over his decisions, and then
 * asks for that; twice over, with the same two sheets.
 */
export async function letTwoDecide({ sandbox, weather }: Storm, count: number): Promise<Officers> {
  const { results } = await weather(assess, stormTrips(count))
  const ids = results.map(({ assessmentId }) => String(assessmentId))
  const ann = ids.map((assessmentId, index) => ({
    assessmentId,
    status: 'Manager Approved',
    managerId: `M-${index % 7}`,
  }))
  const bob = ids
    .filter((_, index) => index % 2 === 0)
    .map((assessmentId) => ({ assessmentId, status: 'Rejected', managerId: 'M-1' }))
  const sheets: readonly [string, readonly Row[], boolean][] = [
    ['ann', ann, false],
    ['bob', bob, false],
    ['ann', ann, false],
    ['ann', ann, true],
    ['bob', bob, true],
    ['ann', ann, true],
  ]
  const lies: string[] = []
  let unknown = 0
  let superseded = 0
  // What may have replaced supersedes, too, and then did not in the end.
  const doubted = new Set<unknown>()
  for (const [round, [name, rows, asksAgain]] of sheets.entries()) {
    const { results: said, verdict } = await weather(decide, rows, name, asksAgain)
    const known = [...sandbox.store.decisions.list('Acme')]
    for (const { assessmentId, status, outcome, externalEventId } of said) {
      const last = known.findLast((decision) => decision.assessmentId === assessmentId)
      const isTrue = last?.status === status && last?.externalEventId === externalEventId
      if (outcome === 'unknown') {
        unknown += 1
        doubted.add(assessmentId)
      } else if (outcome === 'superseded' && !asksAgain) {
        superseded += 1
        if (last?.status === status && !doubted.has(assessmentId))
          lies.push(`round ${round}: ${String(assessmentId)} was not replaced`)
      } else if (outcome !== 'decided') lies.push(`round ${round}: ${String(assessmentId)} is ${String(outcome)}`)
      else if (!isTrue)
        lies.push(`round ${round}: ${String(assessmentId)} is not ${String(status)} but ${last?.status}`)
    }
    if (verdict.twice + verdict.lost > 0) lies.push(`round ${round}: the verdict is ${JSON.stringify(verdict)}`)
  }
  const decisions = [...sandbox.store.decisions.list('Acme')]
  const events = new Set(decisions.map(({ externalEventId }) => externalEventId))
  if (events.size < decisions.length) lies.push(`${decisions.length - events.size} events were recorded twice`)
  const contents = new Set(decisions.map(({ assessmentId, status }) => `${assessmentId} ${status}`))
  return { lies, decisions: decisions.length, unknown, superseded, recordedAnew: decisions.length - contents.size }
}
