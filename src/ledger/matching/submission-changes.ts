import { absentStates, refusedStates, unnamedStates } from '../../contract/states.ts'
import type { LoadSettings, StoredRequest } from '../port/loaded-row.ts'
import type { KnownSubmission, SubmissionKey } from './lookup.ts'

const unknownElsewhere = 'an earlier output says that its outcome is unknown, and this ledger has never sent it'

/** A change of a submission while loading, with its line in the log. No request is sent for it. */
export type SubmissionChange = { id: number; note?: LogEntry | undefined } & (
  | {
      kind: 'create'
      key: SubmissionKey
      epoch: number | undefined
      request: StoredRequest | undefined
      /** Set when the service is known to have created it. */
      identifier: string | undefined
      orderKey: string | undefined
    }
  /** Takes the sheet's current request, which may differ in fields outside of its identity. */
  | { kind: 'renew'; request: string }
  /** rejected, failed or unknown → ready, in the epoch that sends it, if any. */
  | { kind: 'ready'; epoch: number | undefined }
  /** A new one → unknown: it may have been sent from elsewhere. */
  | { kind: 'doubt'; reason: string }
  /** pending → accepted. */
  | { kind: 'poll' }
  /** → accepted, under an identifier from the sheet. */
  | { kind: 'adopt'; identifier: string }
  /** Adds the content of one that was known by its identifier alone. */
  | { kind: 'describe'; key: SubmissionKey; request: StoredRequest }
  | { kind: 'repoint'; to: number }
)

export interface LogEntry {
  operation: string
  outcome: string
  detail: string
}

/** Collects the changes, and keeps the known submissions up to date with them. */
export class SubmissionChanges {
  readonly list: SubmissionChange[] = []
  readonly #settings: LoadSettings
  #freeId: number

  constructor(settings: LoadSettings, freeId: number) {
    this.#settings = settings
    this.#freeId = freeId
  }

  create(
    key: SubmissionKey,
    request: StoredRequest | undefined,
    { identifier, orderKey }: { identifier?: string; orderKey?: string } = {},
  ): KnownSubmission {
    const { epoch, retryUnknown } = this.#settings
    const id = this.#freeId++
    this.list.push({ kind: 'create', id, key, epoch: epoch?.id, request, identifier, orderKey })
    const { hash, ordinal, generation } = key
    // Listed one by one, for every new row: properties after a spread cost Node.js 20 a microsecond.
    const created: KnownSubmission = {
      hash,
      ordinal,
      generation,
      id,
      state: identifier === undefined ? 'ready' : 'accepted',
      epoch: epoch?.id ?? null,
      rawAnswer: null,
      doubted: 0,
      bare: request === undefined ? 1 : 0,
      forgotten: 0,
    }
    const isFirst = identifier === undefined && generation === 0
    if (isFirst && request?.isUnknownElsewhere === true && !retryUnknown) this.#makeUnknown(created)
    return created
  }

  /** Does for a row's submission as much as a restart of the same command allows. */
  resume(known: KnownSubmission, request: string): void {
    const { id, state, rawAnswer } = known
    if (state === 'rejected' && this.#settings.keepRejected === true) return
    const isOfEpoch = this.#settings.epoch !== undefined
    if (absentStates.has(state)) this.list.push({ kind: 'renew', id, request })
    // An `--again` sends only its own leftovers again; anything else would be sent twice when it is resumed.
    if (refusedStates.has(state) || (state === 'ready' && isOfEpoch)) this.#makeReady(known)
    else if (state === 'unknown' && this.#settings.retryUnknown) {
      const answer = rawAnswer ? `; the earlier answer was: ${rawAnswer}` : ''
      const detail = `to be sent again although its outcome is unknown${answer}`
      this.#makeReady(known, { operation: 'resend', outcome: 'ready', detail })
    } else this.pollAgain(known)
  }

  /** Does nothing unless it is `pending`. */
  pollAgain(known: KnownSubmission): void {
    if (known.state !== 'pending') return
    this.list.push({ kind: 'poll', id: known.id })
    known.state = 'accepted'
  }

  /** Only a submission without an identifier takes one. True if it did. */
  adopt(known: KnownSubmission, identifier: string): boolean {
    if (!unnamedStates.has(known.state) || known.forgotten === 1) return false
    const detail = `the sheet names ${identifier} for it`
    const note = { operation: 'resolve', outcome: 'accepted', detail }
    this.list.push({ kind: 'adopt', id: known.id, identifier, note })
    known.state = 'accepted'
    return true
  }

  describe(bare: KnownSubmission, key: SubmissionKey, request: StoredRequest): void {
    this.list.push({ kind: 'describe', id: bare.id, key, request })
    Object.assign(bare, key, { bare: 0 })
  }

  repoint({ id }: KnownSubmission, to: KnownSubmission): void {
    this.list.push({ kind: 'repoint', id, to: to.id })
  }

  #makeReady(known: KnownSubmission, note?: LogEntry): void {
    const epoch = this.#settings.epoch?.id
    this.list.push({ kind: 'ready', id: known.id, epoch, note })
    if (known.state === 'unknown') known.doubted = 1
    known.epoch = epoch ?? known.epoch
    known.state = 'ready'
  }

  #makeUnknown(created: KnownSubmission): void {
    const note = { operation: 'recover', outcome: 'unknown', detail: unknownElsewhere }
    this.list.push({ kind: 'doubt', id: created.id, reason: unknownElsewhere, note })
    created.state = 'unknown'
  }
}
