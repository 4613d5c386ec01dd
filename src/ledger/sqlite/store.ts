import { accessSync, constants, existsSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { systemClock } from '../../support/clock.ts'
import { BatchError } from '../../support/errors.ts'
import { type Database, openDatabase, usingDatabase } from '../../support/sqlite.ts'
import { findLedgerId } from '../event-id.ts'
import { describeHolder, formatOperator } from '../operator.ts'
import type { LedgerOverview, LedgerStatus, RunChoice } from '../port/reports.ts'
import type { ReadableStore } from '../port.ts'
import { createWatermarkReader, readLastLines, type WatermarkReader } from '../store/attempts.ts'
import { countEnded, readRequests, readRuns } from '../store/overview.ts'
import { createReports } from '../store/reports.ts'
import { type ReadingStore, readCount } from '../store/store.ts'
import { diagnoseReadFailure } from './file/diagnose-failure.ts'
import { isLocked } from './file/file-identity.ts'
import { findRealFile, requireLastingFile } from './file/own-files.ts'
import { checkSeal } from './file/seal.ts'
import { FileStore } from './file-store.ts'
import { type Holder, readHolder } from './holders.ts'
import { explainFailures, forgoDurability, openLedger, openLedgerForReading, requireUsableFile } from './open.ts'
import { copyPrivately, migrate, migrations, readVersion, versionAfter } from './schema/migrate.ts'

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
    async read(folder) {
      try {
        return openForReading(file, folder)
      } catch (error) {
        if (isSaid(error, 'ledger-missing')) return undefined
        throw explain(error)
      }
    },
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
  return {
    holder: holder && describeHolder(holder),
    // Before the runs: one that ends meanwhile is a change for the next who asks.
    ended: await countEnded(store, isRunning),
    runs: await readRuns(store, choice, isRunning),
  }
}

/** Rows and log lines from before the checksums; their migration gave checksums to submissions only. */
const countUnsummed = `SELECT (SELECT COUNT(*) FROM rows WHERE cells_sum IS NULL)
                            + (SELECT COUNT(*) FROM attempts WHERE line_sum IS NULL) AS count`

async function readOverview(store: FileStore, named: string): Promise<LedgerOverview> {
  const file = findRealFile(named)
  const holder = findHolder(store, file)
  const version = usingDatabase(file, (db) => readVersion(db, file))
  return {
    ...(await readRequests(store, `runs.ended_at IS NULL AND holder_id = ${holder?.id ?? -1}`)),
    version,
    isOlder: version < versionAfter(migrations),
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

/** One of an older version is read from a migrated copy: in the folder, or in one that is gone once it is open. */
export function openForReading(named: string, folder?: string): ReadingStore<FileStore> {
  try {
    return readingStore(named, openLedgerForReading(named))
  } catch (error) {
    if (!isSaid(error, 'ledger-older')) throw error
  }
  return explainFailures(named, () => {
    const file = findRealFile(named)
    const place = folder ?? mkdtempSync(`${file}.reading-`)
    const remove = () => folder ?? rmSync(place, { recursive: true, force: true })
    try {
      const copy = join(place, 'migrated.sqlite')
      usingDatabase(file, (db) => copyPrivately(db, copy))
      const db = openDatabase(copy)
      forgoDurability(db)
      migrate(db, copy, systemClock.now())
      return readingStore(named, db, remove)
    } finally {
      // Windows deletes no open file: it goes as it is closed.
      if (process.platform !== 'win32') remove()
    }
  })
}

function isSaid(error: unknown, code: 'ledger-older' | 'ledger-missing'): boolean {
  return error instanceof BatchError && error.said?.code === code
}

function readingStore(name: string, db: Database, after = () => {}): ReadingStore<FileStore> {
  const close = async () => {
    db.close()
    after()
  }
  return { name, store: new FileStore(db), close }
}
