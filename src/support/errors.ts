/**
 * Why the program could not go on, in a closed set:
 * - `usage`: the command line is wrong
 * - `input`: the sheet cannot be used
 * - `configuration`: addresses, tokens, option files
 * - `authorisation`: the service refused the token
 * - `contract`: the service does something its interface does not allow (a redirect, for example)
 * - `ledger`: the ledger cannot be opened, is held by another process, or is from a newer version
 * - `surroundings`: disk full, folder not writable
 * - `interrupted`: somebody asked for the end before anything was sent
 * - `defect`: our own mistake
 */
export type ErrorCode =
  | 'usage'
  | 'input'
  | 'configuration'
  | 'authorisation'
  | 'contract'
  | 'ledger'
  | 'surroundings'
  | 'interrupted'
  | 'defect'

/** What would mend something, as data: a page makes a button of it. The hint beside it says the same in words, and more. */
export type Remedy =
  /** Another value in the cell. */
  | { kind: 'use'; value: string }
  /** One value for all empty cells of a field. */
  | { kind: 'default'; field: string }
  /** Saying how dates are written: in one of these ways. */
  | { kind: 'dateOrder'; patterns: readonly string[] }
  /** Saying which column is this field. */
  | { kind: 'map'; field: string }
  /** Saying whether hidden rows are read. */
  | { kind: 'hidden' }
  /** Saying which of these worksheets are read. */
  | { kind: 'sheets'; names: readonly string[] }

export interface ErrorFacts {
  /**
   * What the user can do next, as one sentence. Here and in every other text for people a setting stands by its name in
   * the library, `‹dateFormat›`: the command line, a page and a workbook each word it in their own way.
   */
  hint?: string
  remedy?: Remedy
  cause?: unknown
}

/** An error that a user can act on: `message` says where, what was expected and what came; `hint` what to do. */
export class BatchError extends Error {
  readonly code: ErrorCode
  readonly hint: string | undefined
  readonly remedy: Remedy | undefined

  constructor(code: ErrorCode, message: string, facts: ErrorFacts = {}) {
    super(message, facts.cause === undefined ? undefined : { cause: facts.cause })
    this.name = 'BatchError'
    this.code = code
    this.hint = facts.hint
    this.remedy = facts.remedy
  }
}

/** The message of anything that was thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

/** The `code` that Node, undici and SQLite put on their errors, when there is one. */
export function codeOf(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined
  return typeof error.code === 'string' ? error.code : undefined
}

/** Ends a chain of cases that is complete; the compiler complains when it is not. */
export function assertNever(value: never): never {
  throw new BatchError('defect', `unexpected case: ${JSON.stringify(value)}`)
}
