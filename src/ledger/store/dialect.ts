import { unansweredStates } from '../../contract/states.ts'
import { listOf } from '../state-sql.ts'

const ofContent = 'FROM rows WHERE run_id = $1 AND request_hash = unhex(wanted.value) ORDER BY ordinal'

/**
 * The differences between SQLite and PostgreSQL. All else is written in words that both know: places as `$1`, used more
 * than once, `"camelCase"` names, flags as 0 and 1, `CAST(… AS bigint)`, `string_agg`, `RETURNING`, `SELECT 1`.
 */
export const sqliteDialect = {
  /** A condition behind a column: it is one of the values in the list at a place. */
  anyOf: (place: string) => `IN (SELECT value FROM json_each(${place}))`,
  /** The field of a JSON text that a place names, as text. */
  field: (json: string, place: string) => `${json} ->> ${place}`,
  withoutFields: (json: string, names: readonly string[]) =>
    `json_remove(${json}, ${names.map((name) => `'$.${name}'`).join(', ')})`,
  /** The JSON text, if any, with the fields of the one at a place. */
  merged: (json: string, place: string) => `json_patch(COALESCE(${json}, '{}'), ${place})`,
  /** Ordered by code points, independent of the database's collation. */
  byCode: (text: string) => text,
  fromHex: (text: string) => `unhex(${text})`,
  /** Bytes as a hexadecimal text in lower case. */
  toHex: (bytes: string) => `lower(hex(${bytes}))`,
  /** The texts of the list at a place, as `value`, with their `position` from 0. */
  listed: (place: string) => `(SELECT key AS position, value FROM json_each(${place})) AS listed`,
  /** The records at `$1` as JSON (`toJson`), as a table with these columns: `runId bigint, seq integer`. */
  records: (name: string, columns: string) =>
    `(SELECT ${columns.replace(/(\w+) \w+/g, `value ->> '$1' AS "$1"`)} FROM json_each($1)) AS ${name}`,
  /** The names of a table's columns that this user may read. The table's name is at `$1`. */
  selectColumns: 'SELECT name FROM pragma_table_info($1)',
  /** Submissions for each value of the list at `$1`, looked up one by one: never a scan of the whole table. */
  forEachOf: (columns: string, condition: (value: string) => string) =>
    `SELECT ${columns} FROM (SELECT value FROM json_each($1)) AS wanted CROSS JOIN submissions ON ${condition('wanted.value')}`,
  /** For each content (hexadecimal, a list at `$2`) in rows of run `$1`: the first row, and the last ordinal. */
  selectContents: `SELECT wanted.value AS hash, sheet, row_number AS rowNumber, ordinal, submission_id AS submissionId,
           (SELECT ordinal ${ofContent} DESC LIMIT 1) AS last
      FROM json_each($2) AS wanted CROSS JOIN rows ON run_id = $1 AND seq = (SELECT seq ${ofContent}, seq LIMIT 1)`,
  /**
   * Submissions of operation `$1` and target `$2`, by age: `$4` ordinals of each content and ordinal in `$3` (`toJson`),
   * those with an identifier in the list `$5`, and those in `$6`. Each by itself, not by a scan.
   */
  selectKnown: (columns: string) => `SELECT ${columns}, found.identifier FROM (
      SELECT same.id, NULL AS identifier FROM json_each($3) AS place CROSS JOIN submissions AS same
          ON same.operation = $1 AND same.target_id = $2 AND same.request_hash = unhex(place.value ->> 'hash')
         AND same.ordinal >= place.value ->> 'ordinal' AND same.ordinal < (place.value ->> 'ordinal') + $4
      UNION ALL SELECT named.id, named.identifier FROM json_each($5) CROSS JOIN submissions AS named
          ON named.identifier = value AND named.operation = $1 AND named.target_id = $2
      UNION ALL SELECT value, NULL FROM json_each($6)) AS found
     CROSS JOIN submissions ON submissions.id = found.id ORDER BY submissions.id`,
  /**
   * For rows of run `$1` that are ready or being sent: `state`, `name` and `rows` of each sender, and the time since its
   * last heartbeat. In a file, of rows that are ready one is enough; few are being sent, and they are in an index.
   */
  selectOpenRows: `SELECT 'ready' AS state, '' AS name, 1 AS rows, NULL AS heardMs FROM (
      SELECT 1 FROM rows JOIN submissions ON submissions.id = rows.submission_id
       WHERE rows.run_id = $1 AND rows.held IS NULL AND submissions.state = 'ready' LIMIT 1)
     UNION ALL
    SELECT state, COALESCE(account || '@' || machine, ''), COUNT(*), NULL FROM submissions
      LEFT JOIN holders ON holders.id = submissions.holder
     WHERE state = 'sending' AND EXISTS (
       SELECT 1 FROM rows WHERE rows.submission_id = submissions.id AND rows.run_id = $1 AND rows.held IS NULL) GROUP BY 1, 2`,
  /** The submission of each row, by its id: `LEFT` keeps rows without one. Else PostgreSQL may scan all submissions. */
  eachSubmission: (kind: 'LEFT' | 'INNER') => `${kind} JOIN submissions ON submissions.id = rows.submission_id`,
  /** A column by which nothing is looked up here: SQLite would choose an index of many records. */
  noIndex: (column: string) => `+${column}`,
  /** For a line of the log: the login that wrote it. */
  attemptLogin: 'NULL',
  /** The next turn of a submission with an order key. */
  nextTurn: `CASE WHEN order_key IS NULL THEN NULL ELSE (
  SELECT COALESCE(MAX(other.turn), 0) + 1 FROM submissions AS other
   WHERE other.order_key = submissions.order_key AND other.operation = submissions.operation
     AND other.target_id = submissions.target_id) END`,
  /** Ends a SELECT of records that must not change before the transaction ends; one in a file excludes all others. */
  forUpdate: '',
  /** The same, without those that another transaction is changing. */
  skipLocked: '',
  /** The same for records to be deleted, also without those that another transaction is about to refer to. */
  skipReferenced: '',
  /** Rows that one statement may write: in a file all other work of the process waits for it. */
  rowsAtOnce: 2_000,
  /** No process carries it out, and no worker will; for a row of `runs`. */
  isRunOver: `(runs.ended_at IS NOT NULL OR runs.waits_for IS NOT 'second person' AND runs.holder_id IS NOT (SELECT MAX(id) FROM holders))`,
  /** For a run `earlier` of the file that `this` run reads: it was of the same file system. */
  isOfSameMachine: 'TRUE',
  /** By several machines: the same path is another file on another one, and records of files name the machine. */
  isShared: false,
  /** Until the end of the transaction no other one that locks the name at `$1` goes on. */
  lock: 'SELECT $1',
  /** Until the end of the transaction none that locks the name at `$1` goes on; others that share it do. */
  share: 'SELECT $1',
  /** The id that a sheet's input gets if it is new, reserved when the run begins; where ids are reserved. */
  ownInput: undefined as { column: string; next: string } | undefined,
}

