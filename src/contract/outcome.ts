import type { AssessmentResult } from './assessment.ts'

/** What is wrong with a value: where, what was expected, what came, what to do. */
export interface Problem {
  /** Field of the interface, e.g. `startDate`; empty for the row as a whole. */
  field: string
  /** Address in the sheet, e.g. `C7`; empty when the column is missing. */
  cell: string
  /** Heading as written in the sheet. */
  heading: string
  /** The value as the user sees it, shortened. */
  value: string
  /** What was expected, as a sentence without its subject: "must be Yes or No". */
  rule: string
  /** What to do; empty when the rule says it all. */
  hint: string
}

/** States of one request that is or was to be sent. See the diagram in src/README.md. */
export const submissionStates = [
  'ready',
  'sending',
  'accepted',
  'pending',
  'scored',
  'decided',
  'invited',
  'rejected',
  'failed',
  'unknown',
] as const
export type SubmissionState = (typeof submissionStates)[number]

/** States of a sheet row that nothing is sent for. */
export const heldStates = ['invalid', 'duplicate', 'changed', 'skipped'] as const
export type HeldState = (typeof heldStates)[number]

/** A row of the sheet is in exactly one of these, in the ledger and in the output. */
export const rowStates = [...heldStates, ...submissionStates] as const
export type RowState = (typeof rowStates)[number]

/** How one row ended, for the library's callers. */
export type RowOutcome =
  | { state: 'invalid'; problems: readonly Problem[] }
  | { state: 'duplicate'; ofRow: number }
  | { state: 'changed'; assessmentId: string; differences: readonly string[] }
  | { state: 'skipped'; reason: string }
  | { state: 'ready' | 'sending' }
  | {
      state: 'accepted' | 'pending'
      assessmentId: string
      reportUrl: string
      problem: string
    }
  | {
      state: 'scored'
      assessmentId: string
      reportUrl: string
      result: AssessmentResult
    }
  | { state: 'decided'; externalEventId: string }
  | { state: 'invited'; userId: string }
  | { state: 'rejected'; field: string; message: string; hint: string }
  | { state: 'failed'; reason: string }
  | { state: 'unknown'; reason: string; sentAt: string }
