import { randomUUID } from 'node:crypto'
import { accessSync, closeSync, constants, existsSync, mkdirSync, openSync } from 'node:fs'
import { dirname } from 'node:path'
import { find } from '../../messages/catalogue.ts'
import { attempt, BatchError, codeOf, messageOf } from '../../support/errors.ts'
import { type Database, openDatabase, usingDatabase } from '../../support/sqlite.ts'
import { findLedgerId } from '../event-id.ts'
import { ForgetKey } from '../forgetting/forget-key.ts'
import { describeHolder } from '../operator.ts'
import type { Ledger, OpeningOptions } from '../port.ts'
import { damaged, explainStorageFailure } from '../storage-failure.ts'
import { createParts } from '../store/parts.ts'
import { createAttemptLog, createCommits } from './commits.ts'
import { acquireLock, captureFileIdentity, isLocked } from './file/file-identity.ts'
import { findRealFile, requireLocalFile, requireOwnFiles, tightenRights } from './file/own-files.ts'
import { breakSeal, checkSeal, openCommitCounter, requireNotLost, requireUnused } from './file/seal.ts'
import { FileStore } from './file-store.ts'
import { endHolder, expireClaims, insertHolder, readHolder, requireIntegrity } from './holders.ts'
import { Journal, keepBallast } from './journal.ts'
import { createLoadParts } from './loading/load-parts.ts'
import { migrate, migrations, readVersion, versionAfter } from './schema/migrate.ts'

export interface LedgerOptions extends OpeningOptions {
  file: string
  /** Size of the ballast file; 0 for none. Default 8. */
  ballastMegabytes?: number
  /** The caller deletes the file: nothing in it need survive a crash. It has no ballast, and no seal. */
  isScratch?: boolean
}

/**
 * Opens the ledger for writing, exclusively: creates or migrates it; what a dead run was `sending` becomes `unknown`.
 * @throws BatchError `ledger` (held by another process, of a newer version, not a ledger) or `surroundings`.
 */
export function openLedger(options: LedgerOptions): Ledger {
  return explainFailures(options.file, () => {
    const file = requireUsableFile(options.file)
    createPrivately(file)
    const lock = acquireLock(file, () => nameHolder(file))
    try {
      return openLocked({ ...options, file }, lock)
    } catch (error) {
      lock.release()
      throw error
    }
  })
}

/** @throws BatchError `ledger` for a file that is lost, of others, or not on a local disk. */
export function requireUsableFile(named: string): string {
  const file = findRealFile(named)
  requireLocalFile(file)
  requireOwnFiles(file)
  requireNotLost(file)
  return file
}

/** Opens the ledger for reading; works while another process writes it. */
export function openLedgerForReading(named: string): Database {
  return explainFailures(named, () => {
    const file = findRealFile(named)
    if (!existsSync(file)) throw noLedgerError(file)
    const db = openDatabase(file, { isReadonly: true })
    try {
      const seal = checkSeal(db, file)
      const version = readVersion(db, file)
      if (version === 0) throw noLedgerError(file)
      // During a run there is no seal, and that run has checked the file.
      if (seal === 'open' && !isLocked(file)) requireIntegrity(db, file)
      if (version < versionAfter(migrations)) throw new BatchError('ledger', find('ledger-older', { name: file }))
      return db
    } catch (error) {
      db.close()
      throw error
    }
  })
}

