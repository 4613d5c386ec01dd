/** What texts from below name, and how it is written on the command line. */
const options: ReadonlyMap<string, string> = new Map([
  ['acceptRestored', '--accept-restored'],
  ['again', '--again'],
  ['all', '--all'],
  ['allOrNothing', '--all-or-nothing'],
  ['allowDuplicates', '--allow-duplicates'],
  ['baseUrl', '--base-url'],
  ['by', '--by'],
  ['columns', '--columns'],
  ['company', '--company'],
  ['confirm', '--yes'],
  ['dateFormat', '--date-format'],
  ['delimiter', '--delimiter'],
  ['detach', '--detach'],
  ['dryRun', '--dry-run'],
  ['encoding', '--encoding'],
  ['distrustStatuses', '--distrust-status'],
  ['faults', '--faults'],
  ['from', '--from'],
  ['hidden', '--hidden'],
  ['ledger', '--ledger'],
  ['limit', '--limit'],
  ['lists', '--lists'],
  ['logFile', '--log-file'],
  ['maxErrors', '--max-errors'],
  ['newWorkbook', '--new-workbook'],
  ['output', '--output'],
  ['pollTimeout', '--poll-timeout'],
  ['profile', '--profile'],
  ['release', '--release'],
  ['retryStatuses', '--retry-status'],
  ['retryUnknown', '--retry-unknown'],
  ['sandbox', '--sandbox'],
  ['seal', '--seal'],
  ['sendChanged', '--send-changed'],
  ['set', '--set'],
  ['sheets', '--sheet'],
  ['to', '--to'],
  ['tokenFile', '--token-file'],
  ['tokenRotated', '--token-rotated'],
  ['values', '--values'],
])

/** A text as the command line says it: `‹dateFormat›` is `--date-format`. Anything else in it stays. Pure. */
export function wordOptions(text: string): string {
  if (!text.includes('‹')) return text
  return text.replace(/‹([a-zA-Z]+)›/g, (mark, name: string) => options.get(name) ?? mark)
}
