/** Values stand at `$1`, `$2` … in a text. */
export interface Queryable {
  query<Row = unknown>(text: string, values?: readonly unknown[]): Promise<Row[]>
}

/** Records of one table, column by column. */
export interface TablePage {
  table: string
  records: readonly Readonly<Record<string, unknown>>[]
}

/** The columns of a table where the records go. */
export type ColumnsOf = (table: string) => readonly string[]
