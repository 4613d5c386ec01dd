import { existsSync } from 'node:fs'
import { BatchError, codeOf } from '../../support/errors.ts'
import { openDatabase } from '../../support/sqlite.ts'
import { inodeOf } from './file-identity.ts'

export interface Lock {
  /** To be asked by whoever writes: a connection that nothing refers to any more is closed, and its lock is gone. */
  requireHeld(): void
  release(): void
}

/** Whoever only looks whether it is held keeps it for less than this. */
const patienceMs = 100

/**
 * Holds `<ledger>.lock` with an exclusive SQLite lock, which the system takes back when the process dies, however it
 * dies. Readers of the ledger itself are not kept out.
 * @throws BatchError `ledger` when another process holds it; `describeHolder` names that process when it can.
 */
export function acquireLock(ledgerFile: string, describeHolder: () => string | undefined): Lock {
  const db = openDatabase(`${ledgerFile}.lock`, { busyTimeoutMs: patienceMs })
  try {
    // Nothing is ever written in it: no journal beside it.
    db.exec('PRAGMA journal_mode = MEMORY')
    db.exec('BEGIN EXCLUSIVE')
  } catch (error) {
    db.close()
    if (codeOf(error)?.startsWith('SQLITE_BUSY') !== true) throw error
    const holder = describeHolder()
    throw new BatchError('ledger', `the ledger ${ledgerFile} is in use by ${holder ?? 'another process'}`, {
      hint: 'Wait until that run has ended, or stop it; `rwa-batch status` can be used meanwhile.',
    })
  }
  const first = inodeOf(db.file)
  return {
    requireHeld() {
      if (inodeOf(db.file) !== first) {
        throw new BatchError(
          'surroundings',
          `the lock ${db.file} was deleted or replaced: another process may write this ledger by now`,
          {
            hint: 'Leave what stands beside a ledger alone. Start the same command again once no other run is going on; it carries on.',
          },
        )
      }
      if (!db.inTransaction) throw new BatchError('defect', `the lock of the ledger ${ledgerFile} was lost`)
    },
    release() {
      if (!db.isOpen) return
      db.exec('ROLLBACK')
      db.close()
    },
  }
}

/** Whether a process holds the lock now. Nothing is written, and who takes the lock at this moment is not refused. */
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
