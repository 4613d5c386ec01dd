import type { Queryable } from './queryable.ts'

/**
 * The differences between SQLite and PostgreSQL. All else is written in words that both know: places as `$1`, used more
 * than once, `"camelCase"` names, flags as 0 and 1, `CAST(… AS bigint)`, `string_agg`, `RETURNING`, `SELECT 1`.
 */
export interface Dialect {
  /** A condition behind a column: it is one of the values in the list at a place. */
  anyOf(place: string): string
  /** The field of a JSON text that a place names, as text. */
  field(json: string, place: string): string
  /** Ordered by code points, independent of the database's collation. */
  byCode(text: string): string
  /** The bytes of a hexadecimal text. */
  fromHex(text: string): string
  /** The names of a table's columns that this user may read. The table's name is at `$1`. */
  selectColumns: string
  /**
   * The records of a table for each value of a list, looked up one by one. With outdated statistics PostgreSQL would
   * scan the whole table instead.
   */
  forEachOf(list: string, table: string, columns: string, condition: (value: string) => string): string
  /** The submission of each row, by its id: `LEFT` keeps rows without one. Else PostgreSQL may scan all submissions. */
  eachSubmission(kind: 'LEFT' | 'INNER'): string
  /** A column by which nothing is looked up here: SQLite would choose an index of many records. */
  noIndex(column: string): string
  /** For a line of the log: its request, if a later one has replaced it, and the login that wrote it. */
  requestAtAttempt: string
  attemptLogin: string
  /** Ends a SELECT of records that must not change before the transaction ends. */
  forUpdate: string
  /** Until the end of the transaction no other one that locks this name goes on. */
  lock(statements: Queryable, name: string): Promise<unknown>
}

export const sqliteDialect: Dialect = {
  anyOf: (place) => `IN (SELECT value FROM json_each(${place}))`,
  field: (json, place) => `${json} ->> ${place}`,
  byCode: (text) => text,
  fromHex: (text) => `unhex(${text})`,
  selectColumns: 'SELECT name FROM pragma_table_info($1)',
  forEachOf: (list, table, columns, condition) =>
    `SELECT ${columns} FROM (SELECT value FROM json_each(${list})) AS wanted CROSS JOIN ${table} ON ${condition('wanted.value')}`,
  eachSubmission: (kind) => `${kind} JOIN submissions ON submissions.id = rows.submission_id`,
  noIndex: (column) => `+${column}`,
  requestAtAttempt: 'NULL',
  attemptLogin: 'NULL',
  // A transaction that may write excludes all others from its beginning.
  forUpdate: '',
  lock: async () => {},
}

const ofRow = '(SELECT * FROM submissions AS one WHERE one.id = rows.submission_id OFFSET 0) AS submissions'

export const postgresDialect: Dialect = {
  anyOf: (place) => `= ANY(${place})`,
  field: (json, place) => `${json}::json ->> ${place}`,
  byCode: (text) => `(${text}) COLLATE "C"`,
  fromHex: (text) => `decode(${text}, 'hex')`,
  selectColumns: `SELECT column_name AS name FROM information_schema.columns
     WHERE table_schema = current_schema() AND table_name = $1 AND data_type NOT LIKE 'timestamp%'`,
  forEachOf: (list, table, columns, condition) =>
    `SELECT found.* FROM unnest(${list}::text[]) AS wanted (value)
      CROSS JOIN LATERAL (SELECT ${columns} FROM ${table} WHERE ${condition('wanted.value')} OFFSET 0) AS found`,
  eachSubmission: (kind) => (kind === 'LEFT' ? `LEFT JOIN LATERAL ${ofRow} ON TRUE` : `CROSS JOIN LATERAL ${ofRow}`),
  noIndex: (column) => column,
  requestAtAttempt: `(SELECT earlier.request FROM earlier_versions AS earlier
    WHERE earlier.submission_id = attempts.submission_id AND earlier.last_attempt >= attempts.id
    ORDER BY earlier.last_attempt LIMIT 1)`,
  attemptLogin: 'attempts.login',
  forUpdate: 'FOR NO KEY UPDATE',
  lock: (statements, name) => statements.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 1))', [name]),
}
