import { type FactsOf, find } from '../messages/catalogue.ts'
import { BatchError, codeOf } from '../support/errors.ts'

const faults: readonly { code: RegExp; fault: FactsOf<'storage-failed'>['fault'] }[] = [
  { code: /^(SQLITE_FULL|ENOSPC|EDQUOT|EFBIG)$/, fault: 'full' },
  { code: /^(SQLITE_READONLY|SQLITE_PERM|EACCES$|EPERM$|EROFS$)/, fault: 'not-writable' },
  { code: /^(SQLITE_CANTOPEN|ENOTDIR$|EISDIR$|EEXIST$|ENOENT$|ENAMETOOLONG$|ELOOP$)/, fault: 'no-place' },
  { code: /^(EMFILE|ENFILE)$/, fault: 'files-too-few' },
  { code: /^SQLITE_CORRUPT/, fault: 'damaged' },
  { code: /^SQLITE_NOTADB$/, fault: 'no-ledger' },
  { code: /^(SQLITE_IOERR|EIO$)/, fault: 'disk-error' },
  { code: /^SQLITE_(BUSY|LOCKED)/, fault: 'busy' },
]

/** The user's error for an unusable ledger file; `what` begins the sentence. */
export function explainStorageFailure(what: string, error: unknown): BatchError {
  if (error instanceof BatchError) return error
  const code = codeOf(error)
  const known = faults.find((each) => code !== undefined && each.code.test(code))
  const found = find('storage-failed', { what, fault: known?.fault, code })
  return new BatchError(isCorruption(error) ? 'ledger' : 'surroundings', found, { cause: error })
}

/** SQLite read bytes that it cannot have written. */
export function isCorruption(error: unknown): boolean {
  return /^SQLITE_(NOTADB|CORRUPT)/.test(codeOf(error) ?? '')
}

/** SQLite or the system failed to store the file; false for the schema's constraints and our own code. */
export function isStorageFailure(error: unknown): boolean {
  const code = codeOf(error)
  return code?.startsWith('SQLITE_') === true && !/^SQLITE_(CONSTRAINT|ERROR$|MISUSE|RANGE|MISMATCH)/.test(code)
}

export function damaged(name: string, finding: string, cause?: unknown): BatchError {
  return new BatchError('ledger', find('ledger-damaged', { name, finding }), { cause })
}
