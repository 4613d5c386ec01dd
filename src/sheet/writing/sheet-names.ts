const maxSheetName = 31

/** What the hidden names begin with that tell sheets of ours from theirs. */
export const hiddenNamePrefix = '_rwa.'
/** Marks the heading cells of our columns in each sheet that has some. */
export const resultColumnsName = `${hiddenNamePrefix}Results`

/** The hidden name that marks a sheet of ours, whatever it is called later: `_rwa.Summary` names a cell of it. */
export function hiddenSheetName(sheet: string): string {
  return hiddenNamePrefix + sheet.replace(/[^\p{L}\p{N}]+/gu, '_').replace(/_$/, '')
}

/** The nearest name that spreadsheet programs allow and that `taken` (lower case) does not hold yet. */
export function legaliseSheetName(wanted: string, taken: ReadonlySet<string>): string {
  const cleaned = wanted
    .replace(/\p{Surrogate}/gu, '\ufffd')
    .replace(/[\x00-\x1f\x7f\ufffe\uffff]+/g, ' ')
    .replace(/[:\\/?*[\]]/g, '_')
    .replace(/^[\s']+|[\s']+$/g, '')
  // Excel keeps "History" for itself.
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
