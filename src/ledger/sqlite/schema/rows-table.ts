import { rowIndexes, sqliteRows } from '../../store/tables.ts'

export const tableOfRows = (name: string, states: readonly string[]): string =>
  `CREATE TABLE ${name} (${sqliteRows(states)}) STRICT, WITHOUT ROWID`

export const indexesOfRows = `${rowIndexes}
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
