import { createdStates, inDoubtStates } from '../../contract/states.ts'
import { type HistoryMatch, matchHistory } from '../matched-prefix.ts'
import { isOfEpoch, type LoadSettings, type StoredRequest } from '../port/loaded-row.ts'
import { parseStored } from '../stored-json.ts'
import type { KnownSubmission, RowPosition, SubmissionMatch } from './lookup.ts'
import type { SubmissionChanges } from './submission-changes.ts'

export interface OrderedRow extends RowPosition {
  seq: number
  /** Undefined for a row without a request. */
  kept: { hash: string; request: string } | undefined
}

/** The service may have it. Also true when it was to be sent again, and surely was not processed that time. */
function isUncertain({ state, doubted }: KnownSubmission): boolean {
  return inDoubtStates.has(state) || (doubted === 1 && !createdStates.has(state))
}

function isUnused(known: KnownSubmission): boolean {
  return !createdStates.has(known.state) && !isUncertain(known)
}

export function matchOrdered(
  settings: LoadSettings,
  orderKey: string,
  rows: readonly OrderedRow[],
  known: readonly KnownSubmission[],
  moves: SubmissionChanges,
): (SubmissionMatch & { seq: number })[] {
  const { epoch, allowDuplicates } = settings
  const history = known
    .filter((submission) => !isUnused(submission))
    .map(({ id, hash, state, epoch: done }) => {
      const isCertain = createdStates.has(state)
      const counts = epoch === undefined || !isCertain || isOfEpoch(epoch, { epoch: done })
      return { id, content: hash, isCertain, counts }
    })
  const contents = rows.map(({ kept }) => kept?.hash)
  const matches = matchHistory(contents, history, allowDuplicates)
  const byId = new Map(known.map((submission) => [submission.id, submission]))
  const unused = known.filter(isUnused).toSorted((one, other) => one.generation - other.generation)
  const generations = new Map<string, number>()
  for (const { hash, generation } of known) {
    generations.set(hash, Math.max(generation, generations.get(hash) ?? 0))
  }
  const submissions: (KnownSubmission | undefined)[] = []
  return rows.flatMap(({ seq, kept }, index) => {
    const match = matches[index]
    if (kept === undefined || match === undefined) return []
    const placed = toMatch(match, kept)
    submissions[index] = placed.submission
    return [{ seq, ...placed }]
  })

  function toMatch(place: HistoryMatch, kept: { hash: string; request: string }): SubmissionMatch {
    const plain = { held: undefined, detail: undefined, wasDone: place.kind === 'done' }
    if (place.kind === 'open') {
      const detail = place.mayBeInForce === true ? JSON.stringify({ mayBeInForce: true }) : undefined
      return { ...plain, detail, submission: open(kept.hash, parseStored(kept.request, 'request')) }
    }
    if (place.kind === 'repeat') {
      const { rowNumber, sheet } = rows[place.of] ?? {}
      const detail = JSON.stringify({ ofRow: rowNumber, ofSheet: sheet })
      return { ...plain, held: 'duplicate', detail, submission: submissions[place.of] }
    }
    const submission = byId.get(place.id)
    if (place.kind === 'unknown' && submission !== undefined) {
      moves.resume(submission, parseStored<StoredRequest>(kept.request, 'request').json)
    }
    return { ...plain, submission }
  }

  /** Sends the oldest that was surely not processed again; without one, records the same content once more. */
  function open(hash: string, request: StoredRequest): KnownSubmission {
    const at = unused.findIndex((submission) => submission.hash === hash)
    const [left] = at < 0 ? [] : unused.splice(at, 1)
    if (left === undefined) {
      const generation = (generations.get(hash) ?? -1) + 1
      generations.set(hash, generation)
      return moves.create({ hash, ordinal: 0, generation }, request, { orderKey })
    }
    moves.resume(left, request.json)
    return left
  }
}
