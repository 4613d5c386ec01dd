import { attempt, BatchError, codeOf, messageOf } from '../../../support/errors.ts'
import { type Database, usingDatabase } from '../../../support/sqlite.ts'
import { damaged, explainStorageFailure, isCorruption } from '../../storage-failure.ts'

/**
 * Explains a failure in a ledger. Damage can look like a defect, such as two records under one key: the whole file is
 * checked before a defect is reported.
 */
export function diagnoseFailure(db: Database, error: unknown): unknown {
  const cause = error instanceof BatchError ? error.cause : error
  // Perhaps another kind of file, and no ledger was ever there.
  if (codeOf(cause) === 'SQLITE_NOTADB') return explainStorageFailure(`the ledger ${db.file} cannot be used`, error)
  if (isCorruption(cause)) return damaged(db.file, `it cannot be read (${messageOf(cause)})`, cause)
  // Its version was checked: a missing table or column is damage.
  if (codeOf(cause) === 'SQLITE_ERROR')
    return damaged(db.file, `its tables cannot be read (${messageOf(cause)})`, cause)
  if (error instanceof BatchError && error.code !== 'defect') return error
  if (!db.isOpen) return error
  // Tables against indexes and constraints; 8 s for a million rows.
  const finding = checkIntegrity(db)
  return finding === undefined ? error : indexMismatch(db.file, finding, error)
}

/** For readers: a program that reads while another writes may fail for other reasons. */
export function diagnoseReadFailure(file: string, error: unknown): unknown {
  if (error instanceof BatchError && error.code !== 'defect' && !isCorruption(error.cause)) return error
  return attempt(() => usingDatabase(file, (db) => diagnoseFailure(db, error))) ?? error
}

export function indexMismatch(file: string, finding: string, cause?: unknown): BatchError {
  return damaged(file, `its tables and indexes do not match (${finding})`, cause)
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
