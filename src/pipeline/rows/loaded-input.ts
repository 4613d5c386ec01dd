/** Kept in the ledger, for the output. */
export interface SheetColumns {
  /** Headings from the first column to the last one used; empty where a column has none. */
  headings: string[]
  fields: Record<string, number>
  /** For a CSV input. */
  delimiter?: string
}

export interface LoadedSheet {
  /** The worksheet that was read; the file's base name for CSV. */
  name: string
  rows: number
  columns: SheetColumns
  /** Position of its rows in a workbook; undefined for CSV. */
  table?: TableRange | undefined
}

export interface TableRange {
  headingRow: number
  /** Last row that is neither a total nor a note below the table; the row of the headings where there is none. */
  lastRow: number
  /** Number of the run's rows in it. */
  rows: number
  /** Heading of a result column → index of the column that it replaces. */
  refilled: ReadonlyMap<string, number>
}

/** A used entry of a fix list, with the number of cells. */
export interface FixUse {
  field: string
  /** Empty text: for empty cells. */
  written: string
  meant: string
  count: number
}

export interface LoadedInput {
  runId: number
  /** In the order of their rows in the run. */
  sheets: readonly LoadedSheet[]
  rows: number
  /** Corrections of cells by fix lists. @default none */
  fixes?: readonly FixUse[]
  /** Answers in the sheet Changed that could not be read: reference → text. @default none */
  unclear?: Readonly<Record<string, string>>
  /** The run's own copy of the workbook as it was read; undefined where no output is made from it. */
  copy?: string | undefined
  /** Worksheets of the file that were not read. @default none */
  unread?: readonly string[]
}

/** Empty for CSV. */
export function sheetsRead({ sheets }: Pick<LoadedInput, 'sheets'>): { name: string; rows: number }[] {
  return sheets.flatMap(({ name, rows, columns }) => (columns.delimiter === undefined ? { name, rows } : []))
}
