import type { Remedy } from '../support/errors.ts'

/** What is wrong with a value: where, what was expected, what came, what to do. */
export interface Problem {
  /** Field of the interface, e.g. `startDate`; empty for the row as a whole. */
  field: string
  /** Address in the sheet, e.g. `C7`; empty when the column is missing. */
  cell: string
  /** The same column, counted from 0; missing where no cell is meant. */
  column?: number
  /** Heading as written in the sheet. */
  heading: string
  /** The value as the user sees it, shortened. */
  value: string
  /** What was expected, as a sentence without its subject: "must be Yes or No". */
  rule: string
  /** What to do; empty when the rule says it all. */
  hint: string
  remedy?: Remedy
  /** What many cells of a sheet may be refused for together, to be told once: dates as text that nobody said how to read. */
  cause?: 'text-date'
}

/** What became of one row: its state, and what goes with that state. */
export type RowOutcome =
  | { state: 'invalid'; problems: readonly Problem[] }
  /** `of`: the first row with the same content, or with `shared` in common, e.g. `row 5`. */
  | { state: 'duplicate'; of: string; shared: string | undefined }
  /** `identifier`: what was created before; undefined when that is unknown too. `isDeclined`: a person said that it is not to be sent. */
  | { state: 'changed'; identifier: string | undefined; differences: readonly Difference[]; isDeclined: boolean }
  /** A person let the earlier version stand; `result`: its scores, where there are some; else empty. `isPending`: they are waited for. */
  | {
      state: 'kept'
      identifier: string
      reportUrl: string
      result: JsonFields
      isPending: boolean
      differences: readonly Difference[]
    }
  /** `isWaiting`: held back behind an earlier row; else there is nothing to do. */
  | { state: 'skipped'; reason: string; isWaiting: boolean }
  /** `reason`: of the last try, when there was one. */
  | { state: 'ready'; reason: string | undefined }
  | { state: 'accepted'; identifier: string; reportUrl: string; message: string | undefined }
  | { state: 'pending'; identifier: string; reportUrl: string; message: string | undefined }
  /** `result`: the scores, where there are some; else empty. */
  | { state: 'done'; identifier: string; reportUrl: string; result: JsonFields }
  /** The service's own words. */
  | { state: 'rejected'; field: string; message: string }
  | { state: 'failed'; reason: string }
  | { state: 'sending' | 'unknown'; reason: string; sentAtMs: number | undefined }

/** The scores of a row, its own or those of its earlier version; empty where there are none. */
export function resultOf(outcome: RowOutcome): JsonFields {
  return 'result' in outcome ? outcome.result : {}
}

export interface Difference {
  field: string
  before: string
  now: string
}

/** A JSON object whose fields are looked at one by one. */
export type JsonFields = Readonly<Record<string, unknown>>
