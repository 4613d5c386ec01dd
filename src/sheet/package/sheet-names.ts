const maxSheetName = 31

/** Prefix of the hidden names that identify result sheets. */
export const hiddenNamePrefix = '_rwa.'
/** Names the heading cells of the result columns, in each sheet that has some. */
export const resultColumnsName = `${hiddenNamePrefix}Results`

/** Identifies a result sheet after a rename: `_rwa.Summary` refers to one of its cells. */
export function hiddenSheetName(sheet: string): string {
  return hiddenNamePrefix + sheet.replace(/[^\p{L}\p{N}]+/gu, '_').replace(/_$/, '')
}

/** The nearest valid sheet name that is not in `taken` (lower case). */
export function legaliseSheetName(wanted: string, taken: ReadonlySet<string>): string {
  const cleaned = wanted
    .replace(/\p{Surrogate}/gu, '\ufffd')
    .replace(/[\x00-\x1f\x7f\ufffe\uffff]+/g, ' ')
    .replace(/[:\\/?*[\]]/g, '_')
    .replace(/^[\s']+|[\s']+$/g, '')
  // Excel reserves "History".
  const base = cleaned === '' ? 'Sheet' : cleaned.toLowerCase() === 'history' ? 'History_' : cleaned
  for (let ordinal = 1; ; ordinal += 1) {
    const name = withOrdinal(base, ordinal)
    if (!taken.has(name.toLowerCase())) return name
  }
}

function withOrdinal(base: string, ordinal: number): string {
  const suffix = ordinal === 1 ? '' : ` (${ordinal})`
  const kept = base.slice(0, maxSheetName - suffix.length).replace(/[\ud800-\udbff]$|[\s']+$/g, '')
  return kept + suffix
}
