/** Records of one table, column by column. */
export interface TablePage {
  table: string
  records: readonly Readonly<Record<string, unknown>>[]
}

/** The columns of a table where the records go. */
export type ColumnsOf = (table: string) => readonly string[]
