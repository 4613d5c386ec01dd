import { BatchError, codeOf, messageOf } from '../../support/errors.ts'
import { type Database, openDatabase } from '../../support/sqlite.ts'
import { damaged } from '../damage.ts'
import { isCorruption } from '../storage-failure.ts'

/**
 * What a failure in a ledger means. One that looks like a defect, such as two records under one key, may come of damage:
 * then the whole file is looked over before anybody is told so.
 */
export function diagnoseFailure(db: Database, error: unknown): unknown {
  const cause = error instanceof BatchError ? error.cause : error
  if (isCorruption(cause)) return damaged(db.file, `it cannot be read (${messageOf(cause)})`, cause)
  // Tables and columns are those of the version that it says it has.
  if (codeOf(cause) === 'SQLITE_ERROR')
    return damaged(db.file, `its tables cannot be read (${messageOf(cause)})`, cause)
  if (error instanceof BatchError && error.code !== 'defect') return error
  return db.isOpen ? (findCorruption(db, error) ?? error) : error
}

/** The same for who only reads. A program that reads while another writes may fail for other reasons. */
export function diagnoseReadFailure(file: string, error: unknown): unknown {
  if (error instanceof BatchError && error.code !== 'defect' && !isCorruption(error.cause)) return error
  try {
    const db = openDatabase(file, { isReadonly: true })
    try {
      return diagnoseFailure(db, error)
    } finally {
      db.close()
    }
  } catch {
    return error
  }
}

/** Tables against indexes and rules; 8 s for a million rows. */
function findCorruption(db: Database, cause: unknown): BatchError | undefined {
  const finding = checkIntegrity(db)
  return finding === undefined ? undefined : damaged(db.file, `its parts do not fit together (${finding})`, cause)
}

export function checkIntegrity(db: Database): string | undefined {
  try {
    const finding = String(db.pragma('integrity_check(1)'))
    return finding === 'ok' ? undefined : finding.replace(/\s*\n\s*/g, ', ')
  } catch (error) {
    if (isCorruption(error)) return messageOf(error)
    throw error
  }
}
