import type { CellRange } from '../package/cell-range.ts'
import type { CellHighlight, OutputColumn } from '../writing/workbook-writer.ts'

export interface EnrichmentColumn
  extends Pick<OutputColumn, 'heading' | 'format' | 'hasColourScale' | 'isFolded' | 'isWrapped'> {
  /** In characters. */
  width: number
  /** A refilled column gets another width only where it has one of these: any other is a person's. */
  ownWidths?: readonly number[]
  /** 0-based column to overwrite. @default the column with the same heading */
  at?: number
}

export interface HighlightedArea {
  range: CellRange
  mark: CellHighlight
}

/** Result columns or highlights. Highlights of an earlier run are removed in both cases. */
export interface SheetEnrichmentRequest {
  sheet: string
  /** 1-based. */
  headingRow: number
  headings: readonly (string | undefined)[]
  lastRow: number
  /** 0-based columns that were read as fields. @default none */
  read?: readonly number[]
  columns: readonly EnrichmentColumn[]
  /** Cells to check: no cell value changes. */
  marks?: readonly HighlightedArea[]
}

export interface EnrichmentRequest {
  file: string
  /** Shown before our headings by their number format; not part of the cell value. */
  stamp?: string | undefined
  sheets: readonly SheetEnrichmentRequest[]
  /**
   * Overwrites existing cells as a user in the program would. The columns stay the customer's; links and filters stay
   * as they are. @default the columns are result columns
   */
  isTypedOver?: boolean
}

export interface PlannedColumn extends EnrichmentColumn {
  /** 0-based. */
  index: number
  /** False for an existing column that is filled again. */
  isNew: boolean
}

export interface SheetEnrichment extends Pick<SheetEnrichmentRequest, 'sheet' | 'headingRow' | 'lastRow'> {
  /** 0-based index in the workbook's list of sheets. */
  position: number
  part: string
  /** In the order of the request; empty when cells are only highlighted. */
  columns: readonly PlannedColumn[]
  isTypedOver: boolean
  highlights: readonly HighlightedArea[]
  /** The file's XML before and after the rows. */
  head: string
  tail: string
  /** Style number of the last heading before the result columns. */
  headingStyle: string
  stamp: string | undefined
  /** The autofilter over the rows, already widened. */
  filter: CellRange | undefined
  /** The table part, already widened. */
  table: { part: string; text: string } | undefined
  /** Rows of fields that formulas take from elsewhere: they may move, and results beside them stand still. */
  linked: { rows: number; first: number } | undefined
  /** Set when the sheet has a print area, or prints fit to width: with the first result columns. */
  printArea: CellRange | undefined
}

export type EnrichmentDecision =
  | {
      kind: 'safe'
      file: string
      /** Required extension of the copy: spreadsheet programs refuse macros under another one. */
      extension: '.xlsx' | '.xlsm'
      sheets: readonly SheetEnrichment[]
      /** A formula is replaced, so the stored calculation order must be removed. */
      dropsCalcChain: boolean
      /** Dates count from 1904. */
      is1904: boolean
      remarks: readonly string[]
    }
  /** `reason` is a clause: "the workbook is digitally signed". */
  | { kind: 'new-workbook'; reason: string }

export type EnrichmentPlan = Extract<EnrichmentDecision, { kind: 'safe' }>
