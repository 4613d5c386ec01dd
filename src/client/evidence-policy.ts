export interface EvidencePolicy {
  /** Further statuses that the service's owner promises to mean "not processed". */
  retryStatuses: ReadonlySet<number>
  /** Of those that mean it by custom, the ones that do not prove it at this service. */
  distrustStatuses: ReadonlySet<number>
}

/** Statuses that mean "not processed" by custom, 503 only with a `Retry-After`: an assumption, which no owner has promised. */
export const defaultRetryStatuses: readonly number[] = [421, 425, 429, 503]

/** A 503 alone may come while or after the work is done; with a time to come back it is a refusal of work. */
export function isThrottled(status: number, retryAfterMs: number | undefined): boolean {
  return status === 429 || (status === 503 && retryAfterMs !== undefined)
}

/** What a status alone proves of a request that was sent. Pure. */
export function classifyStatus(
  status: number,
  retryAfterMs: number | undefined,
  { retryStatuses, distrustStatuses }: EvidencePolicy,
): 'not-processed' | 'distrusted' | 'nothing' {
  if (retryStatuses.has(status)) return 'not-processed'
  const isCustomary = isThrottled(status, retryAfterMs) || status === 421 || status === 425
  if (!isCustomary) return 'nothing'
  return distrustStatuses.has(status) ? 'distrusted' : 'not-processed'
}
