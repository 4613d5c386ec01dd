import { constants } from 'node:fs'
import { chmod, copyFile, mkdir, rm, utimes } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { removeStaleTemporaries, temporaryName } from './temporary-files.ts'
import { toWriteError } from './write-error.ts'

/**
 * Copies a workbook to a hidden file beside an output that will be made from it, readable by its owner only: whatever
 * becomes of the file itself meanwhile does no harm. What killed processes left of such copies goes.
 * @throws BatchError `surroundings` when it cannot be kept.
 */
export async function createInputCopy(file: string, output: string): Promise<string> {
  const target = resolve(output)
  const copy = temporaryName(target, 'input')
  try {
    await mkdir(dirname(target), { recursive: true, mode: 0o700 })
    await removeStaleTemporaries(target, 'input')
    // Where the disk can, both share their bytes until one of them is changed.
    await copyFile(file, copy, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE)
    await chmod(copy, 0o600)
    // How old it is says when it is left over.
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
