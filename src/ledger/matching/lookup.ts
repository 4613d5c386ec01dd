import type { HeldState, SubmissionState } from '../../contract/states.ts'
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
}

export interface LookupQuery {
  rows: number
  hashes: readonly string[]
  identifiers: readonly string[]
  claims: readonly string[]
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
  return { row, hash: request === undefined ? undefined : hashRequest(request.identity).toString('hex') }
}

/** The identifier that the sheet gives, also of a row that is held. */
export function identifierOf(content: RowContent): string | undefined {
  if (content.kind === 'identified') return content.identifier
  return content.kind === 'held' ? content.about?.identifier : undefined
}

/** The content of a submission that is known by its identifier alone. */
export function hashIdentifier(identifier: string): string {
  return hashRequest({ identifier }).toString('hex')
}

/** Rows with an order key are not looked up: they are matched after the whole sheet was read. */
export function buildLookup(rows: readonly HashedRow[]): LookupQuery {
  const [hashes, identifiers, claims] = [new Set<string>(), new Set<string>(), new Set<string>()]
  for (const { row, hash } of rows) {
    const { content, orderKey } = row
    const identifier = identifierOf(content)
    if (identifier !== undefined) identifiers.add(identifier)
    if (content.kind === 'identified') hashes.add(hashIdentifier(content.identifier))
    if (content.kind !== 'identified' && orderKey !== undefined) continue
    if (content.kind === 'request') for (const claim of content.request.claims) claims.add(claim)
    if (hash !== undefined) hashes.add(hash)
  }
  return { rows: rows.length, hashes: [...hashes], identifiers: [...identifiers], claims: [...claims] }
}
