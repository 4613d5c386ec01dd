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

/** The reason not to believe an answer with another submission's identifier. */
export function describeIdentifierConflict(identifier: string, rowNumber: number | null): string {
  const owner = rowNumber === null ? 'another row' : `row ${rowNumber}`
  return `the service answered with the identifier ${identifier}, which ${owner} has already: the answer belongs to another request, or one of the two is wrong`
}
