import {
  absentStates,
  createdStates,
  refusedStates,
  type SubmissionState,
  unnamedStates,
} from '../../contract/states.ts'
import type { LoadSettings, StoredRequest } from '../port/loaded-row.ts'
import type { KnownSubmission, SubmissionKey } from './lookup.ts'

const unknownElsewhere = 'an earlier output says that its outcome is unknown, and this ledger has never sent it'

/** What a load adds at once, and its own rows; no request is sent for it. */
export type AddedChange = { id: number } & (
  | {
      kind: 'create'
      key: SubmissionKey
      epoch: number | undefined
      request: StoredRequest | undefined
      orderKey: string | undefined
    }
  | { kind: 'repoint'; to: number }
)

/** What a load decides about a submission, with its line in the log; the release of the run does it. */
export type PlannedChange = {
  id: number
  note?: LogEntry | undefined
} /** A person says what became of a sending whose outcome is unknown. */ & (
  | { kind: 'resolve'; sentAt: number; to: 'ready' | 'accepted' | 'done'; identifier: string | undefined }
  /** Takes the sheet's current request, which may differ in fields outside of its identity. */
  | { kind: 'renew'; request: string }
  /** rejected, failed or unknown → ready, in the epoch that sends it, if any. `sentAt`: of the sending in doubt. */
  | { kind: 'ready'; epoch: number | undefined; sentAt?: number | undefined }
  /** A new one → unknown: it may have been sent from elsewhere. */
  | { kind: 'doubt'; reason: string }
  /** pending → accepted. */
  | { kind: 'poll' }
  /** → accepted, under an identifier from the sheet. */
  | { kind: 'adopt'; identifier: string }
  /** Adds the content of one that was known by its identifier alone. */
  | { kind: 'describe'; key: SubmissionKey; request: StoredRequest }
  /** An edited row is held against an earlier version; `kept`: a person let that one stand. */
  | { kind: 'hold'; orphan: number; kept: number }
  /** It takes the place of an earlier version, if any; it is held no more. */
  | { kind: 'supersede'; orphan: number }
  /** An unfinished `--again` is continued in this one. */
  | { kind: 'epoch'; epoch: number }
)

/** In this order a release makes them: what a later kind starts from, an earlier one has made. */
export const plannedKinds = [
  'resolve',
  'renew',
  'ready',
  'doubt',
  'poll',
  'adopt',
  'describe',
  'hold',
  'supersede',
  'epoch',
] as const satisfies readonly PlannedChange['kind'][]

/** The state that a change leads to; undefined when it keeps the state. */
export function stateAfter(change: PlannedChange): SubmissionState | undefined {
  if (change.kind === 'resolve') return change.to
  if (change.kind === 'ready') return 'ready'
  if (change.kind === 'doubt') return 'unknown'
  return change.kind === 'poll' || change.kind === 'adopt' ? 'accepted' : undefined
}

/** A submission at the release of the run that planned to change it. */
export type PresentSubmission = Pick<KnownSubmission, 'id' | 'state' | 'sentAt' | 'bare'> & {
  identifier: string | null
}

/**
 * Between a load and its release, others may have moved a submission on. What they have done already, or what they know
 * better, is left as it is (`done`); where the plan that was shown is no longer true, nothing is released (`overtaken`).
 */
export type PlannedVerdict = 'due' | 'done' | 'overtaken'

export function judgePlanned(change: PlannedChange, present: PresentSubmission): PlannedVerdict {
  const { state } = present
  const dueIf = (isDue: boolean): PlannedVerdict => (isDue ? 'due' : 'done')
  switch (change.kind) {
    case 'resolve':
      return dueIf(state === 'unknown' && present.sentAt === change.sentAt)
    case 'renew':
      return dueIf(absentStates.has(state))
    case 'ready':
      // Whoever asked for an unknown one has seen this sending, and no later one.
      if (state === 'unknown') return dueIf(change.sentAt !== undefined && change.sentAt === present.sentAt)
      return dueIf(refusedStates.has(state) || (state === 'ready' && change.epoch !== undefined))
    case 'doubt':
      return dueIf(state === 'ready' && present.sentAt === null)
    case 'poll':
      return dueIf(state === 'pending')
    case 'adopt':
      if (unnamedStates.has(state)) return 'due'
      return createdStates.has(state) && present.identifier === change.identifier ? 'done' : 'overtaken'
    case 'describe':
      return present.bare === 1 ? 'due' : 'overtaken'
    case 'hold':
    case 'supersede':
    case 'epoch':
      return 'due'
  }
}

