import { createdStates, inDoubtStates } from '../../contract/states.ts'
import { findSuperseded, type HistoryMatch, matchHistory, matchWithout } from '../matched-prefix.ts'
import { isOfEpoch, type LoadSettings, type StoredRequest } from '../port/loaded-row.ts'
import type { PlacedRow } from '../port/ordered-rows.ts'
import type { KnownSubmission, SubmissionMatch } from './lookup.ts'
import type { SubmissionChanges } from './submission-changes.ts'

export interface OrderedRow extends PlacedRow {
  seq: number
  /** Undefined for a row without a request. `earlier`: hashes that it had in earlier versions. */
  kept: { hash: string; request: StoredRequest & { earlier?: readonly string[] } } | undefined
}

export interface Recorded {
  /** 1 when rows of this sheet stood for it before. */
  isOwn: number
}

/** The service may have it. Also true when it was to be sent again, and surely was not processed that time. */
function isUncertain({ state, doubted }: KnownSubmission): boolean {
  return inDoubtStates.has(state) || (doubted === 1 && !createdStates.has(state))
}

function hashesOf({ hash, request }: NonNullable<OrderedRow['kept']>): readonly string[] {
  return [hash, ...(request.earlier ?? [])]
}

function isUnused(known: KnownSubmission): boolean {
  return !createdStates.has(known.state) && !isUncertain(known)
}

export function matchOrdered(
  settings: LoadSettings,
  orderKey: string,
  rows: readonly OrderedRow[],
  known: readonly (KnownSubmission & Recorded)[],
  changes: SubmissionChanges,
): (SubmissionMatch & { seq: number })[] {
  const { epoch, allowDuplicates } = settings
  const history = known
    .filter((submission) => !isUnused(submission))
    .map(({ id, hash, state, epoch: done, isOwn }) => {
      const isCertain = createdStates.has(state)
      const counts = epoch === undefined || !isCertain || isOfEpoch(epoch, { epoch: done })
      return { id, content: hash, isCertain, counts, isOwn: isOwn === 1 }
    })
  const recorded = new Set(history.map(({ content }) => content))
  const contents = rows.map(({ kept }) => kept && (hashesOf(kept).find((hash) => recorded.has(hash)) ?? kept.hash))
  const whole = matchHistory(contents, history, allowDuplicates)
  const isLeft = epoch === undefined && settings.sendChanged !== true
  const superseded = isLeft ? findSuperseded(contents, history, whole) : new Map<number, never>()
  const matches = superseded.size === 0 ? whole : matchWithout(superseded, contents, history, whole, allowDuplicates)
  const byId = new Map(known.map((submission) => [submission.id, submission]))
  const unused = known.filter(isUnused).toSorted((one, other) => one.generation - other.generation)
  const generations = new Map<string, number>()
  for (const { hash, generation } of known) generations.set(hash, Math.max(generation, generations.get(hash) ?? 0))
  const submissions: (KnownSubmission | undefined)[] = []
  return rows.flatMap(({ seq, kept }, index) => {
    const match = matches[index]
    if (kept === undefined || match === undefined) return []
    const replaced = superseded.get(index)
    const found = replaced === undefined ? toMatch(match, kept) : leave(replaced)
    submissions[index] = found.submission
    return [{ seq, ...found }]
  })

  function leave({ own, later }: { own: number; later: number }): SubmissionMatch {
    return { submission: byId.get(own), held: 'superseded', detail: JSON.stringify({ later }), wasDone: false }
  }

  function toMatch(entry: HistoryMatch, kept: NonNullable<OrderedRow['kept']>): SubmissionMatch {
    const plain = { held: undefined, detail: undefined, wasDone: entry.kind === 'done' }
    if (entry.kind === 'open') {
      const detail = entry.mayBeInForce === true ? JSON.stringify({ mayBeInForce: true }) : undefined
      return { ...plain, detail, submission: open(kept) }
    }
    if (entry.kind === 'repeat') {
      const { rowNumber, sheet } = rows[entry.of] ?? {}
      const detail = JSON.stringify({ ofRow: rowNumber, ofSheet: sheet })
      return { ...plain, held: 'duplicate', detail, submission: submissions[entry.of] }
    }
    const submission = byId.get(entry.id)
    if (entry.kind === 'unknown' && submission !== undefined) {
      changes.resume(submission, kept.request.json)
    }
    return { ...plain, submission }
  }

  /** Sends the oldest that was surely not processed again; without one, records the same content once more. */
  function open(kept: NonNullable<OrderedRow['kept']>): KnownSubmission {
    const { hash, request } = kept
    const at = hashesOf(kept)
      .map((each) => unused.findIndex((submission) => submission.hash === each))
      .find((found) => found >= 0)
    const [left] = at === undefined ? [] : unused.splice(at, 1)
    if (left === undefined) {
      const generation = (generations.get(hash) ?? -1) + 1
      generations.set(hash, generation)
      return changes.create({ hash, ordinal: 0, generation }, request, orderKey)
    }
    changes.resume(left, request.json)
    return left
  }
}
