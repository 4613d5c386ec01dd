import type { Settlement } from './port/submissions.ts'

/** The record to save when the ledger cannot store it; undefined when it holds no identifier. */
export function spillRecordOf(
  id: number,
  settlement: Settlement,
  request: () => string | undefined,
): (() => unknown) | undefined {
  switch (settlement.to) {
    case 'accepted': {
      const { identifier, reportUrl } = settlement
      return () => ({ submission: id, identifier, reportUrl, request: request() })
    }
    case 'done':
      return () => ({ submission: id, identifier: settlement.identifier })
    case 'unknown': {
      const { reason, rawAnswer } = settlement
      return rawAnswer === '' ? undefined : () => ({ submission: id, reason, rawAnswer })
    }
    default:
      return undefined
  }
}

/** The reason not to believe an answer with another submission's identifier. */
export function describeIdentifierConflict(identifier: string, rowNumber: number | null): string {
  const owner = rowNumber === null ? 'another row' : `row ${rowNumber}`
  return `the service answered with the identifier ${identifier}, which ${owner} has already: the answer belongs to another request, or one of the two is wrong`
}
