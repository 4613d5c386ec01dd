import type { Database } from '../../support/sqlite.ts'

/** What only one row of a sheet may have, while the sheet is being loaded. */
export interface Claims {
  /** The first row that has one of these already, and which. */
  find(runId: number, claims: readonly string[]): { claim: string; sheet: number; rowNumber: number } | undefined
  add(runId: number, claims: readonly string[], row: { sheet: number; rowNumber: number }): void
}

/** Kept in the database's temporary part: gone with the connection, and not in memory. */
export function createClaims(db: Database): Claims {
  db.exec(
    `CREATE TEMP TABLE IF NOT EXISTS claims (
       run_id INTEGER NOT NULL, claim TEXT NOT NULL, sheet INTEGER NOT NULL, row_number INTEGER NOT NULL,
       PRIMARY KEY (run_id, claim)
     ) WITHOUT ROWID`,
  )
  const select = db.prepare<[number, string], { sheet: number; rowNumber: number }>(
    'SELECT sheet, row_number AS rowNumber FROM temp.claims WHERE run_id = ? AND claim = ?',
  )
  const insert = db.prepare(
    'INSERT INTO temp.claims (run_id, claim, sheet, row_number) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING',
  )
  return {
    find(runId, claims) {
      for (const claim of claims) {
        const holder = select.get(runId, claim)
        if (holder !== undefined) return { claim, ...holder }
      }
      return undefined
    },
    add(runId, claims, { sheet, rowNumber }) {
      for (const claim of claims) insert.run(runId, claim, sheet, rowNumber)
    },
  }
}
