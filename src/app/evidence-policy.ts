import { defaultRetryStatuses, type EvidencePolicy } from '../client/evidence-policy.ts'
import { find } from '../messages/catalogue.ts'
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
      throw new BatchError('usage', find('status-not-distrusted', { status, known: defaultRetryStatuses }))
    }
    if (policy.retryStatuses.has(status)) {
      throw new BatchError('usage', find('status-in-both', { status }))
    }
  }
  return policy
}
