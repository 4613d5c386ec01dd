import { scoreFields } from '../../contract/assessment.ts'
import type { JsonFields } from '../../contract/outcome.ts'
import { absentStates, createdStates, type SubmissionState } from '../../contract/states.ts'
import type { RecordedRequest } from '../../ledger/port/reports.ts'
import { parseStored } from '../../ledger/stored-json.ts'
import { type Days, dayOf } from './calendar.ts'

/** `contractorMisclass` is a score of hires only. */
export const riskKinds = [...scoreFields, 'contractorMisclass'] as const
export type RiskKind = (typeof riskKinds)[number]

export type RiskScores = Readonly<Partial<Record<RiskKind, number>>>

export interface Trip extends Days {
  company: string
  employeeId: string
  destination: string
  isHire: boolean
  /** Empty until there are scores. */
  scores: RiskScores
  /** In the service's words; may be empty. */
  peLevel: string
  identifier: string
  reportUrl: string
  /** The last recorded status, with “, perhaps” where it may not be in force; empty without a decision. */
  decision: string
}

/** A longer trip has a mistyped year. */
const mostDays = 3_660

/** A hire may have no end, so it counts on its first day only. */
export function daysOf({ first, last, isHire }: Trip): Days {
  return { first, last: isHire ? first : last }
}

export type Unusable = 'unnamed' | 'undated'

export function readTrip(recorded: RecordedRequest): Trip | Unusable {
  const request = parseStored<JsonFields>(recorded.request, 'request')
  const { employeeId, destination, startDate, endDate, purpose } = request
  if (typeof employeeId !== 'string' || typeof destination !== 'string') return 'unnamed'
  const [first, last] = [dayOf(String(startDate)), dayOf(String(endDate))]
  if (first === undefined || last === undefined || last < first) return 'undated'
  const isHire = purpose === 'Hire From Anywhere'
  if (!isHire && last - first >= mostDays) return 'undated'
  const result = parseStored<JsonFields>(recorded.result ?? '{}', 'result')
  const { cumulativePeRiskLevel: level } = result
  return {
    first,
    last,
    company: recorded.company,
    employeeId,
    destination,
    isHire,
    scores: readScores(result),
    peLevel: typeof level === 'string' ? level : '',
    identifier: recorded.identifier ?? '',
    reportUrl: recorded.reportUrl ?? '',
    decision: decisionInForce(recorded),
  }
}

export function readScores(result: JsonFields): RiskScores {
  const scores: Partial<Record<RiskKind, number>> = {}
  for (const kind of riskKinds) {
    const score = result[kind]
    if (typeof score === 'number') scores[kind] = score
  }
  return scores
}

function decisionInForce({ latest }: RecordedRequest): string {
  if (latest === undefined) return ''
  const { status } = parseStored<JsonFields>(latest.request, 'request')
  return formatStatus(String(status ?? ''), latest.state)
}

/** “, perhaps” marks a status that may not be recorded. */
export function formatStatus(status: string, state: SubmissionState): string {
  return createdStates.has(state) ? status : `${status}, perhaps`
}

export type Exclusion =
  /** Another kind of target or another company, or a deleted sandbox. */
  | 'elsewhere'
  | 'retired'
  /** Not at the service, or unknown. */
  | SubmissionState
  | 'changed'
  | 'kept'
  /** Refused or not sent, and history: corrected since, or taken out of its sheet. */
  | 'corrected'
  | Unusable
  /** Its content was erased. */
  | 'forgotten'
  /** At the service, but not to be counted. */
  | 'replaced'
  | 'repeated'
  | 'declined'
  | 'outside'

/** Each record is in exactly one of the two lists. */
export interface TripSelection {
  counted: Trip[]
  excluded: Exclusion[]
  /** Of the counted ones: no row of any sheet stands for them. */
  abandoned: number
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
  const created = recorded.filter(({ state }) => createdStates.has(state))
  const newest = new Map(created.filter(({ id }) => !replaced.has(id)).map(({ request, id }) => [request, id]))
  const standing = findStanding(recorded)
  const selection: TripSelection = { counted: [], excluded: [], abandoned: 0 }
  const classify = (one: RecordedRequest): Trip | Exclusion => {
    const { state } = one
    if (one.isForgotten) return 'forgotten'
    if (absentStates.has(state) && isHistory(one, created)) return 'corrected'
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
  for (const one of recorded) {
    const found = classify(one)
    if (typeof found === 'string') {
      selection.excluded.push(found)
      continue
    }
    selection.counted.push(found)
    if (!standing.has(one.id)) selection.abandoned += 1
  }
  return selection
}

/** In no sheet any more; or corrected in another file, and created there. */
function isHistory(one: RecordedRequest, created: readonly RecordedRequest[]): boolean {
  return one.place === 'gone' || (one.place === 'listed' && created.some((other) => isCorrectionOf(one, other)))
}

/** The same person's trip in a later run of another file, with one of its dates or its destination corrected. */
function isCorrectionOf(one: RecordedRequest, later: RecordedRequest): boolean {
  if ((later.runId ?? 0) <= (one.runId ?? 0)) return false
  const [before, after] = [one, later].map(({ request }) => parseStored<JsonFields>(request, 'request'))
  const isSame = (field: string): boolean => before?.[field] === after?.[field]
  return ['startDate', 'endDate', 'destination'].filter(isSame).length >= 2
}

/** Records that a row of a sheet stands for: by themselves, by another version, or by an equal request. */
function findStanding(recorded: readonly RecordedRequest[]): ReadonlySet<number> {
  const inSheets = recorded.filter(({ place }) => place !== 'gone')
  const standing = new Set(inSheets.map(({ id }) => id))
  const requests = new Set(inSheets.map(({ request }) => request))
  for (const { id, request } of recorded) if (requests.has(request)) standing.add(id)
  for (const versions of groupVersions(recorded)) {
    if (versions.some(({ id }) => standing.has(id))) for (const { id } of versions) standing.add(id)
  }
  return standing
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
