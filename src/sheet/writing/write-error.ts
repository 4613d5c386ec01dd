import { BatchError, codeOf } from '../../support/errors.ts'

const reasons: Readonly<Record<string, readonly [what: string, hint: string]>> = {
  ENOSPC: [
    'the disk is full',
    'Free some space, or choose another place with ‹output›, and give the same command again.',
  ],
  EDQUOT: [
    'your disk quota is used up',
    'Free some space, or choose another place with ‹output›, and give the same command again.',
  ],
  EACCES: ['the folder cannot be written to', 'Choose another place with ‹output›, or have the permission changed.'],
  EPERM: ['the folder cannot be written to', 'Choose another place with ‹output›, or have the permission changed.'],
  EROFS: ['the disk is read-only', 'Choose another place with ‹output›.'],
  ENOENT: ['the folder is missing', 'Check the path given with ‹output›.'],
  EEXIST: ['a part of the path is not a folder', 'Check the path given with ‹output›.'],
  ENOTDIR: ['a part of the path is not a folder', 'Check the path given with ‹output›.'],
  ENAMETOOLONG: ['the file name is too long', 'Choose a shorter name with ‹output›.'],
  EFBIG: ['the file is larger than the disk allows', 'Choose another place with ‹output›.'],
  EIO: ['the disk reported an error', 'Choose another disk with ‹output›.'],
}

/** Errors of the file system become messages for the user; other errors stay as they are. */
export function toWriteError(error: unknown, output: string): unknown {
  const code = codeOf(error)
  if (error instanceof BatchError || code === undefined || !isSystemError(error)) return error
  const [what, hint] = reasons[code] ?? [`the system answered ${code}`, 'Choose another place with ‹output›.']
  return new BatchError('surroundings', `${output} could not be written: ${what}`, {
    hint,
    cause: error,
  })
}

function isSystemError(error: unknown): boolean {
  return error instanceof Error && 'errno' in error
}
