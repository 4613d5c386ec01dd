import { absentStates, type HeldState, possiblyCreatedStates, type SubmissionState } from '../../contract/states.ts'
import type { LoadedRow, RowContent } from '../port/loaded-row.ts'
import type { PlacedRow } from '../port/ordered-rows.ts'
import { hashRequest } from '../request-key.ts'

export interface SubmissionKey {
  hash: string
  ordinal: number
  generation: number
}

export interface KnownSubmission extends SubmissionKey {
  id: number
  state: SubmissionState
  epoch: number | null
  rawAnswer: string | null
  /** 1 when an earlier sending of it may have been processed, whatever the result of the last. */
  doubted: number
  /** 1 when only its identifier is known, without the request that created it. */
  bare: number
  /** 1 when its content was erased. */
  forgotten: number
  sentAt: number | null
}

/** The submission of a row. `detail` is JSON. */
export interface SubmissionMatch {
  submission: KnownSubmission | undefined
  held: HeldState | undefined
  detail: string | undefined
  wasDone: boolean
}

export interface RowMatch extends SubmissionMatch {
  hash: string | undefined
  /** Set for a row matched by content; undefined for one matched by its identifier. */
  ordinal: number | undefined
  /** The sheet supplied its identifier: it was not created for this run. */
  isNamed?: boolean
}

export interface HashedRow {
  row: LoadedRow
  hash: string | undefined
  /** As earlier versions hashed it. */
  earlier: readonly string[]
}

export interface UniqueKeyOwner extends PlacedRow {
  claim: string
}

export interface LookupResult {
  /** Contents that rows of the run have: the last of their ordinals, and the first of those rows. */
  contents: readonly (PlacedRow & {
    hash: string
    last: number | null
    ordinal: number | null
    submissionId: number | null
  })[]
  /**
   * For each content, submissions with ordinals free in this run, as many as the new rows may need. Also those with
   * one of the identifiers, and those of the first rows. By age; a submission may occur more than once.
   */
  known: readonly (KnownSubmission & { identifier?: string | undefined })[]
  holders: readonly (PlacedRow & { submissionId: number })[]
  claims: readonly UniqueKeyOwner[]
  /** No submission has this id or a higher one. */
  freeId: number
}

export function hashRow(row: LoadedRow): HashedRow {
  const { content } = row
  const { request } = content.kind === 'held' ? (content.about ?? { request: undefined }) : content
  const [hash, ...earlier] = request === undefined ? [] : [request.identity, ...(request.earlier ?? [])].map(toHash)
  return { row, hash, earlier }
}

function toHash(identity: object): string {
  return hashRequest(identity).toString('hex')
}

/** The identifier that the sheet gives, also of a row that is held. */
export function identifierOf(content: RowContent): string | undefined {
  if (content.kind === 'identified') return content.identifier
  return content.kind === 'held' ? content.about?.identifier : undefined
}

/** The content of a submission that is known by its identifier alone. */
export function hashIdentifier(identifier: string): string {
  return toHash({ identifier })
}

export type LookupQuery = ReturnType<typeof buildLookup>

/** Rows with an order key are not looked up: they are matched after the whole sheet was read. */
export function buildLookup(rows: readonly HashedRow[]) {
  const [hashes, identifiers, claims] = [new Set<string>(), new Set<string>(), new Set<string>()]
  for (const { row, hash, earlier } of rows) {
    const { content, orderKey } = row
    const identifier = identifierOf(content)
    if (identifier !== undefined) identifiers.add(identifier)
    if (content.kind === 'identified') hashes.add(hashIdentifier(content.identifier))
    if (content.kind !== 'identified' && orderKey !== undefined) continue
    if (content.kind === 'request') for (const claim of content.request.claims) claims.add(foldClaim(claim))
    if (hash !== undefined) for (const each of [hash, ...earlier]) hashes.add(each)
  }
  return { rows: rows.length, hashes: [...hashes], identifiers: [...identifiers], claims: [...claims] }
}

export interface MatchedRow extends PlacedRow {
  submission: KnownSubmission | undefined
}

interface Content {
  next: number
  first: (MatchedRow & { ordinal: number | undefined }) | undefined
  known: Set<KnownSubmission>
}

/** The run while a batch of rows is matched: the state before the batch, and the rows matched so far. */
export class RunIndex {
  readonly rows: { row: LoadedRow; placement: RowMatch }[] = []
  readonly #isAgain: boolean
  readonly #contents = new Map<string, Content>()
  readonly identified = new Map<string, KnownSubmission>()
  /** The row that stands for a submission. */
  readonly holders = new Map<KnownSubmission, MatchedRow>()

