import { finalStatus, requiredActors } from '../../contract/decision.ts'
import type { JsonFields } from '../../contract/outcome.ts'
import { createdStates, inDoubtStates } from '../../contract/states.ts'
import type { SentInRun, StateRecord } from '../../ledger/port/undo.ts'
import { parseFields } from '../../pipeline/rows/row-outcome.ts'

/**
 * What becomes of one thing that a run made, in an undo of it. `open`: to be taken back; `unknown`: the ledger does not
 * know what to take back, or if it is.
 */
export type UndoVerdict = 'undone' | 'open' | 'decidedSince' | 'shared' | 'unknown'

export interface JudgedThing {
  verdict: UndoVerdict
  /** The identifier of the assessment; undefined where it is not known. */
  thing: string | undefined
  sent: SentInRun
  /** The decision that takes it back, or has. */
  decision?: JsonFields
}

export interface UndoCounts extends Record<UndoVerdict, number> {
  /** Sum of the others. */
  all: number
}

type Records = ReadonlyMap<string, readonly StateRecord[]>

/** `by`, with `note`, cancels each assessment that the run created, and no other. Pure. */
export function judgeCreated(
  sent: readonly SentInRun[],
  records: Records,
  { by, note }: { by: string; note?: string | undefined },
): JudgedThing[] {
  const [actor = ''] = requiredActors[finalStatus]
  return sent.flatMap((each): JudgedThing[] => {
    const state = stateOfSent(each)
    const thing = each.identifier
    if (state === 'none') return []
    if (state === 'unknown' || thing === undefined) return [{ verdict: 'unknown', thing: undefined, sent: each }]
    const decision = { assessmentId: thing, status: finalStatus, [actor]: by, ...(note ? { note } : {}) }
    const last = records.get(thing)?.at(-1)
    if (last !== undefined) return [judgeReplaced({ thing, sent: each }, last, decision)]
    return [{ verdict: each.isShared ? 'shared' : 'open', thing, sent: each, decision }]
  })
}

/** For each assessment that the run decided on, what its decisions replaced counts again. Pure. */
export function judgeDecided(sent: readonly SentInRun[], records: Records): JudgedThing[] {
  const own = sent.filter((each) => stateOfSent(each) !== 'none')
  const ids = new Set(own.map(({ id }) => id))
  const byThing = new Map(own.map((each) => [each.orderKey ?? '', each]))
  return [...byThing].map(([thing, sent]) => judgeDecision({ thing, sent }, records.get(thing) ?? [], ids))
}

function judgeDecision(
  about: Pick<JudgedThing, 'thing' | 'sent'>,
  history: readonly StateRecord[],
  own: ReadonlySet<number>,
): JudgedThing {
  const isOwn = ({ id }: StateRecord): boolean => own.has(id)
  const last = history.at(-1)
  if (last === undefined) return { ...about, verdict: 'unknown' }
  const place = isOwn(last) ? history.findLastIndex((each) => !isOwn(each)) : history.findIndex(isOwn) - 1
  const before = history[place]
  const { externalEventId: _, ...wanted } = isCertain(before) ? parseFields(before?.request) : {}
  const isKnown = isDecision(wanted)
  if (!isOwn(last)) return isKnown ? judgeReplaced(about, last, wanted) : { ...about, verdict: 'decidedSince' }
  if (!isKnown || !isCertain(last)) return { ...about, verdict: 'unknown' }
  const recorded = parseFields(last.request)
  if (isSameDecision(recorded, wanted)) return { ...about, verdict: 'undone', decision: recorded }
  return { ...about, verdict: 'open', decision: wanted }
}

export function countUndo(judged: readonly JudgedThing[]): UndoCounts {
  const counts = { undone: 0, open: 0, decidedSince: 0, shared: 0, unknown: 0, all: judged.length }
  for (const { verdict } of judged) counts[verdict] += 1
  return counts
}

/** A later record: what takes it back, as it was recorded, or another decision, which counts. */
function judgeReplaced(about: Pick<JudgedThing, 'thing' | 'sent'>, last: StateRecord, wanted: JsonFields): JudgedThing {
  const recorded = parseFields(last.request)
  // Forgotten: what was decided last is not known any more.
  if (!isDecision(recorded)) return { ...about, verdict: 'unknown' }
  if (!isSameDecision(recorded, wanted)) return { ...about, verdict: 'decidedSince' }
  return { ...about, verdict: isCertain(last) ? 'undone' : 'unknown', decision: recorded }
}

/** No decision follows a cancellation, by any person. Pure. */
export function isSameDecision(one: JsonFields, other: JsonFields): boolean {
  if (one['status'] !== other['status']) return false
  const actors = Object.values(requiredActors).flat()
  return one['status'] === finalStatus || actors.every((actor) => one[actor] === other[actor])
}

/** False for one that was forgotten. */
function isDecision({ status }: JsonFields): boolean {
  return typeof status === 'string'
}

function isCertain(record: StateRecord | undefined): boolean {
  return record !== undefined && createdStates.has(record.state)
}

/** What came of a run's own sending; a name that a sheet gave to what was refused is of another cause. */
function stateOfSent(sent: SentInRun): 'made' | 'unknown' | 'none' {
  const { state, outcome, isLast, isDoubted } = sent
  if (!isLast) return isDoubted && mayBeMade(outcome) ? 'unknown' : 'none'
  if (inDoubtStates.has(state)) return 'unknown'
  if (createdStates.has(state)) return mayBeMade(outcome) ? 'made' : 'none'
  return isDoubted ? 'unknown' : 'none'
}

/** Undefined: the program ended before the answer. */
function mayBeMade(outcome = ''): boolean {
  const known = outcome.replace(/^late: /, '')
  return known === '' || createdStates.has(known) || inDoubtStates.has(known)
}
