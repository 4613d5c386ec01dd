import type { Database } from '../../../support/sqlite.ts'
import type { RowPosition, UniqueKeyOwner } from '../../matching/lookup.ts'

export interface UniqueKeys {
  find(runId: number, claims: readonly string[]): UniqueKeyOwner[]
  add(runId: number, claimed: readonly UniqueKeyOwner[]): void
}

/** In a temporary table: deleted with the connection, and not in memory. */
export function createUniqueKeys(db: Database): UniqueKeys {
  db.exec(
    `CREATE TEMP TABLE IF NOT EXISTS claims (
       run_id INTEGER NOT NULL, claim TEXT NOT NULL, sheet INTEGER NOT NULL, row_number INTEGER NOT NULL,
       PRIMARY KEY (run_id, claim)
     ) WITHOUT ROWID`,
  )
  const select = db.prepare<[string, number], RowPosition & { key: number }>(
    `SELECT key, sheet, row_number AS rowNumber FROM json_each(?) CROSS JOIN temp.claims ON run_id = ? AND claim = value`,
  )
  const insert = db.prepare<[number, string]>(
    `INSERT INTO temp.claims (run_id, claim, sheet, row_number)
     SELECT ?, value ->> 'claim', value ->> 'sheet', value ->> 'rowNumber' FROM json_each(?)`,
  )
  return {
    find: (runId, claims) =>
      select.all(JSON.stringify(claims), runId).map(({ key, ...at }) => ({ claim: claims[key] ?? '', ...at })),
    add(runId, claimed) {
      if (claimed.length > 0) insert.run(runId, JSON.stringify(claimed))
    },
  }
}
