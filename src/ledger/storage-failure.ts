import { BatchError, codeOf } from '../support/errors.ts'
import { damageHint } from './damage.ts'

const spaceHint = 'Free space on the disk, then start the same command again.'
const placeHint = 'Make its folder writable, or name another file with ‹ledger›.'
const unknownHint = 'Look at the disk and the rights of the folder, or name another file with ‹ledger›.'

const failures: readonly { code: RegExp; reason: string; hint: string }[] = [
  { code: /^(SQLITE_FULL|ENOSPC|EDQUOT|EFBIG)$/, reason: 'the disk is full', hint: spaceHint },
  { code: /^(SQLITE_READONLY|SQLITE_PERM|EACCES$|EPERM$|EROFS$)/, reason: 'it may not be written', hint: placeHint },
  {
    code: /^(SQLITE_CANTOPEN|ENOTDIR$|EISDIR$|EEXIST$|ENOENT$|ENAMETOOLONG$|ELOOP$)/,
    reason: 'no file can be kept at that place',
    hint: placeHint,
  },
  {
    code: /^(EMFILE|ENFILE)$/,
    reason: 'the system lets this program open too few files',
    hint: 'Raise the limit (ulimit -n) to 256 or more, then start the same command again.',
  },
  { code: /^SQLITE_CORRUPT/, reason: 'the file is damaged', hint: damageHint },
  {
    code: /^SQLITE_NOTADB$/,
    reason: 'the file is damaged, or not a ledger at all',
    hint: `Name another file with ‹ledger›. If it was a ledger: ${damageHint}`,
  },
  { code: /^(SQLITE_IOERR|EIO$)/, reason: 'the disk reported an error', hint: spaceHint },
  { code: /^SQLITE_(BUSY|LOCKED)/, reason: 'another program keeps it busy', hint: 'End that program, then try again.' },
]

/** The user's error for an unusable ledger file; `what` begins the sentence. */
export function explainStorageFailure(what: string, error: unknown): BatchError {
  if (error instanceof BatchError) return error
  const code = codeOf(error)
  const known = failures.find((failure) => code !== undefined && failure.code.test(code))
  const reason = known?.reason ?? `unexpected failure ${code ?? 'without a code'}`
  return new BatchError(isCorruption(error) ? 'ledger' : 'surroundings', `${what}: ${reason}`, {
    cause: error,
    hint: known?.hint ?? unknownHint,
  })
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

/**
 * The same functions, with errors for the user on storage failures: any of them may meet a full disk or a damaged
 * page.
 */
export function withExplainedFailures<Part extends object>(part: Part): Part {
  const members = Object.entries(part).map(([name, member]: [string, unknown]) => {
    if (typeof member !== 'function') return [name, member] as const
    const explained = (...values: unknown[]): unknown => {
      try {
        return member(...values)
      } catch (error) {
        throw isStorageFailure(error) ? explainStorageFailure('the ledger could not be used', error) : error
      }
    }
    return [name, explained] as const
  })
  return Object.fromEntries(members) as Part
}
