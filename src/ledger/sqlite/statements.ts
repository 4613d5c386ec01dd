import type { KeptStatement } from '../port/attempts.ts'
import { openLedgerForReading } from './open.ts'

/** Oldest first. */
export function readStatements(ledgerFile: string, operation: KeptStatement['operation']): KeptStatement[] {
  const db = openLedgerForReading(ledgerFile)
  try {
    return db
      .prepare<[string], KeptStatement>(
        `SELECT run_id AS runId, attempts.operation, answered_at AS at, outcome, detail, account, machine, file
           FROM attempts JOIN runs ON runs.id = run_id
          WHERE submission_id IS NULL AND attempts.operation = ? ORDER BY attempts.id`,
      )
      .all(operation)
  } finally {
    db.close()
  }
}
