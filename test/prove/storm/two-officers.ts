import { assess } from '../../../src/operations/assess.ts'
import { decide } from '../../../src/operations/decide.ts'
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
  /** Decisions that were recorded more than once because another one came between. */
  recordedAnew: number
}

/** Ann decides on all, Bob undoes half of that, and Ann starts her command again; twice over, with the same two sheets. */
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
  const sheets: readonly [string, readonly Row[]][] = [
    ['ann', ann],
    ['bob', bob],
    ['ann', ann],
    ['bob', bob],
    ['ann', ann],
  ]
  const lies: string[] = []
  let unknown = 0
  for (const [round, [name, rows]] of sheets.entries()) {
    const { results: said, verdict } = await weather(decide, rows, name)
    const known = [...sandbox.store.decisions.list('Acme')]
    for (const { assessmentId, status, outcome, externalEventId } of said) {
      const last = known.findLast((decision) => decision.assessmentId === assessmentId)
      const isTrue = last?.status === status && last?.externalEventId === externalEventId
      if (outcome === 'unknown') unknown += 1
      else if (outcome !== 'decided') lies.push(`round ${round}: ${String(assessmentId)} is ${String(outcome)}`)
      else if (!isTrue)
        lies.push(`round ${round}: ${String(assessmentId)} is not ${String(status)} but ${last?.status}`)
    }
    if (verdict.twice + verdict.lost > 0) lies.push(`round ${round}: the verdict is ${JSON.stringify(verdict)}`)
  }
  const decisions = [...sandbox.store.decisions.list('Acme')]
  const events = new Set(decisions.map(({ externalEventId }) => externalEventId))
  if (events.size < decisions.length) lies.push(`${decisions.length - events.size} events were recorded twice`)
  const contents = new Set(decisions.map(({ assessmentId, status }) => `${assessmentId} ${status}`))
  return { lies, decisions: decisions.length, unknown, recordedAnew: decisions.length - contents.size }
}
