import { find } from '../../messages/catalogue.ts'
import { BatchError, codeOf } from '../../support/errors.ts'

/** Errors of the file system become messages for the user; other errors stay as they are. */
export function toWriteError(error: unknown, output: string): unknown {
  const code = codeOf(error)
  if (error instanceof BatchError || code === undefined || !isSystemError(error)) return error
  return new BatchError('surroundings', find('not-written', { output, code }), { cause: error })
}

function isSystemError(error: unknown): boolean {
  return error instanceof Error && 'errno' in error
}
