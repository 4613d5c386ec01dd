/** Values stand at `$1`, `$2` … in a text. */
export interface Queryable {
  query<Row = unknown>(text: string, values?: readonly unknown[]): Promise<Row[]>
}
