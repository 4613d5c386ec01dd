import type { Cell } from '../cell.ts'
import type { ChartSpec } from './chart.ts'

/** A cell to write. Number formats (`f`) are kept; text stays text, whatever it starts with. */
export type OutputCell = (
  | Cell
  /** A link when `href` is http or https, else plain text. CSV: the address. */
  /** `label`: shown instead of the text where the link can be followed. */
  | { t: 'link'; v: string; href: string; label?: string }
  /** A link to a cell of this workbook; `sheet` as returned by `SheetWriter.finish`. CSV: the text. */
  | { t: 'jump'; v: string; sheet: string; cell: string }
) & {
  /** Has a line around it, even when empty. */
  mark?: CellHighlight
  look?: CellEmphasis
}

/**
 * Title, section and heading: bold, and large or shaded; `number-heading`: over numbers, `figure`: a large one. Example:
 * to be overwritten. Band: between dashed lines.
 */
export type CellEmphasis =
  | 'title'
  | 'section'
  | 'heading'
  | 'number-heading'
  | 'figure'
  | 'lead'
  | 'note'
  | 'example'
  | 'band'

export type CellHighlight = 'wrong' | 'doubtful'

export interface OutputColumn {
  heading: string
  /** The heading in a workbook, where it differs from that in a CSV file. */
  title?: string
  /** A text in a workbook, where it differs from that in a CSV file. */
  word?: (text: string) => string
  /** In characters. @default by the heading */
  width?: number
  /** For numbers without a format of their own. */
  format?: string
  /** Coloured as scores from 0 to 10. */
  hasColourScale?: boolean
  /** The values, or their range for lists above 255 characters: `Lists!$A$2:$A$120`. */
  dropDown?: readonly string[] | { range: string }
  isWrapped?: boolean
  /** One of a group of columns that starts folded. */
  isFolded?: boolean
  /** What it means, shown where its heading is selected. */
  note?: string
  /** For columns that people fill in: format of empty cells, and allowed values. */
  entry?: InputRule
}

export type InputRule =
  /** Digits stay as typed: 00123. */
  | { kind: 'text' }
  /** `notBefore`: 0-based column of the earliest allowed date. */
  | { kind: 'date'; notBefore: number | undefined; error: string }
  /** A whole number of 0 or more. */
  | { kind: 'integer'; error: string }

export interface OutputSheet {
  /** Made valid and unique; `SheetWriter.finish` returns the final name. */
  name: string
  columns: readonly OutputColumn[]
  /** Contains the rows. In a marked workbook its columns are marked, not the sheet as a result sheet. */
  isInputSheet?: boolean
  /** Row 1 contains the headings, bold and frozen. @default true */
  hasHeadings?: boolean
  /** Rows above the headings, for people. */
  lead?: readonly (readonly OutputCell[])[]
  hasAutoFilter?: boolean
  /** Number of columns on the left that stay visible. */
  frozenColumns?: number
  /** Printed range, `A1:L40`; `none` where people work in a long sheet that no one prints unasked. @default all */
  printed?: string
  /** One page in portrait, if it fits, whatever its width. */
  isUpright?: boolean
  /** Ranges that are coloured as scores, beside whole columns. */
  scored?: readonly string[]
  charts?: readonly ChartSpec[]
  /** Minimum rows for drop-downs and checks of typed values. @default 1,000 */
  entryRows?: number
}

/** One list of columns: each with its heading, its width and its cell. */
export interface Table<Source> extends OutputSheet {
  columns: readonly TableColumn<Source>[]
}

export interface TableColumn<Source> extends OutputColumn {
  cell(source: Source): OutputCell
}

/** Sheets are written one after another, in tab order. */
export interface SheetCollection {
  addSheet(plan: OutputSheet): SheetWriter
}

export interface WorkbookWriter extends SheetCollection {
  /** Resolves when the operating system has the last byte. */
  finish(): Promise<void>
  /** Stops writing and closes the file, which stays behind incomplete. */
  abort(): Promise<void>
}

export interface SheetWriter {
  /** Resolves when the next row may come. */
  write(cells: readonly OutputCell[]): Promise<void>
  finish(): Promise<WrittenSheet[]>
}

/** A plan with more rows than a sheet holds becomes several sheets. */
export interface WrittenSheet {
  name: string
  rows: number
  hasHeadings: boolean
}
