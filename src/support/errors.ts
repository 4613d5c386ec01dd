/**
 * Why the program could not go on, in a closed set:
 * - `usage`: the command line is wrong
 * - `input`: the sheet cannot be used
 * - `configuration`: addresses, tokens, option files
 * - `authorisation`: the service refused the token
 * - `contract`: the service does something its interface does not allow (a redirect, for example)
 * - `ledger`: the ledger cannot be opened, is held by another process, or is from a newer version
 * - `surroundings`: disk full, folder not writable
 * - `interrupted`: the user ended the program before a request was sent
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

/** A correction as data: a page makes a button of it. The hint beside it says the same in words, and more. */
export type Remedy =
  | { kind: 'use'; value: string }
  /** One value for all empty cells of a field. */
  | { kind: 'default'; field: string }
  /** The format of dates: one of these. */
  | { kind: 'dateOrder'; patterns: readonly string[] }
  /** The column of this field. */
  | { kind: 'map'; field: string }
  /** Read or skip hidden rows. */
  | { kind: 'hidden' }
  /** The worksheets to read, out of these. */
  | { kind: 'sheets'; names: readonly string[] }

export interface ErrorFacts {
  /** The user's next step, as one sentence. */
  hint?: string
  remedy?: Remedy
  cause?: unknown
}

/** A message with its code and facts; `rule` and `hint` say it in the library's words. */
interface CodedMessage {
  code: string
  facts: object
  rule: string
  hint: string
}

/** An error for the user: `message` says where, the expected and the actual value; `hint` the next step. */
export class BatchError extends Error {
  readonly code: ErrorCode
  readonly hint: string | undefined
  readonly remedy: Remedy | undefined
  /** The cause as a code with facts; undefined where all readers get the same text. */
  readonly said: Pick<CodedMessage, 'code' | 'facts'> | undefined

  constructor(code: ErrorCode, said: string | CodedMessage, facts: ErrorFacts = {}) {
    const { rule, hint } = typeof said === 'string' ? { rule: said, hint: facts.hint } : said
    super(rule, facts.cause === undefined ? undefined : { cause: facts.cause })
    this.name = 'BatchError'
    this.code = code
    this.hint = hint === '' ? undefined : hint
    this.remedy = facts.remedy
    this.said = typeof said === 'string' ? undefined : { code: said.code, facts: said.facts }
  }
}

/** Also for thrown values that are no `Error`. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

/** The `code` of errors from Node.js, undici and SQLite. */
export function codeOf(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined
  return typeof error.code === 'string' ? error.code : undefined
}

/** Undefined where it throws, for whatever reason. */
export function attempt<Result>(work: () => Result): Result | undefined {
  try {
    return work()
  } catch {
    return undefined
  }
}

/** Ends an exhaustive chain of cases; the compiler reports a missing one. */
export function assertNever(value: never): never {
  throw new BatchError('defect', `unexpected case: ${JSON.stringify(value)}`)
}
