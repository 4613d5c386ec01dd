import { chmod, mkdir, open, realpath, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, extname, join, resolve } from 'node:path'
import { BatchError, codeOf } from '../../support/errors.ts'
import { removeStaleTemporaries, temporaryName, toWriteError } from './temporary-files.ts'

export interface PublishOptions {
  output: string
  /** Writes the whole file; the name is new and in the folder of `output`. */
  write(temporaryFile: string): Promise<void>
  /** Opens the file again and throws when its content is wrong. */
  verify(temporaryFile: string): Promise<unknown>
}

export interface PublishedFile {
  file: string
  /** The output could not be replaced, for example because a program has it open: this one stands beside it. */
  isSecondName: boolean
  /** The lock file of the program that has the output open, where there is one. */
  lock?: string
}

const lockedCodes: ReadonlySet<string | undefined> = new Set('EBUSY EPERM EACCES EISDIR EEXIST ENOTEMPTY'.split(' '))
const maxAlternateNames = 99

/**
 * Replaces `output` atomically with a new file, after it was written, synced and verified under a temporary name. Until
 * then, and on every failure, an earlier output stays unchanged.
 * @throws BatchError `surroundings` when folder or disk refuse; errors of `verify` pass through.
 */
export async function publishFile({ output, write, verify }: PublishOptions): Promise<PublishedFile> {
  const target = await realpath(output).catch(() => resolve(output))
  const temporary = temporaryName(target)
  try {
    await mkdir(dirname(target), { recursive: true, mode: 0o700 })
    await removeStaleTemporaries(target)
    await removeStaleTemporaries(target, 'input')
    await write(temporary)
    await syncFile(temporary)
    await verify(temporary)
    const published = await replaceTarget(target, temporary)
    await syncFolder(dirname(target))
    // The caller's path, not the target of a symbolic link.
    return published.isSecondName ? published : { ...published, file: output }
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => {})
    throw toWriteError(error, output)
  }
}

async function replaceTarget(target: string, temporary: string): Promise<PublishedFile> {
  const earlier = await stat(target).catch(() => undefined)
  if (earlier !== undefined && !earlier.isFile() && !earlier.isDirectory()) {
    const hint = 'Name a file that ends in .xlsx or .csv.'
    throw new BatchError('usage', `${target} is a device or pipe: expected a file name`, { hint })
  }
  if (earlier?.isFile()) await chmod(temporary, earlier.mode & 0o777)
  const lock = earlier === undefined ? undefined : await findLock(target)
  if (lock !== undefined) return { file: await moveToAlternateName(target, temporary), isSecondName: true, lock }
  try {
    await rename(temporary, target)
    return { file: target, isSecondName: false }
  } catch (error) {
    if (earlier === undefined || !lockedCodes.has(codeOf(error))) throw error
    return { file: await moveToAlternateName(target, temporary), isSecondName: true }
  }
}

/** LibreOffice and Excel leave such a file beside one that they have open; they would overwrite it when they save. */
async function findLock(target: string): Promise<string | undefined> {
  const name = basename(target)
  for (const lock of [`.~lock.${name}#`, `~$${name}`]) {
    const file = join(dirname(target), lock)
    if (await stat(file).catch(() => undefined)) return file
  }
  return undefined
}

async function moveToAlternateName(target: string, temporary: string): Promise<string> {
  const extension = extname(target)
  const stem = target.slice(0, target.length - extension.length)
  for (let ordinal = 2; ordinal <= maxAlternateNames; ordinal += 1) {
    const candidate = `${stem} (${ordinal})${extension}`
    if (!(await reserve(candidate))) continue
    await rename(temporary, candidate)
    return candidate
  }
  const hint = 'Close the file where it is open, or delete the copies that are no longer needed.'
  const what = `${target} cannot be replaced, and (2) to (${maxAlternateNames}) beside it exist`
  throw new BatchError('surroundings', what, { hint })
}

/** Creates the name exclusively, so that the rename replaces no other file. */
async function reserve(file: string): Promise<boolean> {
  try {
    await (await open(file, 'wx', 0o600)).close()
    return true
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false
    throw error
  }
}

/** Resolves when the content is on the disk. */
export async function syncFile(file: string): Promise<void> {
  const handle = await open(file, 'r+')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Makes the new name durable; Windows cannot, and need not. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r').catch(() => undefined)
  await handle?.sync().catch(() => {})
  await handle?.close()
}
