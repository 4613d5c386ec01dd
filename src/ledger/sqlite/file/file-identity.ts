import { existsSync, mkdirSync, rmSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { find } from '../../../messages/catalogue.ts'
import { BatchError, codeOf } from '../../../support/errors.ts'
import { type Database, openDatabase } from '../../../support/sqlite.ts'
import { explainStorageFailure } from '../../storage-failure.ts'
import { copyPrivately } from '../schema/migrate.ts'

const companions = ['-wal', '-shm']

/**
 * Tells if the open ledger is still the file at its path, with its log beside it. A deleted file can still be written,
 * and is lost. Without its log the next process would find an older ledger. Call it after the first write to the ledger:
 * only then do its companions exist.
 */
export function captureFileIdentity(file: string) {
  const first = inodeOf(file)
  const beside = companions.map((end) => [file + end, inodeOf(file + end)] as const)
  const isUnchanged = (): boolean =>
    inodeOf(file) === first && beside.every(([path, before]) => inodeOf(path) === before)
  return {
    /** @throws BatchError `surroundings` when another file, or none, is at the path of the open ledger. */
    requireSame() {
      if (!isUnchanged()) throw new BatchError('surroundings', describeLoss(file))
    },
    /**
     * Called before the ledger is closed. If it is not at its path any more, it is written there again, or beside the
     * file that is there now.
     * @throws BatchError `surroundings` in that case, with the path of the copy.
     */
    saveReplaced(db: Database, now: number) {
      if (isUnchanged()) return
      const isGone = !existsSync(file)
      const copy = isGone ? file : `${file}.rescued-${now}`
      try {
        mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
        // SQLite would take its files beside the open ledger for those of another file at its path.
        for (const [path, before] of beside) if (inodeOf(path) === before) rmSync(path, { force: true })
        copyPrivately(db, copy)
      } catch (error) {
        throw explainStorageFailure(`${describeLoss(file)}, and its content could not be written to ${copy}`, error)
      }
      throw new BatchError('surroundings', find('ledger-displaced', { loss: describeLoss(file), file, copy, isGone }))
    },
  }
}

function describeLoss(file: string): string {
  return `the ledger ${file}, or its log beside it, was deleted or replaced while this run was writing it`
}

export function inodeOf(file: string): string | undefined {
  const stat = statSync(file, { throwIfNoEntry: false, bigint: true })
  return stat === undefined ? undefined : `${stat.dev}:${stat.ino}`
}

/** Longer than any `isLocked` check keeps the lock. */
const patienceMs = 100

/**
 * Takes an exclusive SQLite lock on `<ledger>.lock`; the system releases it when the process dies. Readers of the
 * ledger are not excluded.
 * @throws BatchError `ledger` when another process holds it; `describeHolder` names that process if it can.
 */
export function acquireLock(ledgerFile: string, describeHolder: () => string | undefined) {
  const db = openDatabase(`${ledgerFile}.lock`, { busyTimeoutMs: patienceMs })
  try {
    // The file is never written: no journal beside it.
    db.exec('PRAGMA journal_mode = MEMORY')
    db.exec('BEGIN EXCLUSIVE')
  } catch (error) {
    db.close()
    if (codeOf(error)?.startsWith('SQLITE_BUSY') !== true) throw error
    const holder = describeHolder() ?? 'another process'
    throw new BatchError('ledger', find('ledger-in-use', { file: ledgerFile, holder }))
  }
  const first = inodeOf(db.file)
  return {
    /** Call it before each write: a connection without references is closed, and its lock is gone. */
    requireHeld() {
      if (inodeOf(db.file) !== first) throw new BatchError('surroundings', find('ledger-unlocked', { file: db.file }))
      if (!db.inTransaction) throw new BatchError('defect', `the lock of the ledger ${ledgerFile} was lost`)
    },
    release() {
      if (!db.isOpen) return
      db.exec('ROLLBACK')
      db.close()
    },
  }
}

/** Writes nothing, and does not fail a process that takes the lock at this moment. */
export function isLocked(ledgerFile: string): boolean {
  const file = `${ledgerFile}.lock`
  if (!existsSync(file)) return false
  const db = openDatabase(file, { isReadonly: true, busyTimeoutMs: 0 })
  try {
    db.exec('SELECT 1 FROM sqlite_schema')
    return false
  } catch (error) {
    if (codeOf(error)?.startsWith('SQLITE_BUSY') !== true) throw error
    return true
  } finally {
    db.close()
  }
}
