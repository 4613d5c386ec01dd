import type { Ledger } from '../../rooms/ledger.ts'
import type { SeenSubmission } from './ledger-view.ts'
import type { Verdict } from './verdict.ts'
import type { SentRequest } from './wire.ts'

/**
 * Of src/README.md: where a simulation came to the case that the guard is there for, and not just past it. What that is
 * for each, prove/README.md says.
 */
export const reachedIn = {
  trips: ['I1', 'I2', 'I3', 'I6', 'I8', 'I9', 'I10', 'I11', 'I12', 'I18', 'I20'],
  decisions: ['I3', 'I4', 'I5', 'I6', 'I12', 'I13', 'I14', 'I15'],
  ledgers: ['I16'],
  /** Played without the seal, which finds each of these bits first. */
  bits: ['I17'],
  forgetting: ['I19'],
  team: ['I7'],
  undo: ['I12', 'I21'],
} as const
export type Invariant = (typeof reachedIn)[keyof typeof reachedIn][number]

/** How often. */
export type Reached = Partial<Record<Invariant, number>>

export function addReached(sum: Reached, more: Reached): Reached {
  const total = { ...sum }
  for (const [name, count] of listReached(more)) total[name] = (total[name] ?? 0) + count
  return total
}

export function listUnreached(play: keyof typeof reachedIn, reached: Reached = {}): Invariant[] {
  return reachedIn[play].filter((name) => (reached[name] ?? 0) === 0)
}

/** As a proof says it: `I1 12, I2 3`. */
export function describeReached(reached: Reached = {}): string {
  return listReached(reached)
    .toSorted(([one], [other]) => Number(one.slice(1)) - Number(other.slice(1)))
    .map(([name, count]) => `${name} ${count}`)
    .join(', ')
}

function listReached(reached: Reached): [Invariant, number][] {
  return Object.entries(reached) as [Invariant, number][]
}

/** What the death of a process met. */
export function reachAtDeath(
  verdict: Verdict,
  submissions: readonly SeenSubmission[],
  requests: readonly SentRequest[],
  isWriting: boolean,
): void {
  const sending = new Set(submissions.flatMap(({ state, content }) => (state === 'sending' ? content : [])))
  for (const { kind, subject, endedAtMs, means } of requests) {
    if (kind === 'retrieve' || !sending.has(subject)) continue
    if (endedAtMs === undefined) verdict.reach('I6')
    else if (means === 'created') verdict.reach('I10')
  }
  if (isWriting) verdict.reach('I20')
}

/** By identifier: where the row stood that was shown with it. */
export type Places = Map<string, string>

/** What the rows of a run show, at its end. */
export async function reachInRows(
  verdict: Verdict,
  { ledger, runId, input, places }: { ledger: Ledger; runId: number; input: string; places: Places },
  requests: readonly SentRequest[],
): Promise<void> {
  const sent = new Set(requests.filter(({ kind }) => kind !== 'retrieve').map(({ subject }) => subject))
  for (const { state, detail, wasDone, rowNumber, submission } of await ledger.runs.rowPage(runId, -1, 1000)) {
    if (wasDone || state === 'duplicate') verdict.reach('I2')
    if (state === 'unknown' && sent.size === 0) verdict.reach('I3')
    if (state === 'invalid' && detail?.includes('of-another-trip') === true) verdict.reach('I13')
    if (state === 'superseded') verdict.reach('I14')
    if (wasDone && submission?.isForgotten === true) verdict.reach('I19')
    // A decision has none.
    if (!submission?.identifier || state !== submission.state) continue
    const place = `${input} ${rowNumber}`
    if (wasDone && (places.get(submission.identifier) ?? place) !== place) verdict.reach('I1')
    places.set(submission.identifier, place)
  }
}
