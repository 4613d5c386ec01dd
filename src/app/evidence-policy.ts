import { defaultRetryStatuses, type EvidencePolicy } from '../client/evidence-policy.ts'
import { find, logNote } from '../messages/catalogue.ts'
import { BatchError } from '../support/errors.ts'
import type { Logger } from '../support/logger.ts'

export interface StatusOptions {
  /** Further statuses that prove “not processed”. */
  retryStatuses?: Iterable<number> | undefined
  /** Default retry statuses that do not prove it at this service. */
  distrustStatuses?: Iterable<number> | undefined
  profile?: { file: string; profile: { retryStatus?: readonly number[] } } | undefined
}

/** @throws BatchError `usage` for a status that cannot be distrusted, or that is in both sets. */
export function toEvidencePolicy({ retryStatuses, distrustStatuses, profile }: StatusOptions): EvidencePolicy {
  const policy = { retryStatuses: new Set(retryStatuses), distrustStatuses: new Set(distrustStatuses) }
  const own = profile?.profile.retryStatus ?? []
  const isOfProfile = own.length > 0 && String(own.toSorted()) === String([...policy.retryStatuses].toSorted())
  for (const status of policy.distrustStatuses) {
    if (!defaultRetryStatuses.includes(status)) {
      throw new BatchError('usage', find('status-not-distrusted', { status, known: defaultRetryStatuses }))
    }
    if (policy.retryStatuses.has(status)) throw new BatchError('usage', find('status-in-both', { status }))
  }
  return isOfProfile ? { ...policy, promisedBy: profile?.file } : policy
}

/** Each plan, run and summary says where a row may be created twice because of a promised status. */
export function announcePromise({ retryStatuses, promisedBy }: EvidencePolicy, logger: Logger): void {
  if (retryStatuses.size === 0) return
  logNote(logger, 'warn', find('statuses-promised', { statuses: [...retryStatuses], profile: promisedBy }))
}
