import { createdStates, type SubmissionState } from '../../contract/states.ts'
import type { RecordedRequest } from '../../ledger/port/reports.ts'
import type { Days } from './calendar.ts'
import { daysOf, readTrip, type Trip, type Unusable } from './trip.ts'

/** Why something that is recorded is not counted. */
export type Exclusion =
  /** Of another kind or company than the figures are of, or of a sandbox that is gone. */
  | 'elsewhere'
  | 'retired'
  /** Not at the service, or nobody knows. */
  | SubmissionState
  | 'changed'
  | 'kept'
  | Unusable
  /** At the service, and yet not to be counted. */
  | 'replaced'
  | 'repeated'
  | 'declined'
  | 'outside'

/** Each in one of the two, and in one only. */
export interface TripSelection {
  counted: Trip[]
  excluded: Exclusion[]
}

/** Why an edited version was not sent, by where it stands. */
const unsent: Readonly<Partial<Record<RecordedRequest['place'], Exclusion>>> = { held: 'changed', kept: 'kept' }

const declining: ReadonlySet<string> = new Set(['Rejected', 'Canceled'])

/**
 * What counts of all that is recorded of one person, in the order in which it came: what was created and may take place,
 * once. Of a trip and its edited versions those count that a sheet has now, or else the last; of what was assessed several
 * times the newest assessment.
 */
export function selectCountableTrips(recorded: readonly RecordedRequest[], period: Days): TripSelection {
  const replaced = findReplaced(recorded)
  const newest = new Map<string, number>()
  for (const { state, request, id } of recorded) {
    if (createdStates.has(state) && !replaced.has(id)) newest.set(request, id)
  }
  const selection: TripSelection = { counted: [], excluded: [] }
  for (const one of recorded) {
    const found = classifyTrip(one, { replaced, newest, period })
    if (typeof found === 'string') selection.excluded.push(found)
    else selection.counted.push(found)
  }
  return selection
}

interface SelectionContext {
  replaced: ReadonlySet<number>
  newest: ReadonlyMap<string, number>
  period: Days
}

function classifyTrip(one: RecordedRequest, { replaced, newest, period }: SelectionContext): Trip | Exclusion {
  const { state } = one
  if (state === 'ready') return unsent[one.place] ?? 'ready'
  if (!createdStates.has(state)) return state
  if (replaced.has(one.id)) return 'replaced'
  const trip = readTrip(one)
  if (typeof trip === 'string') return trip
  if (newest.get(one.request) !== one.id) return 'repeated'
  if (declining.has(trip.decision)) return 'declined'
  const { first, last } = daysOf(trip)
  return last < period.first || first > period.last ? 'outside' : trip
}

/** Those whose place another version of the same trip has taken. */
function findReplaced(recorded: readonly RecordedRequest[]): ReadonlySet<number> {
  if (recorded.every(({ supersededBy }) => supersededBy === null)) return new Set()
  const created = new Map(recorded.filter(({ state }) => createdStates.has(state)).map((one) => [one.id, one]))
  const replaced = new Set<number>()
  for (const versions of groupVersions(recorded)) {
    const existing = versions.filter(({ id }) => created.has(id))
    const listed = existing.filter(({ place }) => place === 'listed')
    const last = existing.filter(({ supersededBy }) => supersededBy === null || !created.has(supersededBy)).at(-1)
    const standing = listed.length > 0 ? listed : [last ?? existing.at(-1)]
    for (const one of existing) if (!standing.includes(one)) replaced.add(one.id)
  }
  return replaced
}

/** Versions of one trip, in the order in which they came; only where there are several. */
function groupVersions(recorded: readonly RecordedRequest[]): Iterable<readonly RecordedRequest[]> {
  const byId = new Map(recorded.map((one) => [one.id, one]))
  const groups = new Map<number, Set<RecordedRequest>>()
  for (const one of recorded) {
    const edited = byId.get(one.supersededBy ?? one.id)
    if (edited === undefined || edited === one) continue
    const merged = new Set([...(groups.get(one.id) ?? [one]), ...(groups.get(edited.id) ?? [edited])])
    for (const { id } of merged) groups.set(id, merged)
  }
  return [...new Set(groups.values())].map((group) => [...group].toSorted((before, after) => before.id - after.id))
}
