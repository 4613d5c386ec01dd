import { chmod, mkdir, open, realpath, rename, rm, stat } from 'node:fs/promises'
import { dirname, extname, resolve } from 'node:path'
import { BatchError, codeOf } from '../../support/errors.ts'
import { removeStaleTemporaries, temporaryName } from './temporary-files.ts'
import { toWriteError } from './write-error.ts'

export interface PublishOptions {
  /** Where the result is to stand. */
  output: string
  /** Writes the whole file; the name is new and in the folder of `output`. */
  write(temporaryFile: string): Promise<void>
  /** Opens it again and throws when it does not hold what it should. */
  verify(temporaryFile: string): Promise<void>
}

export interface PublishedFile {
  file: string
  /** The output could not be replaced (open in another program, for one), so the result stands beside it. */
  isSecondName: boolean
}

const lockedCodes: ReadonlySet<string | undefined> = new Set([
  'EBUSY',
  'EPERM',
  'EACCES',
  'EISDIR',
  'EEXIST',
  'ENOTEMPTY',
])
const maxAlternateNames = 99

/**
 * Puts a new file in the place of `output` in one step, after it was written, synced and verified under another name.
 * Until then, and on every failure, an earlier output stays as it was.
 * @throws BatchError `surroundings` when folder or disk do not allow it; whatever `verify` throws.
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
    // The name as the caller knows it, not the one behind a symbolic link.
    return published.isSecondName ? published : { ...published, file: output }
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => {})
    throw toWriteError(error, output)
  }
}

async function replaceTarget(target: string, temporary: string): Promise<PublishedFile> {
  const earlier = await stat(target).catch(() => undefined)
  if (earlier !== undefined && !earlier.isFile() && !earlier.isDirectory()) {
    throw new BatchError('usage', `${target} is a device or pipe: expected a file name`, {
      hint: 'Name a file that ends in .xlsx or .csv.',
    })
  }
  if (earlier?.isFile()) await chmod(temporary, earlier.mode & 0o777)
  try {
    await rename(temporary, target)
    return { file: target, isSecondName: false }
  } catch (error) {
    if (earlier === undefined || !lockedCodes.has(codeOf(error))) throw error
    return { file: await moveToAlternateName(target, temporary), isSecondName: true }
  }
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
  throw new BatchError(
    'surroundings',
    `${target} cannot be replaced, and (2) to (${maxAlternateNames}) beside it exist`,
    {
      hint: 'Close the file where it is open, or delete the copies that are no longer needed.',
    },
  )
}

/** Takes a free name for us, so that the rename replaces nobody's file. */
async function reserve(file: string): Promise<boolean> {
  try {
    await (await open(file, 'wx', 0o600)).close()
    return true
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false
    throw error
  }
}

/** What was written is on the disk when this resolves. */
export async function syncFile(file: string): Promise<void> {
  const handle = await open(file, 'r+')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Makes the new name itself durable; Windows cannot and need not. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r').catch(() => undefined)
  await handle?.sync().catch(() => {})
  await handle?.close()
}
