export interface EvidencePolicy {
  /** Further statuses that the service's owner promises to mean "not processed". */
  retryStatuses: ReadonlySet<number>
  /** The profile that says so; undefined: an option of the run. */
  promisedBy?: string | undefined
  /** Customary statuses that do not prove it at this service. */
  distrustStatuses: ReadonlySet<number>
}

/** Statuses that mean "not processed" by custom, 503 only with a `Retry-After`: an assumption, promised by no owner. */
export const defaultRetryStatuses: readonly number[] = [421, 425, 429, 503]

/** A 503 alone may come during or after the work. With a `Retry-After` it refuses the work. */
export function isThrottled(status: number, retryAfterMs: number | undefined): boolean {
  return status === 429 || (status === 503 && retryAfterMs !== undefined)
}

/** Judges a request that was sent by its status alone. Pure. */
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

const day = '(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*'
const httpDate = new RegExp(`^${day},? .*\\d{2}:\\d{2}:\\d{2}( GMT| \\d{4})$`)

/** Milliseconds from `nowMs`; undefined when the header holds nothing valid. */
export function parseRetryAfter(header: string | undefined, nowMs: number): number | undefined {
  const text = header?.trim() ?? ''
  if (/^\d+(\.\d+)?$/.test(text)) return bound(Number(text) * 1000)
  if (!httpDate.test(text)) return undefined
  // HTTP has three date formats; the one of asctime names no zone and means GMT.
  const epochMs = Date.parse(text.endsWith('GMT') ? text : `${text} GMT`)
  return Number.isNaN(epochMs) ? undefined : bound(epochMs - nowMs)
}

function bound(ms: number): number {
  return Math.min(Math.max(0, Math.round(ms)), Number.MAX_SAFE_INTEGER)
}
