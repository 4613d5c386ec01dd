import type { NoFacts } from './message.ts'

/** Problems of a row, or of a cell because of its row or column. */
export interface RowFacts {
  merged: { range: string }
  missing: { field: string }
  'missing-column': { field: string; title: string }
  'text-long': { most: number }
  'values-extra': { values: number; columns: number }
  'values-cut': { values: number; columns: number }
  'values-few': { values: number; columns: number }
  'row-part': { missing: number; isTotal: boolean }
  /** On the page, which asks about it. */
  'looks-cancelled': NoFacts
  /** The schema's own words. */
  schema: { message: string }
  'end-first': { start: string }
  'days-over-trip': { days: number }
  'far-away': NoFacts
  /** `message`: the service's own. */
  'actor-missing': { message: string; actors: readonly string[]; field: string }
  'cancel-only': { field: string; value: string; heading: string }
  /** `sheet`: empty for CSV. */
  'stands-elsewhere': { row: number; file: string; sheet: string }
  'invited-before': { person: string; file: string }
  'of-another-trip': { assessment: string; known: string }
  /** `created`: the identifying fields of the other row. */
  'of-another-row': { created: Readonly<Record<string, string>> }
  example: NoFacts
  'headings-again': NoFacts
  totals: NoFacts
  note: NoFacts
  hidden: NoFacts
  filtered: { heading: string; shown: string }
  'left-out': NoFacts
  'cancel-empty': { heading: string }
  'cancel-no': { heading: string }
  'no-status': NoFacts
  'no-identifier': NoFacts
  'forgotten-version': NoFacts
  /** An earlier row with the same order key is not done. */
  waits: { row: string; state: string }
  /** From here on: why a row is not done, and what to do. Each kind of output names its tables (`table`). */
  invalid: NoFacts
  'duplicate-key': { shared: string; of: string }
  duplicate: { of: string }
  changed: Pick<KeptVersion, 'differences' | 'table'> & {
    identifier: string | undefined
    isDeclined: boolean
    isPerson: boolean
    orphans: string
  }
  kept: KeptVersion & { isPending: boolean }
  superseded: { later: string; at: string; isUnknown: boolean }
  ready: { reason: string | undefined }
  accepted: NoFacts
  'accepted-doubtful': { message: string }
  pending: { message: string | undefined }
  /** The service's own words; the operation advises. */
  rejected: { field: string; message: string }
  /** The same beside a row of the sheet, whose column says which field. */
  'rejected-before': { message: string }
  failed: { reason: string }
  unknown: { reason: string; sentAt: string | undefined; table: string }
  'country-unknown': NoFacts
  'staff-id-missing': NoFacts
  'past-days-missing': NoFacts
  'hires-missing': NoFacts
  'account-not-set-up': NoFacts
  'of-another-company': NoFacts
  'account-exists': NoFacts
  /** `field`: empty for the row as a whole. */
  refused: { field: string; operation: 'assess' | 'decide' | 'invite' }
}

interface FieldChange {
  field: string
  before: string
  now: string
}

export interface KeptVersion {
  identifier: string
  differences: readonly FieldChange[]
  /** Name of the table of changed rows: `the sheet Changed`, or a file. */
  table: string
}
