import { defaultRetryStatuses, type EvidencePolicy } from '../client/evidence-policy.ts'
import { BatchError } from '../support/errors.ts'

export interface StatusOptions {
  /** Further statuses that prove “not processed”. */
  retryStatuses?: Iterable<number> | undefined
  /** Default retry statuses that do not prove it at this service. */
  distrustStatuses?: Iterable<number> | undefined
}

/** @throws BatchError `usage` for a status that cannot be distrusted, or that is in both sets. */
export function toEvidencePolicy({ retryStatuses, distrustStatuses }: StatusOptions): EvidencePolicy {
  const policy = { retryStatuses: new Set(retryStatuses), distrustStatuses: new Set(distrustStatuses) }
  for (const status of policy.distrustStatuses) {
    if (!defaultRetryStatuses.includes(status)) {
      throw new BatchError('usage', `‹distrustStatuses› takes ${defaultRetryStatuses.join(', ')}, not ${status}`, {
        hint: 'Every other status leaves a row unknown or rejected anyway. Nothing was sent.',
      })
    }
    if (policy.retryStatuses.has(status)) {
      throw new BatchError('usage', `${status} is in both ‹retryStatuses› and ‹distrustStatuses›`, {
        hint: "The first says that it proves “not processed”, the second that it does not: ask the service's owner, and name it in one of them. Nothing was sent.",
      })
    }
  }
  return policy
}
