import type { AttemptFacts } from '../port/attempts.ts'
import type { Dialect } from './dialect.ts'

/** Values stand at `$1`, `$2` … in a text. `name`: of a frequent statement, which a database prepares once. */
export interface Queryable {
  query<Row = unknown>(text: string, values?: readonly unknown[], name?: string): Promise<Row[]>
}

export async function execute(store: Queryable, text: string, values: readonly unknown[]): Promise<void> {
  await store.query(text, values)
}

export async function readFirst<Row>(
  store: Queryable,
  text: string,
  values: readonly unknown[],
): Promise<Row | undefined> {
  return (await store.query<Row>(text, values))[0]
}

/** The first value of a `SELECT`; undefined where there is none, or null. */
export async function readValue<Value>(
  store: Queryable,
  text: string,
  values: readonly unknown[] = [],
): Promise<Value | undefined> {
  const [found] = await store.query<Record<string, Value | null>>(text, values)
  return Object.values(found ?? {})[0] ?? undefined
}

export async function readCount(store: Queryable, text: string, values: readonly unknown[] = []): Promise<number> {
  return (await readValue<number>(store, text, values)) ?? 0
}

/** The values of a `SELECT` of one column. */
export async function readValues<Value>(
  store: Queryable,
  text: string,
  values: readonly unknown[] = [],
): Promise<Value[]> {
  return (await store.query<Record<string, Value>>(text, values)).flatMap((record) => Object.values(record))
}

const pageSize = 1_000

/**
 * Page by page: there may be a million. `text` ends with its order, by numbers from 0; its first places are those of the
 * last record in these columns, and `values` follow them.
 */
export async function* inPages<Found extends object>(
  statements: Queryable,
  text: string,
  order: readonly (keyof Found)[],
  values: readonly unknown[] = [],
): AsyncGenerator<Found> {
  for (let after: readonly unknown[] = order.map(() => -1); ; ) {
    const page = await statements.query<Found>(`${text} LIMIT ${pageSize}`, [...after, ...values])
    yield* page
    const last = page.at(-1)
    if (last === undefined || page.length < pageSize) return
    after = order.map((column) => last[column])
  }
}

export type Nullable<Facts> = { [Name in keyof Facts]: Facts[Name] | null }

/** For few records: undefined in the place of null. */
export function withoutNulls<Facts>(record: Nullable<Facts>): Facts {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, value ?? undefined])) as Facts
}

export interface TablePage {
  table: string
  records: readonly Readonly<Record<string, unknown>>[]
}

/** The columns of a table where the records go. */
export type ColumnsOf = (table: string) => readonly string[]
export type TableReader = (columnsOf: ColumnsOf) => AsyncIterable<TablePage>

/** Statements in the words of one kind of ledger. */
export interface Reader extends Queryable {
  readonly dialect: Dialect
  readonly checks: RecordChecks
}

/** The tables of a ledger of either kind. */
export interface Store extends Reader {
  /** All or nothing. `work` may run more than once, uses only its own statements, and has no other effects. */
  transaction<Result>(work: (statements: Reader) => Promise<Result>): Promise<Result>
  /** In pages, from one snapshot. Only on a connection that nothing is written on. */
  stream<Row>(text: string, values?: readonly unknown[]): AsyncGenerator<Row[]>
  /** Passes on the rows of a statement one by one, from one snapshot: they are never all in memory. */
  each<Row>(text: string, values: readonly unknown[], see: (row: Row) => void): Promise<void>
}

/** The tables of a ledger, to be read. */
export interface ReadingStore<Own extends Store = Store> {
  name: string
  store: Own
  close(): Promise<void>
}

export interface Located {
  id?: number | null
  rowNumber?: number | null
  row_number?: number
}

export interface RowContents {
  sheet: number
  row_number: number
  cells: string
  warnings: string | null
}

export type LogLine = Nullable<AttemptFacts>

/** Checksums of records; empty in a database, which verifies its pages. Columns and assignments begin with a comma. */
export const noChecks = {
  /** Of a submission of this table; without the content it is enough for polling, and costs half. */
  columns: (_table?: string, _hasContent?: boolean): string => '',
  /** Returns what was found, without these columns. @throws BatchError `ledger` when they do not match. */
  verify: <Found extends Located>(found: Found): Found => found,
  rowColumns: '',
  verifyRow(_found: RowContents): void {},
  /** The value of `cells_sum` for a row, or none. */
  sumOfRow: (_row: RowContents): number[] => [],
  /** The present content of these submissions counts as correct: call it where they were verified before. */
  resum(_ids: readonly number[]): void {},
  /** Columns that change with `accepted_at`, and their values. */
  ofAcceptance: (_at: number): Readonly<Record<string, number | null>> => ({}),
  lineColumns: '',
  verifyLine(_found: LogLine & { submissionId: number | null }): void {},
  /** The value of `line_sum` for a line of the log, or none. */
  sumOfLine: (_submissionId: number | null, _line: LogLine): number[] => [],
}

export type RecordChecks = typeof noChecks

/** PostgreSQL stores neither NUL nor half a surrogate pair in a text; an outcome must not be lost because of one. */
export function storable<Value>(value: Value): Value {
  return (typeof value === 'string' ? value.replace(/[\0\p{Surrogate}]/gu, '\uFFFD') : value) as Value
}

export function toJson(records: readonly object[]): string {
  const json = JSON.stringify(records)
  if (!/\\u(?:0000|d[89a-f])/.test(json)) return json
  return JSON.stringify(records, (_, value) => (typeof value === 'string' ? storable(value) : value))
}
