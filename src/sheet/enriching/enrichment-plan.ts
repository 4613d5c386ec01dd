import type { CellComment } from '../writing/sheet-comments.ts'
import type { CellHighlight } from '../writing/workbook-writer.ts'
import type { CellRange } from './cell-range.ts'
import type { CommentsPlan } from './plan-comments.ts'

/** A column of ours in somebody's sheet. */
export interface EnrichmentColumn {
  heading: string
  /** In characters. */
  width: number
  /** Number format of numbers that bring none. */
  format?: string
  /** Green at 0, yellow at 5, red at 10. */
  hasColourScale?: boolean
  /** The 0-based column of the sheet that it takes the place of; default: the one that is headed like it. */
  at?: number
}

/** What is shown of cells that somebody should look at, without a change to any of them. */
export interface SheetHighlights {
  areas: readonly HighlightedArea[]
  notes: readonly CellComment[]
}

export interface HighlightedArea {
  range: CellRange
  mark: CellHighlight
}

/** Columns, or marks: what an earlier run marked goes with either. */
export interface SheetEnrichmentRequest {
  /** The worksheet, as the workbook names it. */
  sheet: string
  /** 1-based. */
  headingRow: number
  /** What the heading row shows, by column. */
  headings: readonly (string | undefined)[]
  /** The last row that gets cells. */
  lastRow: number
  columns: readonly EnrichmentColumn[]
  marks?: SheetHighlights
}

export interface EnrichmentRequest {
  file: string
  /** A word that our headings show before them (not in their values). */
  stamp?: string | undefined
  sheets: readonly SheetEnrichmentRequest[]
  /**
   * Cells of theirs are typed over, as somebody would in the program: the columns stay theirs, and links and filters as
   * they are. @default the columns are ours
   */
  isTypedOver?: boolean
}

export interface PlannedColumn extends EnrichmentColumn {
  /** 0-based. */
  index: number
  /** False for one that is there and is filled again. */
  isNew: boolean
}

/** What is to become of one worksheet. */
export interface SheetEnrichment {
  sheet: string
  /** Its place in the workbook's list of sheets. */
  position: number
  part: string
  headingRow: number
  lastRow: number
  /** In the order they were asked for; none where cells are marked only. */
  columns: readonly PlannedColumn[]
  /** The columns are theirs. */
  isTypedOver: boolean
  marks: readonly HighlightedArea[]
  /** What becomes of its comments; undefined where nothing does. */
  notes: CommentsPlan | undefined
  /** `x:` or nothing. */
  prefix: string
  /** As they are in the file: what stands before its rows, and what stands behind them. */
  head: string
  tail: string
  /** The style of the heading beside ours. */
  headingStyle: string
  /** What our headings show before them. */
  stamp: string | undefined
  /** The filter over the rows, as it will be. */
  filter: CellRange | undefined
  /** The part of the table that grows, as it will be. */
  table: { part: string; text: string } | undefined
  /** What is printed from now on, when a page would be as wide as all columns. */
  printArea: CellRange | undefined
}

export type EnrichmentDecision =
  | {
      kind: 'safe'
      file: string
      /** What the copy's name must end in: a program refuses macros under another one. */
      extension: '.xlsx' | '.xlsm'
      sheets: readonly SheetEnrichment[]
      /** A formula is replaced: the order of calculation that the file keeps goes. */
      dropsCalcChain: boolean
      /** What its user should know, one sentence each. */
      remarks: readonly string[]
    }
  /** `reason` is a clause: "the workbook is digitally signed". */
  | { kind: 'new-workbook'; reason: string }

export type EnrichmentPlan = Extract<EnrichmentDecision, { kind: 'safe' }>
