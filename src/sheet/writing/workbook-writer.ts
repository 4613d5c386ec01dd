import type { Cell } from '../cell.ts'
import type { ChartSpec } from './chart.ts'

/** A cell to write. Number formats (`f`) are kept; text is text, whatever it starts with. */
export type OutputCell = (
  | Cell
  /** Links to `href` when that is an http or https address, else plain text. CSV: the address. */
  | { t: 'link'; v: string; href: string }
  /** Links to a cell of this workbook; `sheet` as `SheetOut.finish` names it. CSV: the text. */
  | { t: 'jump'; v: string; sheet: string; cell: string }
) &
  CellAnnotation

/** What is said about a cell, beside what it holds. CSV: left out. */
export interface CellAnnotation {
  /** Filled red or yellow, also when it is empty. */
  mark?: CellHighlight
  /** A line that heads others: bold, and large or shaded. */
  look?: CellEmphasis
  /** A comment; each is held in memory until its sheet is finished. */
  note?: string
}

export type CellEmphasis = 'title' | 'heading'

export type CellHighlight = 'wrong' | 'doubtful'

export interface OutputColumn {
  heading: string
  /** In characters; default: by the heading. */
  width?: number
  /** Number format of numbers that bring none. */
  format?: string
  /** Green at 0, yellow at 5, red at 10. */
  hasColourScale?: boolean
  /** The values to choose from, or where they stand (`Lists!$A$2:$A$120`), for lists above 255 characters. */
  dropDown?: readonly string[] | { range: string }
  /** Long text is broken into lines. */
  isWrapped?: boolean
  /** A comment on the heading. */
  note?: string
  /** For people to type in: how empty cells are formatted, and what the spreadsheet program takes. */
  entry?: InputRule
}

export type InputRule =
  /** Digits stay as they are typed: 00123. */
  | { kind: 'text' }
  /** `notBefore`: the 0-based column of a date that it must not lie before. */
  | { kind: 'date'; notBefore: number | undefined; error: string }
  /** A whole number of 0 or more. */
  | { kind: 'integer'; error: string }

export interface OutputSheet {
  /** Made legal and unique; see `SheetOut.finish` for the name it got. */
  name: string
  columns: readonly OutputColumn[]
  /** The rows themselves: in a workbook that is marked, its columns are marked, not the sheet as one about them. */
  isInputSheet?: boolean
  /** Row 1 holds the headings, in bold and frozen. Default: true. */
  hasHeadings?: boolean
  hasAutoFilter?: boolean
  /** So many columns from the left stay where they are, beside the headings. */
  frozenColumns?: number
  /** What of it is printed: `A1:L40`. Default: all. */
  printed?: string
  /** Drawn by the spreadsheet program of cells of this sheet. */
  charts?: readonly ChartSpec[]
  /** Drop-downs and checks of what is typed reach at least this many rows. Default: 1,000. */
  entryRows?: number
}

/** A file being written: sheets one after another, in tab order. */
export interface WorkbookWriter {
  addSheet(plan: OutputSheet): SheetWriter
  /** Resolves when the last byte is with the operating system. */
  finish(): Promise<void>
  /** Stops writing and lets go of the file, which stays behind incomplete. */
  abort(): Promise<void>
}

export interface SheetWriter {
  /** Resolves when the next row may come. */
  write(cells: readonly OutputCell[]): Promise<void>
  finish(): Promise<WrittenSheet[]>
}

/** A sheet as written; a plan with more rows than a sheet holds becomes several. */
export interface WrittenSheet {
  name: string
  /** Without the headings. */
  rows: number
  hasHeadings: boolean
}

/** Where the data row of this 0-based index stands, for a link to it. */
export function locateRow(sheets: readonly WrittenSheet[], index: number): { sheet: string; row: number } | undefined {
  let rest = index
  for (const { name, rows, hasHeadings } of sheets) {
    if (rest < rows) return { sheet: name, row: rest + (hasHeadings ? 2 : 1) }
    rest -= rows
  }
  return undefined
}
