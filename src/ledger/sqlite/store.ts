import { accessSync, constants, existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { systemClock } from '../../support/clock.ts'
import { openDatabase, usingDatabase } from '../../support/sqlite.ts'
import { findLedgerId } from '../event-id.ts'
import { describeHolder, formatOperator } from '../operator.ts'
import type { LedgerOverview, LedgerStatus, RunChoice } from '../port/reports.ts'
import type { ReadableStore } from '../port.ts'
import { createWatermarkReader, readLastLines, type WatermarkReader } from '../store/attempts.ts'
import { readRequests, readRuns } from '../store/overview.ts'
import { createReports } from '../store/reports.ts'
import { type ReadingStore, readCount } from '../store/store.ts'
import { diagnoseReadFailure } from './file/diagnose-failure.ts'
import { isLocked } from './file/file-identity.ts'
import { findRealFile, requireLastingFile } from './file/own-files.ts'
import { checkSeal, sealCopy } from './file/seal.ts'
import { FileStore } from './file-store.ts'
import { type Holder, readHolder } from './holders.ts'
import { explainFailures, openLedger, openLedgerForReading, requireUsableFile } from './open.ts'
import { copyPrivately, migrations, readVersion, versionAfter } from './schema/migrate.ts'

export function createSqliteStore(file: string): ReadableStore {
  const explain = (error: unknown): unknown => diagnoseReadFailure(file, error)
  const { reading, ...reports } = createReports(async () => openForReading(file), explain)
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

/** A dead process is still recorded in the ledger; only the lock counts. */
function findHolder({ db }: FileStore, file: string): Holder | undefined {
  return isLocked(file) ? readHolder(db) : undefined
}

async function readRunStatus(store: FileStore, file: string, choice: RunChoice): Promise<LedgerStatus> {
  const holder = findHolder(store, findRealFile(file))
  const isRunning = holder === undefined ? 'FALSE' : `runs.ended_at IS NULL AND holder_id = ${holder.id}`
  return { holder: holder && describeHolder(holder), runs: await readRuns(store, choice, isRunning) }
}

/** Rows and log lines from before the checksums; their migration gave checksums to submissions only. */
const countUnsummed = `SELECT (SELECT COUNT(*) FROM rows WHERE cells_sum IS NULL)
                            + (SELECT COUNT(*) FROM attempts WHERE line_sum IS NULL) AS count`

async function readOverview(store: FileStore, named: string): Promise<LedgerOverview> {
  const file = findRealFile(named)
  const holder = findHolder(store, file)
  return {
    ...(await readRequests(store, `runs.ended_at IS NULL AND holder_id = ${holder?.id ?? -1}`)),
    version: versionAfter(migrations),
    bytes: statSync(file).size,
    hasChecksums: true,
    unsummed: await readCount(store, countUnsummed),
    holders: holder === undefined ? [] : [{ ...holder, name: formatOperator(holder), heardMs: undefined }],
    paces: [],
  }
}

/** Reads a ledger file of any version; undefined when there is none yet. */
export async function readFileWatermark<Result>(
  named: string,
  look: (ledger: WatermarkReader) => Promise<Result>,
): Promise<Result | undefined> {
  const found = explainFailures(named, () => {
    const file = findRealFile(named)
    if (!existsSync(file)) return undefined
    // Without the right to write, SQLite would leave read-only files beside it.
    accessSync(file, constants.W_OK)
    const ledgerId = usingDatabase(file, (db) => (readVersion(db, file) === 0 ? undefined : findLedgerId(db)))
    return ledgerId === undefined ? undefined : { ledgerId, db: openDatabase(file, { isReadonly: true }) }
  })
  if (found === undefined) return undefined
  const { ledgerId, db } = found
  try {
    const store = new FileStore(db)
    const lines = await readLastLines(store)
    const reader = createWatermarkReader(store, { ledgerId, kind: 'file', ...lines, system: '', timeline: '' })
    return await look({
      ...reader,
      async digestsAt(before) {
        const then = await reader.digestsAt(before)
        // A difference may be damage instead of a copy; a damaged file differs from its seal.
        const isOther = then.opening !== before.opening.digest || then.attempt !== before.attempt.digest
        if (isOther) explainFailures(db.file, () => checkSeal(db, db.file))
        return then
      },
    })
  } finally {
    db.close()
  }
}

/**
 * Undefined when there is no ledger. One of an older version is read from a migrated copy in the folder.
 * @throws BatchError `ledger` when it cannot be read.
 */
export async function openReadable(named: string, folder: string): Promise<ReadingStore | undefined> {
  if (!existsSync(named)) return undefined
  const latest = versionAfter(migrations)
  const copy = join(folder, 'migrated.sqlite')
  const version = explainFailures(named, () => {
    const file = findRealFile(named)
    return usingDatabase(file, (db) => {
      const found = readVersion(db, file)
      if (found === 0 || found === latest) return found
      checkSeal(db, file)
      copyPrivately(db, copy)
      sealCopy(copy)
      return found
    })
  })
  if (version === 0) return undefined
  if (version === latest) return openForReading(named)
  await openLedger({ file: copy, clock: systemClock, onSpill() {}, ballastMegabytes: 0 }).close()
  return { ...openForReading(copy), name: named }
}

export function openForReading(file: string): ReadingStore<FileStore> {
  const db = openLedgerForReading(file)
  return { name: file, store: new FileStore(db), close: async () => db.close() }
}
