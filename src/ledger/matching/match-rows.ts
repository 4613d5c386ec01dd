import { createdStates, possiblyCreatedStates } from '../../contract/states.ts'
import { message } from '../../messages/catalogue.ts'
import { isOfEpoch, type LoadedRequest, type LoadSettings, type RowContent } from '../port/loaded-row.ts'
import type { PlacedRow } from '../port/ordered-rows.ts'
import {
  foldClaim,
  type HashedRow,
  hashIdentifier,
  type KnownSubmission,
  type LookupResult,
  type MatchedRow,
  type RowMatch,
  RunIndex,
  type UniqueKeyOwner,
} from './lookup.ts'
import { SubmissionChanges } from './submission-changes.ts'

const unmatched: RowMatch = {
  hash: undefined,
  ordinal: undefined,
  submission: undefined,
  held: undefined,
  detail: undefined,
  wasDone: false,
}

interface MatchContext {
  settings: LoadSettings
  view: RunIndex
  changes: SubmissionChanges
  claims: Map<string, UniqueKeyOwner>
}

/** Writes to make: what is added in this order, and before the rows. */
export type MatchPlan = ReturnType<typeof matchRows>

/**
 * Matches rows to submissions, one after another. Identity is content, not position. A created submission is never
 * created again, unless `--again` asks for it.
 */
export function matchRows(settings: LoadSettings, rows: readonly HashedRow[], facts: LookupResult) {
  const view = new RunIndex(facts, settings.epoch !== undefined)
  const changes = new SubmissionChanges(settings, facts.freeId)
  const claims = new Map(facts.claims.map((claimed) => [claimed.claim, claimed]))
  for (const row of rows) view.add(row.row, matchRow({ settings, view, changes, claims }, row))
  const added = [...claims.values()].slice(facts.claims.length)
  return { added: changes.added, planned: changes.planned, claims: added, rows: view.rows }
}

function matchRow(context: MatchContext, hashed: HashedRow): RowMatch {
  const { content, orderKey } = hashed.row
  const hash = context.view.chooseHash(hashed)
  if (content.kind === 'held') return matchHeld(context, content, hash)
  if (content.kind === 'identified') {
    const { identifier, request } = content
    return { ...matchIdentified(context, identifier, request, hash), isNamed: true }
  }
  if (orderKey === undefined) return matchUnique(context, content.request, hashed.row, hash ?? '')
  // Matched after the whole sheet was read; until then it keeps its request.
  const { json, similarityKey, isUnknownElsewhere } = content.request
  const earlier = hashed.earlier.length > 0 ? hashed.earlier : undefined
  const detail = JSON.stringify({ json, similarityKey, isUnknownElsewhere, earlier })
  return { ...unmatched, hash: hashed.hash, held: 'skipped', detail }
}

/** A row that is left out still stands for what it was sent as. It takes no ordinal from the rows that are sent. */
function matchHeld(
  { view }: MatchContext,
  { state, detail, about }: Extract<RowContent, { kind: 'held' }>,
  hash: string | undefined,
): RowMatch {
  const held = { ...unmatched, held: state, detail }
  if (about === undefined) return held
  const { identifier, isOrdered } = about
  if (isOrdered) return { ...held, hash }
  const known = hash === undefined ? undefined : view.findOrdinal(hash).known
  return { ...held, submission: identifier === undefined ? known : view.identified.get(identifier) }
}

/** Content that occurs twice in the sheet is a duplicate as a whole; else the unique claims decide. */
function matchUnique(
  context: MatchContext,
  request: LoadedRequest,
  { sheet, rowNumber }: PlacedRow,
  hash: string,
): RowMatch {
  const { claims, view } = context
  const [taken] = request.claims.flatMap((claim) => {
    const owner = claims.get(foldClaim(claim))
    return owner === undefined ? [] : { ...owner, claim }
  })
  if (taken !== undefined && !view.hasRow(hash)) {
    const detail = JSON.stringify({ ofRow: taken.rowNumber, ofSheet: taken.sheet, shared: taken.claim })
    return { ...unmatched, held: 'duplicate', detail }
  }
  for (const claim of request.claims.map(foldClaim))
    if (!claims.has(claim)) claims.set(claim, { claim, sheet, rowNumber })
  return matchRequest(context, request, hash)
}

