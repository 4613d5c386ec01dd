/** Values stand at `$1`, `$2` … in a text. `name`: of a frequent statement, which a database prepares once. */
export interface Queryable {
  query<Row = unknown>(text: string, values?: readonly unknown[], name?: string): Promise<Row[]>
}

/** The result of a `SELECT … AS count`. */
export async function readCount(store: Queryable, text: string, values: readonly unknown[] = []): Promise<number> {
  const [found] = await store.query<{ count: number }>(text, values)
  return found?.count ?? 0
}

/** The values of a `SELECT` of one column. */
export async function readColumn<Value>(
  store: Queryable,
  text: string,
  values: readonly unknown[] = [],
): Promise<Value[]> {
  const found = await store.query<Record<string, Value>>(text, values)
  return found.flatMap((record) => Object.values(record))
}

export type Nullable<Facts> = { [Name in keyof Facts]: Facts[Name] | null }

/** Records of one table, column by column. */
export interface TablePage {
  table: string
  records: readonly Readonly<Record<string, unknown>>[]
}

/** The columns of a table where the records go. */
export type ColumnsOf = (table: string) => readonly string[]
