import type { LedgerStatus, RunChoice } from '../port/reports.ts'
import { readRuns } from '../store/run-status.ts'
import { isLocked } from './file/lock.ts'
import { findRealFile } from './file/real-file.ts'
import type { FileStore } from './file-store.ts'
import { readHolder } from './holders.ts'

export async function readRunStatus(store: FileStore, file: string, choice: RunChoice): Promise<LedgerStatus> {
  // A dead process is still recorded in the ledger; only the lock counts.
  const holder = isLocked(findRealFile(file)) ? readHolder(store.db) : undefined
  const isRunning = holder === undefined ? 'FALSE' : `runs.ended_at IS NULL AND holder_id = ${holder.id}`
  return { holder: holder?.description, runs: await readRuns(store, choice, isRunning) }
}