export interface LogEntry {
  operation: string
  outcome: string
  detail: string
}

/** Collects the changes, and keeps the known submissions up to date with them. */
export class SubmissionChanges {
  readonly added: AddedChange[] = []
  readonly planned: PlannedChange[] = []
  readonly #settings: LoadSettings
  #freeId: number

  constructor(settings: LoadSettings, freeId: number) {
    this.#settings = settings
    this.#freeId = freeId
  }

  create(key: SubmissionKey, request: StoredRequest | undefined, orderKey?: string): KnownSubmission {
    const { epoch, retryUnknown } = this.#settings
    const id = this.#freeId++
    this.added.push({ kind: 'create', id, key, epoch: epoch?.id, request, orderKey })
    const { hash, ordinal, generation } = key
    // Listed one by one, for every new row: properties after a spread cost Node.js 20 a microsecond.
    const created: KnownSubmission = {
      hash,
      ordinal,
      generation,
      id,
      state: 'ready',
      epoch: epoch?.id ?? null,
      rawAnswer: null,
      doubted: 0,
      bare: request === undefined ? 1 : 0,
      forgotten: 0,
      sentAt: null,
    }
    if (generation === 0 && request?.isUnknownElsewhere === true && !retryUnknown) this.#makeUnknown(created)
    return created
  }

  /** One that the service is known to have created. */
  createNamed(key: SubmissionKey, request: StoredRequest | undefined, identifier: string): KnownSubmission {
    const created = this.create(key, request && { ...request, isUnknownElsewhere: false })
    this.planned.push({ kind: 'adopt', id: created.id, identifier })
    created.state = 'accepted'
    return created
  }

  /** Does for a row's submission as much as a restart of the same command allows. */
  resume(known: KnownSubmission, request: string): void {
    const { id, state, rawAnswer } = known
    if (state === 'rejected' && this.#settings.keepRejected === true) return
    const isOfEpoch = this.#settings.epoch !== undefined
    if (absentStates.has(state)) this.planned.push({ kind: 'renew', id, request })
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
    this.planned.push({ kind: 'poll', id: known.id })
    known.state = 'accepted'
  }

  /** Only a submission without an identifier takes one. True if it did. */
  adopt(known: KnownSubmission, identifier: string): boolean {
    if (!unnamedStates.has(known.state) || known.forgotten === 1) return false
    const note = { operation: 'resolve', outcome: 'accepted', detail: `the sheet names ${identifier} for it` }
    this.planned.push({ kind: 'adopt', id: known.id, identifier, note })
    known.state = 'accepted'
    return true
  }

  describe(bare: KnownSubmission, key: SubmissionKey, request: StoredRequest): void {
    this.planned.push({ kind: 'describe', id: bare.id, key, request })
    Object.assign(bare, key, { bare: 0 })
  }

  repoint({ id }: KnownSubmission, to: KnownSubmission): void {
    this.added.push({ kind: 'repoint', id, to: to.id })
  }

  #makeReady(known: KnownSubmission, note?: LogEntry): void {
    const epoch = this.#settings.epoch?.id
    const sentAt = known.state === 'unknown' ? (known.sentAt ?? undefined) : undefined
    this.planned.push({ kind: 'ready', id: known.id, epoch, sentAt, note })
    if (known.state === 'unknown') known.doubted = 1
    known.epoch = epoch ?? known.epoch
    known.state = 'ready'
  }

  #makeUnknown(created: KnownSubmission): void {
    const note = { operation: 'recover', outcome: 'unknown', detail: unknownElsewhere }
    this.planned.push({ kind: 'doubt', id: created.id, reason: unknownElsewhere, note })
    created.state = 'unknown'
  }
}
