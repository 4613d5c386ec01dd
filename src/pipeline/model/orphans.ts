import type { Replaced } from '../../ledger/port/ordered-rows.ts'
import type { Orphan } from '../../ledger/port/outcomes.ts'
import type { TableColumn } from '../../sheet/writing/workbook-writer.ts'

export const orphansTitle = 'Orphans'
export const whyHeading = 'why'
/** The column for the yes of a person who wants a row cancelled. */
export const cancelHeading = 'cancel'

export interface OrphanView {
  orphan: Orphan
  /** Reason that no row stands for it, in words. */
  why: string
  /** The last record about it, or the last that may be in force. */
  latest: Replaced | undefined
}

export type OrphanColumn = TableColumn<OrphanView>

/** Permitted use of the sheet Orphans: only rows that a person marks count; the others are skipped. */
export interface OrphanUse {
  /** The operation that wrote the sheet; trips with a row in its sheets again are left alone. */
  about: string
  /** The only value that a row may have. */
  only: { field: string; value: string }
}
