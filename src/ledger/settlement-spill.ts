import type { Settlement } from './port/submissions.ts'

/** An outcome, as a settlement or as a change of it. */
interface Outcome {
  to?: string
  identifier?: string
  reportUrl?: string
  reason?: string | undefined
  rawAnswer?: string
}

/** The record to save when no ledger can store the outcome; undefined when it holds no identifier. */
export function spillRecordOf(
  submission: number,
  { identifier, reportUrl, reason, rawAnswer = '' }: Outcome,
  request?: () => string | undefined,
): unknown {
  if (identifier === undefined) return rawAnswer === '' ? undefined : { submission, reason, rawAnswer }
  return reportUrl === undefined
    ? { submission, identifier }
    : { submission, identifier, reportUrl, request: request?.() }
}

/** Instead of believing an answer with another submission's identifier. */
export function doubtIdentifier(
  { identifier, reportUrl }: Outcome,
  rowNumber: number | null,
): Extract<Settlement, { to: 'unknown' }> {
  const owner = rowNumber === null ? 'another row' : `row ${rowNumber}`
  const reason = `the service answered with the identifier ${identifier}, which ${owner} has already: the answer belongs to another request, or one of the two is wrong`
  return { to: 'unknown', reason, rawAnswer: JSON.stringify({ identifier, reportUrl }) }
}
