import { existsSync } from 'node:fs'
import { openLedgerForReading } from './open.ts'

/** A copy of the ledger as it is now, also while a run is writing it; nothing when there is no ledger yet. */
export function copyLedger(file: string, copy: string): void {
  if (!existsSync(file)) return
  const db = openLedgerForReading(file)
  try {
    db.prepare('VACUUM INTO ?').run(copy)
  } finally {
    db.close()
  }
}
