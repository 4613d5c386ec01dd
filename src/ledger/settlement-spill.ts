import type { Settlement } from './port/submissions.ts'

/** What must not be lost when the ledger cannot take it; undefined when nothing would be. */
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

/** Why an answer is not believed whose identifier another submission has. */
export function describeIdentifierConflict(identifier: string, rowNumber: number | null): string {
  const owner = rowNumber === null ? 'another row' : `row ${rowNumber}`
  return `the service answered with the identifier ${identifier}, which ${owner} has already: the answer was for somebody else, or one of the two is wrong`
}
