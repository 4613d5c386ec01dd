import type { Replaced } from '../../ledger/port/ordered-rows.ts'
import type { Orphan } from '../../ledger/port/outcomes.ts'
import type { OutputCell, OutputColumn } from '../../sheet/writing/workbook-writer.ts'

/** The sheet of our outputs that lists what no row stands for any more, and its column that says so. */
export const orphansTitle = 'Orphans'
export const whyHeading = 'why'
/** The column in which a person says what is to be cancelled. */
export const cancelHeading = 'cancel'

/** What no row stands for any more, with what is known of it beside itself. */
export interface OrphanView {
  orphan: Orphan
  /** Why no row stands for it, in words. */
  why: string
  /** What was recorded last of it, or may have been. */
  latest: Replaced | undefined
}

/** A column of the sheet Orphans that is the operation's own. */
export interface OrphanColumn extends OutputColumn {
  cell(view: OrphanView): OutputCell
}

/** What may be done to the lines of the sheet Orphans: only to those that a person marks; all others are skipped. */
export interface OrphanUse {
  /** The operation that wrote the sheet; what a row of its sheets stands for by then is left alone. */
  about: string
  /** The one thing that a line may do. */
  only: { field: string; value: string }
}
