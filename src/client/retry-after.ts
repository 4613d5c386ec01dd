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
