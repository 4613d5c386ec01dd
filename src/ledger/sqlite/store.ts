import { existsSync, statSync } from 'node:fs'
import type { HolderView, LedgerOverview } from '../port/overview.ts'
import type { LedgerStatus, RunChoice } from '../port/reports.ts'
import { readRequests } from '../store/overview.ts'
import { readCount } from '../store/queryable.ts'
import { createReports } from '../store/reports.ts'
import { readRuns } from '../store/run-status.ts'
import type { ReadableStore } from '../store/store.ts'
import { openReadable } from './copying/open-readable.ts'
import { diagnoseReadFailure } from './file/diagnose-failure.ts'
import { isLocked } from './file/lock.ts'
import { requireLastingFile } from './file/mounts.ts'
import { findRealFile } from './file/real-file.ts'
import { FileStore } from './file-store.ts'
import { readHolder } from './holders.ts'
import { openLedger, openLedgerForReading, requireUsableFile } from './open.ts'
import { migrations, versionAfter } from './schema/schema.ts'
import { readFileWatermark } from './watermark.ts'

export function createSqliteStore(file: string): ReadableStore {
  const explain = (error: unknown): unknown => diagnoseReadFailure(file, error)
  const { reading, ...reports } = createReports(
    file,
    async () => {
      const db = openLedgerForReading(file)
      return { store: new FileStore(db), close: async () => db.close() }
    },
    explain,
  )
  return {
    name: file,
    exists: async () => existsSync(file),
    readWatermark: (look) => readFileWatermark(file, look),
    requireUsable: async () => void requireUsableFile(file),
    requireLasting: () => requireLastingFile(findRealFile(file)),
    open: async (options) => openLedger({ file, ...options }),
    read: (folder) =>
      openReadable(file, folder).catch((error: unknown) => {
        throw explain(error)
      }),
    status: (choice) => reading((store) => readRunStatus(store, file, choice)),
    overview: () => reading((store) => readOverview(store, file)),
    ...reports,
  }
}

async function readRunStatus(store: FileStore, file: string, choice: RunChoice): Promise<LedgerStatus> {
  // A dead process is still recorded in the ledger; only the lock counts.
  const holder = isLocked(findRealFile(file)) ? readHolder(store.db) : undefined
  const isRunning = holder === undefined ? 'FALSE' : `runs.ended_at IS NULL AND holder_id = ${holder.id}`
  return { holder: holder?.description, runs: await readRuns(store, choice, isRunning) }
}

/** Rows and log lines from before the checksums; their migration gave checksums to submissions only. */
const countUnsummed = `SELECT (SELECT COUNT(*) FROM rows WHERE cells_sum IS NULL)
                            + (SELECT COUNT(*) FROM attempts WHERE line_sum IS NULL) AS count`

async function readOverview(store: FileStore, named: string): Promise<LedgerOverview> {
  const file = findRealFile(named)
  // A dead process is still recorded in the ledger; only the lock counts.
  const holders = isLocked(file)
    ? await store.query<HolderView & { id: number }>(
        `SELECT id, account || '@' || machine AS name, process, since FROM holders
          WHERE ended_at IS NULL ORDER BY id DESC LIMIT 1`,
      )
    : []
  return {
    ...(await readRequests(store, `runs.ended_at IS NULL AND holder_id = ${holders[0]?.id ?? -1}`)),
    version: versionAfter(migrations),
    bytes: statSync(file).size,
    hasChecksums: true,
    unsummed: await readCount(store, countUnsummed),
    holders: holders.map(({ id: _, ...holder }) => ({ ...holder, heardMs: undefined })),
    paces: [],
  }
}
