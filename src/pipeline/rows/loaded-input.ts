/** The sheet's columns as the output needs them; kept in the ledger. */
export interface SheetColumns {
  /** Headings from the first column to the last one used; empty where a column has none. */
  headings: string[]
  fields: Record<string, number>
  /** Of a CSV input. */
  delimiter?: string
}

export interface LoadedSheet {
  /** The worksheet that was read; the file's base name for CSV. */
  name: string
  rows: number
  columns: SheetColumns
  /** Where its rows stand in a workbook; none for CSV. */
  table?: TableRange | undefined
}

/** The table that was read of a worksheet. */
export interface TableRange {
  headingRow: number
  /** Its last row that is neither a total nor a note below it; the row of the headings where there is none. */
  lastRow: number
  /** How many rows of the run stand there. */
  rows: number
  /** Heading of a result column → the column that it takes the place of. */
  refilled: ReadonlyMap<string, number>
}

/** An entry of a fix list that was used, and in how many cells. */
export interface FixUse {
  field: string
  /** Empty: in cells left empty. */
  written: string
  meant: string
  count: number
}

/** What one run has read. */
export interface LoadedInput {
  runId: number
  /** In the order in which their rows stand in the run. */
  sheets: readonly LoadedSheet[]
  /** Of all sheets. */
  rows: number
  /** Why cells were taken for another value than they hold. @default none were */
  fixes?: readonly FixUse[]
  /** What people wrote into the sheet Changed and nobody understands: reference → text. @default nothing */
  unclear?: Readonly<Record<string, string>>
  /** A copy of the workbook as it was read, which is the run's own; none where nothing is made from it. */
  copy?: string | undefined
  /** Worksheets of the file that were not read. @default none */
  unread?: readonly string[]
}

/** What was read of a workbook; none for CSV. */
export function sheetsRead({ sheets }: Pick<LoadedInput, 'sheets'>): { name: string; rows: number }[] {
  return sheets.flatMap(({ name, rows, columns }) => (columns.delimiter === undefined ? { name, rows } : []))
}
