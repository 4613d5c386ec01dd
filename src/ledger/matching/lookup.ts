import type { HeldState, SubmissionState } from '../../contract/states.ts'
import type { LoadedRow } from '../port/loaded-row.ts'
import { hashRequest } from '../request-key.ts'

/** Which request it is: its content (by hexadecimal digits), its number among the equal rows of a sheet, how often it was done anew. */
export interface SubmissionKey {
  hash: string
  ordinal: number
  generation: number
}

/** A submission as far as placing rows needs to know it. */
export interface KnownSubmission extends SubmissionKey {
  id: number
  state: SubmissionState
  epoch: number | null
  rawAnswer: string | null
  /** 1 when an earlier sending of it may have been processed, whatever became of the last. */
  doubted: number
  /** 1 when only its identifier is known, and not what it was created from. */
  bare: number
}

/** Where a row stands. */
export interface RowPosition {
  sheet: number
  rowNumber: number
}

/** What a row stands for. `detail` is JSON. */
export interface SubmissionMatch {
  submission: KnownSubmission | undefined
  held: HeldState | undefined
  detail: string | undefined
  wasDone: boolean
}

export interface RowMatch extends SubmissionMatch {
  hash: string | undefined
  /** Set for a row that stands for its content; not for one that names an identifier. */
  ordinal: number | undefined
  /** The sheet came with its identifier: it was not created for this run. */
  isNamed?: boolean
}

/** A row, and its content if it has one. */
export interface HashedRow {
  row: LoadedRow
  hash: string | undefined
}

/** What is asked about rows that come together. */
export interface LookupQuery {
  rows: number
  hashes: readonly string[]
  identifiers: readonly string[]
  claims: readonly string[]
}

export interface UniqueKeyOwner extends RowPosition {
  claim: string
}

/** The answer to a question: what stood in the ledger before its rows came. */
export interface LookupResult {
  /** Of the contents that rows of the run have: the last of their ordinals, and the first of those rows. */
  contents: readonly (RowPosition & {
    hash: string
    last: number | null
    ordinal: number | null
    submissionId: number | null
  })[]
  /**
   * Of each content what has an ordinal that none of those rows has, as far as the new rows may come; what has one of the
   * identifiers; what those first rows stand for. By age, and more than once what is several of these.
   */
  known: readonly (KnownSubmission & { identifier?: string | undefined })[]
  /** Rows of the run that stand for one of the known. */
  holders: readonly (RowPosition & { submissionId: number })[]
  /** Which of the claims rows of the run have. */
  claims: readonly UniqueKeyOwner[]
  /** No submission has this id or a higher one. */
  freeId: number
}

export function hashRow(row: LoadedRow): HashedRow {
  const { content } = row
  const request = content.kind === 'held' ? undefined : content.request
  return { row, hash: request === undefined ? undefined : hashRequest(request.identity).toString('hex') }
}

/** Nothing is asked about rows with an order key: they find their places when the whole sheet was read. */
export function buildLookup(rows: readonly HashedRow[]): LookupQuery {
  const [hashes, identifiers, claims] = [new Set<string>(), new Set<string>(), new Set<string>()]
  for (const { row, hash } of rows) {
    const { content, orderKey } = row
    if (content.kind === 'identified') identifiers.add(content.identifier)
    else if (orderKey !== undefined) continue
    else if (content.kind === 'request') for (const claim of content.request.claims) claims.add(claim)
    if (hash !== undefined) hashes.add(hash)
  }
  return { rows: rows.length, hashes: [...hashes], identifiers: [...identifiers], claims: [...claims] }
}
