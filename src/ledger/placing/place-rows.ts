import { createdStates, possiblyCreatedStates } from '../../contract/states.ts'
import { isOfEpoch, type LoadedRequest, type LoadedRow, type LoadSettings } from '../port/loaded-row.ts'
import { hashRequest } from '../request-key.ts'
import type { Claimed, Facts, HashedRow, Known, Placement, RowAt } from './facts.ts'
import { type Move, Moves } from './moves.ts'
import { type PlacedRow, RunView } from './run-view.ts'

const unplaced: Placement = {
  hash: undefined,
  ordinal: undefined,
  submission: undefined,
  held: undefined,
  detail: undefined,
  wasDone: false,
}

interface Placing {
  settings: LoadSettings
  view: RunView
  moves: Moves
  /** What only one row may have, and which has it. */
  claims: Map<string, Claimed>
}

/** What to write; the moves in this order, and before the rows. */
export interface PlacedRows {
  moves: readonly Move[]
  claims: readonly Claimed[]
  rows: readonly { row: LoadedRow; placement: Placement }[]
}

/**
 * Finds the submission that each row stands for, one after another. Identity is content, not position; what was created
 * is never created again, unless that is wanted.
 */
export function placeRows(settings: LoadSettings, rows: readonly HashedRow[], facts: Facts): PlacedRows {
  const view = new RunView(facts, settings.epoch !== undefined)
  const moves = new Moves(settings, facts.freeId)
  const claims = new Map(facts.claims.map((claimed) => [claimed.claim, claimed]))
  for (const row of rows) view.add(row.row, place({ settings, view, moves, claims }, row))
  return { moves: moves.list, claims: [...claims.values()].slice(facts.claims.length), rows: view.rows }
}

function place(placing: Placing, { row, hash }: HashedRow): Placement {
  const { content, orderKey } = row
  if (content.kind === 'held') return { ...unplaced, held: content.state, detail: content.detail }
  if (content.kind === 'identified') {
    const { identifier, request } = content
    return { ...placeIdentified(placing, identifier, request, hash), isNamed: true }
  }
  if (orderKey === undefined) return placeClaiming(placing, content.request, row, hash ?? '')
  // Its place is found when the whole sheet was read; until then it keeps its request.
  const { json, likeness, isUnknownElsewhere } = content.request
  return { ...unplaced, hash, held: 'skipped', detail: JSON.stringify({ json, likeness, isUnknownElsewhere }) }
}

/** Content that the sheet has twice is a duplicate as a whole; else what only one row may have decides. */
function placeClaiming(placing: Placing, request: LoadedRequest, { sheet, rowNumber }: RowAt, hash: string): Placement {
  const { claims, view } = placing
  const [taken] = request.claims.flatMap((claim) => claims.get(claim) ?? [])
  if (taken !== undefined && !view.hasRow(hash)) {
    const detail = JSON.stringify({ ofRow: taken.rowNumber, ofSheet: taken.sheet, shared: taken.claim })
    return { ...unplaced, held: 'duplicate', detail }
  }
  for (const claim of request.claims) if (!claims.has(claim)) claims.set(claim, { claim, sheet, rowNumber })
  return placeRequest(placing, request, hash)
}

function placeRequest({ settings, view, moves }: Placing, request: LoadedRequest, hash: string): Placement {
  const { ordinal, known, equal } = view.findPlace(hash)
  const mayExist = known !== undefined && possiblyCreatedStates.has(known.state)
  if (equal !== undefined && !mayExist && !settings.allowDuplicates) return { ...duplicateOf(equal), hash, ordinal }
  if (known === undefined || isToBeDoneAnew(settings, known)) {
    const generation = (known?.generation ?? -1) + 1
    return standFor(view.learn(moves.create({ hash, ordinal, generation }, request)), hash, ordinal)
  }
  moves.resume(known, request.json)
  return standFor(known, hash, ordinal)
}

function placeIdentified(
  placing: Placing,
  identifier: string,
  request: LoadedRequest | undefined,
  hash: string | undefined,
): Placement {
  const { view, moves } = placing
  const known = view.findIdentified(identifier)
  if (known === undefined) {
    if (request === undefined || hash === undefined) return placeForeign(placing, identifier, request, hash)
    return adoptContent(placing, identifier, request, hash)
  }
  const holder = view.holderOf(known)
  if (holder !== undefined) return duplicateOf(holder)
  moves.pollAgain(known)
  if (known.bare === 1 && request !== undefined && hash !== undefined) return placeBare(placing, known, request, hash)
  return standFor(known, hash ?? known.hash)
}

/**
 * What was known by its identifier alone gets its content, before that of the same content which the ledger has not sent:
 * such must never be sent.
 */
function placeBare({ settings, view, moves }: Placing, bare: Known, request: LoadedRequest, hash: string): Placement {
  const { ordinal, known, equal } = view.findPlace(hash)
  const first = equal?.submission
  if (equal !== undefined && first !== undefined && !createdStates.has(first.state) && !settings.allowDuplicates) {
    moves.describe(bare, { hash, ordinal: first.ordinal, generation: first.generation + 1 }, request)
    moves.repoint(first, bare)
    view.repoint(first, view.learn(bare))
    return duplicateOf({ ...equal, submission: bare })
  }
  if (known !== undefined && createdStates.has(known.state)) return standFor(bare, hash)
  moves.describe(bare, { hash, ordinal, generation: (known?.generation ?? -1) + 1 }, request)
  return standFor(view.learn(bare), hash, ordinal)
}

/** An identifier from elsewhere: whatever the ledger has not sent yet of this content must never be sent. */
function adoptContent(placing: Placing, identifier: string, request: LoadedRequest, hash: string): Placement {
  const { settings, view, moves } = placing
  const { ordinal, known, equal } = view.findPlace(hash)
  const first = settings.allowDuplicates ? undefined : equal?.submission
  if (equal !== undefined && first !== undefined && moves.adopt(first, identifier)) {
    view.learn(first, identifier)
    return duplicateOf(equal)
  }
  if (known === undefined) {
    const created = moves.create({ hash, ordinal, generation: 0 }, request, { identifier })
    return standFor(view.learn(created, identifier), hash, ordinal)
  }
  if (moves.adopt(known, identifier)) return standFor(view.learn(known, identifier), hash, ordinal)
  return placeForeign(placing, identifier, request, hash)
}

/** For content that is not known, or was created under another identifier as well. */
function placeForeign(
  { view, moves }: Placing,
  identifier: string,
  request: LoadedRequest | undefined,
  hash: string | undefined,
): Placement {
  const key = { hash: hashRequest({ identifier }).toString('hex'), ordinal: 0, generation: 0 }
  return standFor(view.learn(moves.create(key, request, { identifier }), identifier), hash)
}

function standFor(submission: Known, hash: string | undefined, ordinal?: number): Placement {
  return { hash, ordinal, submission, held: undefined, detail: undefined, wasDone: submission.state === 'done' }
}

function duplicateOf({ submission, rowNumber, sheet }: PlacedRow): Placement {
  const detail = JSON.stringify({ ofRow: rowNumber, ofSheet: sheet })
  return { ...unplaced, submission, held: 'duplicate', detail }
}

function isToBeDoneAnew({ epoch }: LoadSettings, known: Known): boolean {
  return epoch !== undefined && createdStates.has(known.state) && !isOfEpoch(epoch, known)
}
