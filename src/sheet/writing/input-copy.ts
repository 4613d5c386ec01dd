import { constants } from 'node:fs'
import { chmod, copyFile, mkdir, rm, utimes } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { removeStaleTemporaries, temporaryName } from './temporary-files.ts'
import { toWriteError } from './write-error.ts'

/**
 * Copies a workbook to a hidden file beside the output, readable by its owner only, so that later changes of the file
 * do no harm. Copies left by killed processes are removed.
 * @throws BatchError `surroundings` when the copy cannot be made.
 */
export async function createInputCopy(file: string, output: string): Promise<string> {
  const target = resolve(output)
  const copy = temporaryName(target, 'input')
  try {
    await mkdir(dirname(target), { recursive: true, mode: 0o700 })
    await removeStaleTemporaries(target, 'input')
    // File systems with copy-on-write share the bytes.
    await copyFile(file, copy, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE)
    await chmod(copy, 0o600)
    // The modification time tells when a copy is stale.
    const now = new Date()
    await utimes(copy, now, now)
    return copy
  } catch (error) {
    await rm(copy, { force: true }).catch(() => {})
    throw toWriteError(error, output)
  }
}

export async function removeInputCopy(copy: string | undefined): Promise<void> {
  if (copy !== undefined) await rm(copy, { force: true }).catch(() => {})
}
