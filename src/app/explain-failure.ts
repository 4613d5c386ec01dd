import { explainStorageFailure, isStorageFailure } from '../ledger/storage-failure.ts'
import { find } from '../messages/catalogue.ts'
import { BatchError, codeOf } from '../support/errors.ts'

/** Explains failures of the system or of a data file; returns any other error unchanged. */
export function explainFailure(error: unknown): unknown {
  const cause = { cause: error }
  if (isOutOfFiles(error)) return new BatchError('surroundings', find('files-too-few'), cause)
  if (isFolderMissing(error)) return new BatchError('surroundings', find('folder-gone'), cause)
  return isStorageFailure(error) ? explainStorageFailure('a data file cannot be used', error) : error
}

/** No file descriptor is left. The limit is all that a user can change, so the failed operation is not named. */
function isOutOfFiles(error: unknown): boolean {
  const code = codeOf(error)
  return code === 'EMFILE' || code === 'ENFILE' || (error instanceof Error && isOutOfFiles(error.cause))
}

function isFolderMissing(error: unknown): boolean {
  return codeOf(error) === 'ENOENT' && error instanceof Error && 'syscall' in error && error.syscall === 'uv_cwd'
}
