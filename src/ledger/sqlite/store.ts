import { existsSync } from 'node:fs'
import { readStatements } from '../store/attempts.ts'
import type { ReadableStore } from '../store/reading-store.ts'
import { readAudit } from './audit.ts'
import { diagnoseReadFailure } from './diagnose-failure.ts'
import { FileStore } from './file-store.ts'
import { openLedger, openLedgerForReading } from './open.ts'
import { openReadable } from './open-readable.ts'
import { readOverview } from './overview.ts'
import { readRecordedRequests } from './recorded-requests.ts'
import { openRunComparison } from './run-comparison.ts'
import { readRunStatus } from './run-status.ts'
import { readFileWatermark } from './watermark.ts'

export function createSqliteStore(file: string): ReadableStore {
  function reading<Result>(read: (store: FileStore) => Promise<Result>): Promise<Result> {
    return withDiagnosis(file, async () => {
      const db = openLedgerForReading(file)
      return read(new FileStore(db)).finally(() => db.close())
    })
  }

  return {
    name: file,
    exists: async () => existsSync(file),
    readWatermark: async () => readFileWatermark(file),
    open: async (options) => openLedger({ file, ...options }),
    read: (folder) => withDiagnosis(file, () => openReadable(file, folder)),
    status: ({ input, runId }) => withDiagnosis(file, () => readRunStatus(file, input, runId)),
    audit: (input) => withDiagnosisEach(file, readAudit(file, input)),
    statements: (operation) => reading((store) => readStatements(store, operation)),
    recorded: () => withDiagnosisEach(file, readRecordedRequests(file)),
    overview: () => withDiagnosis(file, async () => readOverview(file)),
    compare: (runId) => withDiagnosis(file, async () => openRunComparison(file, runId)),
  }
}

async function withDiagnosis<Result>(file: string, read: () => Promise<Result>): Promise<Result> {
  try {
    return await read()
  } catch (error) {
    throw diagnoseReadFailure(file, error)
  }
}

async function* withDiagnosisEach<Item>(file: string, items: AsyncIterable<Item>): AsyncGenerator<Item> {
  try {
    yield* items
  } catch (error) {
    throw diagnoseReadFailure(file, error)
  }
}
