import type { Remedy } from '../support/errors.ts'

export interface Problem {
  /** Field of the interface, e.g. `startDate`; empty for the row as a whole. */
  field: string
  /** Address in the sheet, e.g. `C7`; empty when the column is missing. */
  cell: string
  /** The same column, counted from 0; missing when the problem has no cell. */
  column?: number
  heading: string
  /** The value as the user sees it, shortened. */
  value: string
  /** Expectation as a sentence without its subject: "must be Yes or No". */
  rule: string
  /** The user's next step; empty when the rule says it all. */
  hint: string
  remedy?: Remedy
  /** The kind of problem and what stands in it; missing in rows that an earlier version checked. */
  code?: string
  facts?: object
}

/** `Result`: the scores, as far as the ledger has them. */
export type RowOutcome<Result extends object = JsonFields> =
  | { state: 'invalid'; problems: readonly Problem[] }
  /** `of`: the first row with the same content, or with `shared` in common, e.g. `row 5`. */
  | { state: 'duplicate'; of: string; shared: string | undefined }
  /** `identifier`: of the earlier version; undefined when unknown. `isDeclined`: a person said not to send the row. */
  | { state: 'changed'; identifier: string | undefined; differences: readonly Difference[]; isDeclined: boolean }
  /** A person kept the earlier version. `result`: its scores, empty without any; `isPending`: they are awaited. */
  | {
      state: 'kept'
      identifier: string
      reportUrl: string
      result: Readonly<Partial<Result>>
      isPending: boolean
      differences: readonly Difference[]
    }
  /** Recorded before, and replaced since; `later`: by what, such as `Rejected by M-2`. `isUnknown`: possibly so. */
  | { state: 'superseded'; later: string; at: string; isUnknown: boolean }
  /** `isWaiting`: held back behind an earlier row; else there is nothing to do. */
  | { state: 'skipped'; reason: string; isWaiting: boolean; code?: string; facts?: object }
  /** `reason`: of the last attempt, if any. */
  | { state: 'ready'; reason: string | undefined }
  | { state: 'accepted'; identifier: string; reportUrl: string; message: string | undefined }
  | { state: 'pending'; identifier: string; reportUrl: string; message: string | undefined }
  /** `result`: the scores; empty without any. */
  | { state: 'done'; identifier: string; reportUrl: string; result: Readonly<Partial<Result>> }
  /** The service's own words. */
  | { state: 'rejected'; field: string; message: string }
  | { state: 'failed'; reason: string }
  | { state: 'sending' | 'unknown'; reason: string; sentAtMs: number | undefined }

/** The scores of a row or of its earlier version; empty without any. */
export function resultOf(outcome: RowOutcome): JsonFields {
  return 'result' in outcome ? outcome.result : {}
}

export interface Difference {
  field: string
  before: string
  now: string
}

export type JsonFields = Readonly<Record<string, unknown>>
