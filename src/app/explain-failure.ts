import { explainStorageFailure, isStorageFailure } from '../ledger/storage-failure.ts'
import { BatchError, codeOf } from '../support/errors.ts'

/** What may fail anywhere, because the system or a data file fails, in words; anything else as it is. */
export function explainFailure(error: unknown): unknown {
  if (isOutOfFiles(error)) {
    return new BatchError('surroundings', 'the system lets this program open too few files', {
      hint: 'Raise the limit (ulimit -n) to 256 or more, then start the same command again.',
      cause: error,
    })
  }
  if (isFolderMissing(error)) {
    return new BatchError('surroundings', 'the folder that this was started in is no longer there', {
      hint: 'Change into a folder that is there, then start the same command again.',
      cause: error,
    })
  }
  return isStorageFailure(error) ? explainStorageFailure('a data file cannot be used', error) : error
}

/** Whatever it kept the program from, the limit is what its user can do something about. */
function isOutOfFiles(error: unknown): boolean {
  const code = codeOf(error)
  return code === 'EMFILE' || code === 'ENFILE' || (error instanceof Error && isOutOfFiles(error.cause))
}

function isFolderMissing(error: unknown): boolean {
  return codeOf(error) === 'ENOENT' && error instanceof Error && 'syscall' in error && error.syscall === 'uv_cwd'
}