function matchRequest({ settings, view, changes }: MatchContext, request: LoadedRequest, hash: string): RowMatch {
  const { ordinal, known, equal } = view.findOrdinal(hash)
  const mayExist = known !== undefined && possiblyCreatedStates.has(known.state)
  if (equal !== undefined && !mayExist && !settings.allowDuplicates) return { ...duplicateOf(equal), hash, ordinal }
  if (known === undefined || mustRecreate(settings, known)) {
    const generation = (known?.generation ?? -1) + 1
    return standFor(view.index(changes.create({ hash, ordinal, generation }, request)), hash, ordinal)
  }
  if (known.forgotten === 1 && known.state === 'ready') {
    return {
      ...unmatched,
      hash,
      ordinal,
      held: 'skipped',
      detail: JSON.stringify({ reason: message('forgotten-version') }),
    }
  }
  changes.resume(known, request.json)
  return standFor(known, hash, ordinal)
}

function matchIdentified(
  context: MatchContext,
  identifier: string,
  request: LoadedRequest | undefined,
  hash: string | undefined,
): RowMatch {
  const { view, changes } = context
  const known = view.identified.get(identifier)
  if (known === undefined) {
    if (request === undefined || hash === undefined) return matchForeign(context, identifier, request, hash)
    return adoptContent(context, identifier, request, hash)
  }
  const holder = view.holders.get(known)
  if (holder !== undefined) return duplicateOf(holder)
  changes.pollAgain(known)
  if (known.bare === 1 && request !== undefined && hash !== undefined) return matchBare(context, known, request, hash)
  return standFor(known, hash ?? known.hash)
}

/**
 * A submission known by its identifier alone gets its content. It comes before unsent submissions of that content,
 * which must never be sent.
 */
function matchBare(
  { settings, view, changes }: MatchContext,
  bare: KnownSubmission,
  request: LoadedRequest,
  hash: string,
): RowMatch {
  const { ordinal, known, equal } = view.findOrdinal(hash)
  const first = equal?.submission
  if (equal !== undefined && first !== undefined && !createdStates.has(first.state) && !settings.allowDuplicates) {
    changes.describe(bare, { hash, ordinal: first.ordinal, generation: first.generation + 1 }, request)
    changes.repoint(first, bare)
    view.repoint(first, view.index(bare))
    return duplicateOf({ ...equal, submission: bare })
  }
  if (known !== undefined && createdStates.has(known.state)) return standFor(bare, hash)
  changes.describe(bare, { hash, ordinal, generation: (known?.generation ?? -1) + 1 }, request)
  return standFor(view.index(bare), hash, ordinal)
}

/** An identifier from elsewhere: unsent submissions of this content must never be sent. */
function adoptContent(context: MatchContext, identifier: string, request: LoadedRequest, hash: string): RowMatch {
  const { settings, view, changes } = context
  const { ordinal, known, equal } = view.findOrdinal(hash)
  const first = settings.allowDuplicates ? undefined : equal?.submission
  if (equal !== undefined && first !== undefined && changes.adopt(first, identifier)) {
    view.index(first, identifier)
    return duplicateOf(equal)
  }
  if (known === undefined) {
    const created = changes.createNamed({ hash, ordinal, generation: 0 }, request, identifier)
    return standFor(view.index(created, identifier), hash, ordinal)
  }
  if (changes.adopt(known, identifier)) return standFor(view.index(known, identifier), hash, ordinal)
  return matchForeign(context, identifier, request, hash)
}

/** For content that is unknown, or was created under another identifier as well. */
function matchForeign(
  { view, changes }: MatchContext,
  identifier: string,
  request: LoadedRequest | undefined,
  hash: string | undefined,
): RowMatch {
  const key = { hash: hashIdentifier(identifier), ordinal: 0, generation: 0 }
  // Another run that waits has brought it in.
  const known = view.findOrdinal(key.hash).known
  if (known !== undefined && changes.adopt(known, identifier)) return standFor(view.index(known, identifier), hash)
  return standFor(view.index(changes.createNamed(key, request, identifier), identifier), hash)
}

function standFor(submission: KnownSubmission, hash: string | undefined, ordinal?: number): RowMatch {
  return { hash, ordinal, submission, held: undefined, detail: undefined, wasDone: submission.state === 'done' }
}

function duplicateOf({ submission, rowNumber, sheet }: MatchedRow): RowMatch {
  return { ...unmatched, submission, held: 'duplicate', detail: JSON.stringify({ ofRow: rowNumber, ofSheet: sheet }) }
}

function mustRecreate({ epoch }: LoadSettings, known: KnownSubmission): boolean {
  return epoch !== undefined && createdStates.has(known.state) && !isOfEpoch(epoch, known)
}
