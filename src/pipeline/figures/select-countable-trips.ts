import { createdStates, type SubmissionState } from '../../contract/states.ts'
import type { RecordedRequest } from '../../ledger/port/reports.ts'
import type { Days } from './calendar.ts'
import { daysOf, readTrip, type Trip, type Unusable } from './trip.ts'

export type Exclusion =
  /** Another kind of target or another company, or a deleted sandbox. */
  | 'elsewhere'
  | 'retired'
  /** Not at the service, or unknown. */
  | SubmissionState
  | 'changed'
  | 'kept'
  | Unusable
  /** At the service, but not to be counted. */
  | 'replaced'
  | 'repeated'
  | 'declined'
  | 'outside'

/** Each record is in exactly one of the two lists. */
export interface TripSelection {
  counted: Trip[]
  excluded: Exclusion[]
}

/** Reason of an unsent edited version, by its place. */
const unsent: Readonly<Partial<Record<RecordedRequest['place'], Exclusion>>> = { held: 'changed', kept: 'kept' }

const declining: ReadonlySet<string> = new Set(['Rejected', 'Canceled'])

/**
 * `recorded`: all records of one person, in order of creation. Counted once: created trips that may take place. Of a
 * trip and its edited versions those in a sheet count, else the last; of repeated assessments the newest.
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

/** Versions of one trip in order of creation; only groups of several. */
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
