import { createdStates, possiblyCreatedStates } from '../../contract/states.ts'
import type { Database } from '../../support/sqlite.ts'
import { type Epoch, isOfEpoch, type LoadedRequest, type LoadedRow, type LoadSettings } from '../port/loaded-row.ts'
import type { Register } from '../port/runs.ts'
import { hashRequest } from '../request-key.ts'
import type { AttemptLog } from './attempts.ts'
import { createClaims } from './claims.ts'
import { createKnownSubmissions, type KnownSubmission, type SubmissionKey } from './known-submissions.ts'
import type { OrderedPlacing } from './ordered-placing.ts'
import { createPlacedRows, type PlacedRow, type Placement } from './placed-rows.ts'
import { createResumption } from './resumption.ts'
import type { AtOnce } from './serve.ts'

/** A place among the rows of equal content, the submission that is known for it, and the equal row before it. */
interface Place {
  hash: Uint8Array
  ordinal: number
  known: KnownSubmission | undefined
  equalRow: PlacedRow | undefined
}

const unplaced: Placement = {
  hash: undefined,
  ordinal: undefined,
  submissionId: undefined,
  held: undefined,
  detail: undefined,
  wasDone: false,
}

export function createRegister(db: Database, attempts: AttemptLog, ordered: OrderedPlacing): AtOnce<Register> {
  const submissions = createKnownSubmissions(db)
  const resumption = createResumption(submissions, attempts)
  const rows = createPlacedRows(db)
  const claims = createClaims(db)

  /** A submission that a row with its identifier stands for already is passed over. */
  function findPlace(settings: LoadSettings, hash: Uint8Array): Place {
    const { runId } = settings
    let equalRow = rows.firstEqual(runId, hash)
    for (let ordinal = equalRow === undefined ? 0 : rows.nextOrdinal(runId, hash); ; ordinal++) {
      const known = submissions.findNewest(settings, hash, ordinal, settings.epoch !== undefined)
      const holder = known === undefined ? undefined : rows.holderOf(runId, known.id)
      if (holder === undefined) return { hash, ordinal, known, equalRow }
      equalRow ??= holder
    }
  }

  function placeRequest(settings: LoadSettings, request: LoadedRequest): Placement {
    const { hash, ordinal, known, equalRow } = findPlace(settings, hashRequest(request.identity))
    const isKnownAtService = known !== undefined && possiblyCreatedStates.has(known.state)
    if (equalRow !== undefined && !isKnownAtService && !settings.allowDuplicates) {
      return { ...duplicateOf(equalRow), hash, ordinal }
    }
    if (known === undefined || isToBeDoneAnew(settings.epoch, known)) {
      const generation = known === undefined ? 0 : known.generation + 1
      const submissionId = insert(settings, request, { hash, ordinal, generation })
      const mayExist = known === undefined && request.isUnknownElsewhere === true && !settings.retryUnknown
      if (mayExist) resumption.doubt(settings, submissionId)
      return { ...unplaced, hash, ordinal, submissionId }
    }
    submissions.renew(known.id, request.json)
    resumption.resume(settings, known)
    return { ...unplaced, hash, ordinal, submissionId: known.id, wasDone: known.state === 'done' }
  }

  function placeIdentified(settings: LoadSettings, identifier: string, request: LoadedRequest | undefined): Placement {
    const known = submissions.findIdentified(settings, identifier)
    if (known === undefined) {
      return request === undefined
        ? placeForeign(settings, identifier, request, undefined)
        : adoptContent(settings, identifier, request)
    }
    const holder = rows.holderOf(settings.runId, known.id)
    if (holder !== undefined) return duplicateOf(holder)
    if (known.is_bare === 1 && request !== undefined) return placeBare(settings, known, request)
    submissions.pollAgain(known.id)
    const hash = request === undefined ? known.request_hash : hashRequest(request.identity)
    return { ...unplaced, hash, submissionId: known.id, wasDone: known.state === 'done' }
  }

  /**
   * What was known by its identifier alone gets its content, before that of the same content which the ledger has not
   * sent: such must never be sent.
   */
  function placeBare(settings: LoadSettings, bare: KnownSubmission, request: LoadedRequest): Placement {
    const { hash, ordinal, known, equalRow } = findPlace(settings, hashRequest(request.identity))
    submissions.pollAgain(bare.id)
    const placement = { ...unplaced, hash, submissionId: bare.id, wasDone: bare.state === 'done' }
    const equal = equalRow === undefined ? undefined : submissions.get(equalRow.submission_id)
    if (equal !== undefined && equalRow !== undefined && !createdStates.has(equal.state) && !settings.allowDuplicates) {
      submissions.giveContent(bare.id, request, { hash, ordinal: equal.ordinal, generation: equal.generation + 1 })
      rows.repoint(settings.runId, equal.id, bare.id)
      return duplicateOf({ ...equalRow, submission_id: bare.id })
    }
    if (known !== undefined && createdStates.has(known.state)) return placement
    submissions.giveContent(bare.id, request, { hash, ordinal, generation: (known?.generation ?? -1) + 1 })
    return { ...placement, ordinal }
  }

  /** An identifier from elsewhere: whatever the ledger has not sent yet of this content must never be sent. */
  function adoptContent(settings: LoadSettings, identifier: string, request: LoadedRequest): Placement {
    const { hash, ordinal, known, equalRow } = findPlace(settings, hashRequest(request.identity))
    if (equalRow !== undefined && !settings.allowDuplicates && adopt(settings, equalRow.submission_id, identifier)) {
      return duplicateOf(equalRow)
    }
    if (known === undefined) {
      const submissionId = insert(settings, request, { hash, ordinal, generation: 0 }, identifier)
      return { ...unplaced, hash, ordinal, submissionId }
    }
    if (adopt(settings, known.id, identifier)) return { ...unplaced, hash, ordinal, submissionId: known.id }
    return placeForeign(settings, identifier, request, hash)
  }

  /** For content that is not known, or was created under another identifier as well. */
  function placeForeign(
    settings: LoadSettings,
    identifier: string,
    request: LoadedRequest | undefined,
    hash: Uint8Array | undefined,
  ): Placement {
    const key = { hash: hashRequest({ identifier }), ordinal: 0, generation: 0 }
    return { ...unplaced, hash, submissionId: insert(settings, request, key, identifier) }
  }

  function adopt(settings: LoadSettings, submissionId: number, identifier: string): boolean {
    const isAdopted = submissions.adopt(submissionId, identifier, settings.now)
    if (isAdopted) {
      resumption.note(settings, submissionId, 'resolve', 'accepted', `the sheet names ${identifier} for it`)
    }
    return isAdopted
  }

  function insert(
    settings: LoadSettings,
    request: LoadedRequest | undefined,
    key: SubmissionKey,
    identifier?: string,
  ): number {
    return submissions.insert(settings, {
      key,
      epoch: settings.epoch?.id,
      request: request?.json ?? '{}',
      likeness: request?.likeness,
      orderKey: undefined,
      created: identifier === undefined ? undefined : { identifier, now: settings.now },
    })
  }

  /** Content that the sheet has twice is a duplicate as a whole; else what only one row may have decides. */
  function placeClaiming(settings: LoadSettings, request: LoadedRequest, row: LoadedRow): Placement {
    const taken = claims.find(settings.runId, request.claims)
    const isSameContent =
      taken !== undefined && rows.firstEqual(settings.runId, hashRequest(request.identity)) !== undefined
    if (taken !== undefined && !isSameContent) {
      const detail = JSON.stringify({ ofRow: taken.rowNumber, ofSheet: taken.sheet, shared: taken.claim })
      return { ...unplaced, held: 'duplicate', detail }
    }
    claims.add(settings.runId, request.claims, row)
    return placeRequest(settings, request)
  }

  function place(settings: LoadSettings, row: LoadedRow): Placement {
    const { content, orderKey } = row
    if (content.kind === 'held') return { ...unplaced, held: content.state, detail: content.detail }
    if (content.kind === 'identified') {
      return { ...placeIdentified(settings, content.identifier, content.request), isNamed: true }
    }
    // Its place is found when the whole sheet was read.
    if (orderKey !== undefined) return { ...unplaced, hash: hashRequest(content.request.identity), held: 'skipped' }
    return placeClaiming(settings, content.request, row)
  }

  const add = db.transaction((settings: LoadSettings, firstSeq: number, loaded: readonly LoadedRow[]) => {
    for (const [index, row] of loaded.entries()) {
      const seq = firstSeq + index
      rows.insert(settings.runId, seq, row, place(settings, row))
      const { content, orderKey } = row
      if (content.kind === 'request' && orderKey !== undefined) ordered.keep(settings.runId, seq, content.request)
    }
  })

  return { add: (settings, firstSeq, loaded) => add(settings, firstSeq, loaded) }
}

function duplicateOf(row: PlacedRow): Placement {
  const detail = JSON.stringify({ ofRow: row.row_number, ofSheet: row.sheet })
  return { ...unplaced, submissionId: row.submission_id, held: 'duplicate', detail }
}

function isToBeDoneAnew(epoch: Epoch | undefined, known: KnownSubmission): boolean {
  return epoch !== undefined && createdStates.has(known.state) && !isOfEpoch(epoch, known)
}
