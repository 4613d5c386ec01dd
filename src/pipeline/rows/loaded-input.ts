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
}

/** What one run has read. */
export interface LoadedInput {
  runId: number
  /** In the order in which their rows stand in the run. */
  sheets: readonly LoadedSheet[]
  /** Of all sheets. */
  rows: number
  /** Cells that were taken for another value than they hold. @default 0 */
  corrections?: number
}

/** What was read of a workbook; none for CSV. */
export function sheetsRead({ sheets }: Pick<LoadedInput, 'sheets'>): { name: string; rows: number }[] {
  return sheets.flatMap(({ name, rows, columns }) => (columns.delimiter === undefined ? { name, rows } : []))
}