export type Dialect = typeof sqliteDialect

/** A holder without a heartbeat counts as alive this long, by the database's clock. */
export const leaseMs = 20_000

/** A holder with a lease; for a row of `holders`. */
export const isAlive = `(holders.reaped_at IS NULL AND holders.ended_at IS NULL AND holders.lease_until > clock_timestamp())`

const ofRow = '(SELECT * FROM submissions AS one WHERE one.id = rows.submission_id OFFSET 0) AS submissions'

export const postgresDialect: Dialect = {
  anyOf: (place) => `= ANY(${place})`,
  field: (json, place) => `${json}::json ->> ${place}`,
  withoutFields: (json, names) => `(${json}::jsonb${names.map((name) => ` - '${name}'`).join('')})::text`,
  merged: (json, place) =>
    `CASE WHEN ${json} IS NULL THEN ${place}::text ELSE (${json}::jsonb || ${place}::text::jsonb)::text END`,
  byCode: (text) => `(${text}) COLLATE "C"`,
  fromHex: (text) => `decode(${text}, 'hex')`,
  toHex: (bytes) => `encode(${bytes}, 'hex')`,
  listed: (place) =>
    `(SELECT position - 1 AS position, value FROM unnest(${place}::text[]) WITH ORDINALITY AS each (value, position)) AS listed`,
  records: (name, columns) => `json_to_recordset($1) AS ${name} (${columns.replace(/(\w+) (\w+)/g, '"$1" $2')})`,
  selectColumns: `SELECT column_name AS name FROM information_schema.columns
     WHERE table_schema = current_schema() AND table_name = $1 AND data_type NOT LIKE 'timestamp%'`,
  forEachOf: (columns, condition) =>
    `SELECT found.* FROM unnest($1::text[]) AS wanted (value)
      CROSS JOIN LATERAL (SELECT ${columns} FROM submissions WHERE ${condition('wanted.value')} OFFSET 0) AS found`,
  // By content, never by run: with statistics of earlier runs it would scan all rows of this run for each content.
  selectContents: `SELECT wanted.hash, first.*,
           (SELECT MAX(ordinal) FROM rows WHERE request_hash = decode(wanted.hash, 'hex') AND run_id + 0 = $1) AS last
      FROM unnest($2::text[]) AS wanted (hash)
     CROSS JOIN LATERAL (
       SELECT sheet, row_number AS "rowNumber", ordinal, submission_id AS "submissionId" FROM rows
        WHERE request_hash = decode(wanted.hash, 'hex') AND run_id + 0 = $1 ORDER BY ordinal NULLS FIRST, seq LIMIT 1) AS first`,
  // With `OFFSET 0` each content by itself: with outdated statistics the database would scan the whole table each time.
  selectKnown: (columns) => `SELECT ${columns}, found.identifier FROM (
      SELECT same.id, NULL AS identifier FROM json_to_recordset($3) AS place (hash text, ordinal integer)
       CROSS JOIN LATERAL (
        SELECT id FROM submissions WHERE operation = $1 AND target_id = $2 AND request_hash = decode(place.hash, 'hex')
           AND ordinal >= place.ordinal AND ordinal < place.ordinal + $4 OFFSET 0) AS same
      UNION ALL SELECT named.id, named.identifier FROM submissions AS named
        WHERE named.identifier = ANY($5) AND named.operation = $1 AND named.target_id = $2
      UNION ALL SELECT first, NULL FROM unnest($6::bigint[]) AS first) AS found
     JOIN submissions ON submissions.id = found.id ORDER BY submissions.id`,
  selectOpenRows: `SELECT state, COALESCE(account || '@' || machine, '') AS name, COUNT(*) AS rows,
           MIN(extract(epoch FROM clock_timestamp() - lease_until) * 1000)::float8 + ${leaseMs} AS "heardMs"
      FROM rows JOIN submissions ON submissions.id = submission_id
      LEFT JOIN holders ON holders.id = submissions.holder AND state = 'sending'
     WHERE run_id = $1 AND held IS NULL AND state IN ${listOf(unansweredStates)} GROUP BY 1, 2`,
  eachSubmission: (kind) => (kind === 'LEFT' ? `LEFT JOIN LATERAL ${ofRow} ON TRUE` : `CROSS JOIN LATERAL ${ofRow}`),
  noIndex: (column) => column,
  attemptLogin: 'attempts.login',
  nextTurn: `CASE WHEN order_key IS NULL THEN NULL ELSE nextval('turns') END`,
  forUpdate: 'FOR NO KEY UPDATE',
  skipLocked: 'FOR NO KEY UPDATE SKIP LOCKED',
  skipReferenced: 'FOR UPDATE SKIP LOCKED',
  rowsAtOnce: 1_000_000_000,
  isRunOver: `(runs.ended_at IS NOT NULL OR COALESCE(runs.waits_for, 'confirmation') = 'confirmation' AND NOT EXISTS (
    SELECT FROM holders WHERE holders.id = runs.holder_id AND ${isAlive}))`,
  isOfSameMachine: 'earlier.machine = this.machine',
  isShared: true,
  ownInput: { column: 'own_input_id', next: `nextval(pg_get_serial_sequence('inputs', 'id'))` },
  lock: 'SELECT pg_advisory_xact_lock(hashtextextended($1, 1))',
  share: 'SELECT pg_advisory_xact_lock_shared(hashtextextended($1, 1))',
}