function openLocked(options: LedgerOptions, lock: ReturnType<typeof acquireLock>): Ledger {
  const { file, clock, onSpill, findForgetKey, isScratch = false, ballastMegabytes = isScratch ? 0 : 8 } = options
  const rights = tightenRights(file)
  const db = openDatabase(file)
  let commitCounter: ReturnType<typeof openCommitCounter> | undefined
  try {
    const seal = checkSeal(db, file)
    const isNew = readVersion(db, file) === 0
    if (isNew) requireUnused(file)
    if (!isNew && seal === 'open') requireIntegrity(db, file)
    breakSeal(file)
    if (isScratch) forgoDurability(db)
    else makeDurable(db, file)
    db.pragma('foreign_keys = ON')
    migrate(db, file, clock.now())
    const id = findLedgerId(db) ?? nameLedger(db, file)
    const counterMissingSince = isNew || existsSync(`${file}.mark`) ? undefined : readLastTime(db)
    const counted = openCommitCounter(db, file, id)
    commitCounter = counted
    const holder = insertHolder(db, clock.now())
    // If its log is deleted, the file must be this new ledger, not an empty one.
    if (isNew) db.pragma('wal_checkpoint(TRUNCATE)')
    const fileIdentity = captureFileIdentity(file)
    const ballast = keepBallast(`${file}.ballast`, ballastMegabytes)
    const journal = new Journal(db, {
      freeSpace: () => ballast.free(),
      onSpill,
      requireSameFile() {
        lock.requireHeld()
        fileIdentity.requireSame()
      },
      commitCounter: counted,
    })
    const log = createAttemptLog(db)
    const store = new FileStore(db)
    const key = new ForgetKey(file, findForgetKey?.(id))
    const loadParts = createLoadParts(db, id, key)
    const parts = createParts(store, {
      ...{ id, key, clock, holder: () => holder, partsOf: () => loadParts },
      commits: createCommits(db, journal, log, holder),
      write: (work) => journal.commit(() => work(store.joined)),
      overwriteFreeSpace: () => overwriteFreeSpace(db),
      ...(isScratch && { prepareForAllRows: async () => keepJournalOnDisk(db) }),
    })
    return {
      ...parts,
      name: file,
      isNew,
      rights,
      id,
      counterMissingSince,
      recovered: expireClaims(db, log, holder, clock.now()),
      flush: () => journal.flush(),
      async close() {
        if (journal.isBusy) await journal.flush()
        if (!db.isOpen) return
        endHolder(db, holder, clock.now())
        try {
          fileIdentity.saveReplaced(db, clock.now())
          db.close()
          if (!isScratch) counted.seal(holder)
        } finally {
          db.close()
          counted.close()
          lock.release()
        }
      },
    }
  } catch (error) {
    commitCounter?.close()
    db.close()
    throw error
  }
}

function readLastTime(db: Database): number {
  const sql = 'SELECT COALESCE(answered_at, sent_at, 0) FROM attempts ORDER BY id DESC LIMIT 1'
  return db.prepare<[], number>(sql).pluck().get() ?? 0
}

/** @throws BatchError `ledger` when its mark has an identifier: everything written to it is lost. */
function nameLedger(db: Database, file: string): string {
  requireUnused(file)
  const id = randomUUID()
  db.prepare("INSERT INTO meta (key, value) VALUES ('ledger_id', ?)").run(id)
  return id
}

function createPrivately(file: string): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  if (!existsSync(file)) closeSync(openSync(file, 'a', 0o600))
  // SQLite would open it read-only, and leave read-only files beside it.
  accessSync(file, constants.W_OK)
  if (!existsSync(`${file}.lock`)) closeSync(openSync(`${file}.lock`, 'a', 0o600))
}

function nameHolder(file: string): string | undefined {
  const holder = attempt(() => usingDatabase(file, readHolder))
  return holder && describeHolder(holder)
}

/** Failures while opening or reading become errors for the user. */
export function explainFailures<T>(file: string, open: () => T): T {
  try {
    return open()
  } catch (error) {
    // Its version was checked: a missing table or column is damage.
    if (codeOf(error) === 'SQLITE_ERROR') throw damaged(file, `its tables cannot be read (${messageOf(error)})`, error)
    throw explainStorageFailure(`the ledger ${file} cannot be opened`, error)
  }
}

function noLedgerError(file: string): BatchError {
  return new BatchError('ledger', find('ledger-missing', { file, here: 'here' }))
}

/**
 * With `secure_delete` freed space is overwritten, but a split page may keep copies: only a rewritten file has none
 * (0.5 s for 100,000 trips). False while another process reads an older state of the file.
 */
export async function overwriteFreeSpace(db: Database): Promise<boolean> {
  while (db.pendingTransaction !== undefined) await db.pendingTransaction
  db.exec('VACUUM')
  return db.pragma('wal_checkpoint(TRUNCATE)') === 0
}

/** WAL alone would mean synchronous=NORMAL here, which loses the last intents at a power cut. */
export function makeDurable(db: Database, file: string): void {
  const mode = db.pragma('journal_mode = WAL')
  db.pragma('synchronous = FULL')
  db.pragma('secure_delete = ON')
  const synchronous = db.pragma('synchronous')
  if (mode !== 'wal' || synchronous !== 2) {
    const facts = { file, journal: String(mode), synchronous: String(synchronous) }
    throw new BatchError('ledger', find('ledger-unsafe', facts))
  }
}

/** For a file that its process deletes: after a crash nobody reads it. To be said by each of its connections. */
export function forgoDurability(db: Database): void {
  db.exec('PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF')
}

/** A change of all rows would keep a copy of all of them in memory: 500 MB of a million. */
function keepJournalOnDisk(db: Database): void {
  db.exec('PRAGMA journal_mode = TRUNCATE')
}
