import { existsSync } from 'node:fs'
import { readStatements } from '../store/attempts.ts'
import { readAudit } from '../store/audit.ts'
import type { ReadableStore } from '../store/reading-store.ts'
import { readRecordedRequests } from '../store/recorded-requests.ts'
import { openRunComparison } from '../store/run-comparison.ts'
import { openReadable } from './copying/open-readable.ts'
import { diagnoseReadFailure } from './file/diagnose-failure.ts'
import { FileStore } from './file-store.ts'
import { openLedger, openLedgerForReading, requireUsableFile } from './open.ts'
import { readOverview } from './overview.ts'
import { readRunStatus } from './run-status.ts'
import { readFileWatermark } from './watermark.ts'

export function createSqliteStore(file: string): ReadableStore {
  function reading<Result>(read: (store: FileStore) => Promise<Result>): Promise<Result> {
    return withDiagnosis(file, async () => {
      const db = openLedgerForReading(file)
      return read(new FileStore(db)).finally(() => db.close())
    })
  }

  async function* streaming<Page>(read: (store: FileStore) => AsyncIterable<Page>): AsyncGenerator<Page> {
    try {
      const db = openLedgerForReading(file)
      try {
        yield* read(new FileStore(db))
      } finally {
        db.close()
      }
    } catch (error) {
      throw diagnoseReadFailure(file, error)
    }
  }

  return {
    name: file,
    exists: async () => existsSync(file),
    readWatermark: async () => readFileWatermark(file),
    requireUsable: async () => void requireUsableFile(file),
    open: async (options) => openLedger({ file, ...options }),
    read: (folder) => withDiagnosis(file, () => openReadable(file, folder)),
    status: (choice) => withDiagnosis(file, () => readRunStatus(file, choice)),
    audit: (input) => streaming((store) => readAudit(store, input)),
    statements: (operation) => reading((store) => readStatements(store, operation)),
    recorded: () => streaming(readRecordedRequests),
    overview: () => withDiagnosis(file, async () => readOverview(file)),
    compare: (runId) =>
      withDiagnosis(file, async () => {
        const db = openLedgerForReading(file)
        const comparison = await openRunComparison(new FileStore(db), runId)
        return { ...comparison, close: async () => db.close() }
      }),
  }
}

async function withDiagnosis<Result>(file: string, read: () => Promise<Result>): Promise<Result> {
  try {
    return await read()
  } catch (error) {
    throw diagnoseReadFailure(file, error)
  }
}
