import type { LedgerStatus } from '../port/reports.ts'
import { readRuns } from '../store/run-status.ts'
import { isLocked } from './file/lock.ts'
import { findRealFile } from './file/real-file.ts'
import { FileStore } from './file-store.ts'
import { readHolder } from './holders.ts'
import { openLedgerForReading } from './open.ts'

export async function readRunStatus(
  ledgerFile: string,
  choice: { input?: string | undefined; runId?: number | undefined },
): Promise<LedgerStatus> {
  const db = openLedgerForReading(ledgerFile)
  try {
    // A dead process is still recorded in the ledger; only the lock counts.
    const holder = isLocked(findRealFile(ledgerFile)) ? readHolder(db) : undefined
    const isRunning = holder === undefined ? 'FALSE' : `runs.ended_at IS NULL AND holder_id = ${holder.id}`
    return { holder: holder?.description, runs: await readRuns(new FileStore(db), choice, isRunning) }
  } finally {
    db.close()
  }
}
