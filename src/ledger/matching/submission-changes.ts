import { absentStates, refusedStates, unnamedStates } from '../../contract/states.ts'
import type { LoadSettings, StoredRequest } from '../port/loaded-row.ts'
import type { KnownSubmission, SubmissionKey } from './lookup.ts'

const unknownElsewhere = 'an earlier output says that its outcome is unknown, and this ledger has never sent it'

/** What loading does to a submission, never towards the service, with its line in the log. */
export type SubmissionChange = { id: number; note?: LogEntry | undefined } & (
  | {
      kind: 'create'
      key: SubmissionKey
      epoch: number | undefined
      request: StoredRequest | undefined
      /** Given when the service is known to have created it. */
      identifier: string | undefined
      orderKey: string | undefined
    }
  /** Takes the request as the sheet has it now: what is no part of its identity may differ. */
  | { kind: 'renew'; request: string }
  /** rejected, failed or unknown → ready. It belongs to the epoch in which it is sent, if there is one. */
  | { kind: 'ready'; epoch: number | undefined }
  /** A new one → unknown: it may have been sent from elsewhere. */
  | { kind: 'doubt'; reason: string }
  /** pending → accepted. */
  | { kind: 'poll' }
  /** → accepted, under an identifier that the sheet names. */
  | { kind: 'adopt'; identifier: string }
  /** What one that was known by its identifier alone was created from. */
  | { kind: 'describe'; key: SubmissionKey; request: StoredRequest }
  /** The rows of the run that stand for it stand for another one. */
  | { kind: 'repoint'; to: number }
)

export interface LogEntry {
  operation: string
  outcome: string
  detail: string
}

/** Writes the moves down, and keeps what is known as they leave it. */
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
    // Each named: it is made for every new row, and what stands behind something spread takes Node.js 20 a microsecond.
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
    }
    const isFirst = identifier === undefined && generation === 0
    if (isFirst && request?.isUnknownElsewhere === true && !retryUnknown) this.#makeUnknown(created)
    return created
  }

  /** Moves one on for a row that stands for it, as far as starting the same command again allows. */
  resume(known: KnownSubmission, request: string): void {
    const { id, state, rawAnswer } = known
    const isOfEpoch = this.#settings.epoch !== undefined
    if (absentStates.has(state)) this.list.push({ kind: 'renew', id, request })
    // What an --again sends is its own, or it would be done once more when it is carried on.
    if (refusedStates.has(state) || (state === 'ready' && isOfEpoch)) this.#makeReady(known)
    else if (state === 'unknown' && this.#settings.retryUnknown) {
      const answer = rawAnswer ? `; the answer before was: ${rawAnswer}` : ''
      const detail = `to be sent again although its outcome is unknown${answer}`
      this.#makeReady(known, { operation: 'resend', outcome: 'ready', detail })
    } else this.pollAgain(known)
  }

  /** Does nothing for what is not `pending`. */
  pollAgain(known: KnownSubmission): void {
    if (known.state !== 'pending') return
    this.list.push({ kind: 'poll', id: known.id })
    known.state = 'accepted'
  }

  /** Only what has no identifier takes one; says whether it did. */
  adopt(known: KnownSubmission, identifier: string): boolean {
    if (!unnamedStates.has(known.state)) return false
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