  constructor(facts: LookupResult, isAgain: boolean) {
    this.#isAgain = isAgain
    const byId = new Map<number | null, KnownSubmission>()
    for (const { identifier, ...found } of facts.known) {
      const known = byId.get(found.id) ?? found
      byId.set(known.id, known)
      this.index(known)
      if (identifier !== undefined && !this.identified.has(identifier)) this.index(known, identifier)
    }
    for (const { hash, last, ordinal, submissionId, ...at } of facts.contents) {
      const first = { ...at, ordinal: ordinal ?? undefined, submission: byId.get(submissionId) }
      Object.assign(this.#contentOf(hash), { next: (last ?? -1) + 1, first })
    }
    for (const { submissionId, ...at } of facts.holders) {
      const submission = byId.get(submissionId)
      if (submission !== undefined) this.holders.set(submission, { ...at, submission })
    }
  }

  /** Makes it findable by its content, and by an identifier. */
  index(known: KnownSubmission, identifier?: string): KnownSubmission {
    this.#contentOf(known.hash).known.add(known)
    if (identifier !== undefined) this.identified.set(identifier, known)
    return known
  }

  hasRow(hash: string): boolean {
    return this.#contentOf(hash).first !== undefined
  }

  /**
   * The hash by which a row is known: its own, else an earlier one under which there is a record. Beside a row that
   * stands for that record, and before it was sent, a value in a later field makes another request.
   */
  chooseHash({ hash, earlier }: HashedRow): string | undefined {
    const isKnown = (each: string): boolean => {
      const { known, equal } = this.findOrdinal(each)
      return known !== undefined || (equal?.submission !== undefined && !absentStates.has(equal.submission.state))
    }
    if (hash === undefined || earlier.length === 0 || this.hasRow(hash) || isKnown(hash)) return hash
    return earlier.find(isKnown) ?? hash
  }

  /**
   * The next ordinal for equal content, its known submission, and the equal row before it. Skips a submission that a
   * row with its identifier already has.
   */
  findOrdinal(hash: string): { ordinal: number; known: KnownSubmission | undefined; equal: MatchedRow | undefined } {
    const content = this.#contentOf(hash)
    let equal: MatchedRow | undefined = content.first
    for (let ordinal = content.next; ; ordinal++) {
      const known = this.#findNewest(content, ordinal)
      const holder = known === undefined ? undefined : this.holders.get(known)
      if (holder === undefined) return { ordinal, known, equal }
      equal ??= holder
    }
  }

  repoint(from: KnownSubmission, to: KnownSubmission): void {
    const firsts = [...this.#contents.values()].map(({ first }) => first)
    const placements = this.rows.map(({ placement }) => placement)
    const holder = this.holders.get(from)
    for (const row of [...placements, ...firsts, holder]) if (row?.submission === from) row.submission = to
    if (holder !== undefined) this.holders.set(to, holder)
    this.holders.delete(from)
  }

  add(row: LoadedRow, placement: RowMatch): void {
    this.rows.push({ row, placement })
    const { sheet, rowNumber } = row
    const { hash, ordinal, submission, held } = placement
    if (submission !== undefined && held === undefined) this.holders.set(submission, { sheet, rowNumber, submission })
    if (hash === undefined) return
    const content = this.#contentOf(hash)
    // A row with an identifier comes before rows matched by content.
    const isFirst = content.first === undefined || (ordinal === undefined && content.first.ordinal !== undefined)
    if (isFirst) content.first = { sheet, rowNumber, ordinal, submission }
    if (ordinal !== undefined) content.next = Math.max(content.next, ordinal + 1)
  }

  #contentOf(hash: string): Content {
    const content = this.#contents.get(hash) ?? { next: 0, first: undefined, known: new Set() }
    this.#contents.set(hash, content)
    return content
  }

  /**
   * The newest generation. Without `--again`, one that may exist at the service counts before a newer one that does
   * not. So a run never sends the leftovers of an abandoned `--again`.
   */
  #findNewest({ known }: Content, ordinal: number): KnownSubmission | undefined {
    const counts = ({ state }: KnownSubmission): boolean => this.#isAgain || possiblyCreatedStates.has(state)
    let newest: KnownSubmission | undefined
    for (const each of known) {
      if (each.ordinal !== ordinal) continue
      const isAlike = newest === undefined || counts(each) === counts(newest)
      if (isAlike ? each.generation > (newest?.generation ?? -1) : counts(each)) newest = each
    }
    return newest
  }
}

/** `c-10` is the same person as `C-10`. */
export function foldClaim(claim: string): string {
  return claim.toLowerCase()
}
