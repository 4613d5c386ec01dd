import { existsSync } from 'node:fs'
import type { ReadableStore } from '../store/reading-store.ts'
import { createReports } from '../store/reports.ts'
import { openReadable } from './copying/open-readable.ts'
import { diagnoseReadFailure } from './file/diagnose-failure.ts'
import { requireLastingFile } from './file/mounts.ts'
import { findRealFile } from './file/real-file.ts'
import { FileStore } from './file-store.ts'
import { openLedger, openLedgerForReading, requireUsableFile } from './open.ts'
import { readOverview } from './overview.ts'
import { readRunStatus } from './run-status.ts'
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
