import { isOneOf } from '../../state-sql.ts'

export const tableOfRows = (name: string, states: readonly string[]): string => `CREATE TABLE ${name} (
  run_id        INTEGER NOT NULL REFERENCES runs (id),
  seq           INTEGER NOT NULL,
  sheet         INTEGER NOT NULL,
  row_number    INTEGER NOT NULL,
  is_hidden     INTEGER NOT NULL,
  cells         TEXT NOT NULL,
  warnings      TEXT,
  order_key     TEXT,
  request_hash  BLOB,
  ordinal       INTEGER,
  submission_id INTEGER REFERENCES submissions (id),
  held          TEXT CHECK ${isOneOf('held', states)},
  detail        TEXT,
  was_done      INTEGER NOT NULL DEFAULT 0,
  was_named     INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (run_id, seq),
  CHECK (held IS NOT NULL OR submission_id IS NOT NULL)
) STRICT, WITHOUT ROWID`

export const indexesOfRows = `CREATE INDEX rows_by_submission ON rows (submission_id) WHERE submission_id IS NOT NULL;
  CREATE INDEX rows_by_order ON rows (run_id, order_key, seq) WHERE order_key IS NOT NULL;
  CREATE INDEX rows_by_content ON rows (run_id, request_hash, ordinal) WHERE request_hash IS NOT NULL;`

/** For rows that may have further states; `added`: columns of later steps, in their order. */
export function replaceRows(states: readonly string[], added: readonly string[] = []): string {
  return `${tableOfRows('rows_anew', states)};
  ${added.map((column) => `ALTER TABLE rows_anew ADD COLUMN ${column};`).join('\n')}
  INSERT INTO rows_anew SELECT * FROM rows;
  DROP TABLE rows;
  ALTER TABLE rows_anew RENAME TO rows;
  ${indexesOfRows}`
}
