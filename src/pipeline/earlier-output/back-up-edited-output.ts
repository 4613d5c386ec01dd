import { createHash } from 'node:crypto'
import { constants, createReadStream } from 'node:fs'
import { copyFile } from 'node:fs/promises'
import { basename, dirname, extname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Outputs } from '../../ledger/port/outputs.ts'
import { syncFile } from '../../sheet/writing/publish-file.ts'
import { codeOf } from '../../support/errors.ts'
import { canonicalPath } from './choose-output-path.ts'

/**
 * An output that a person has edited is copied before it is overwritten: edits exist nowhere else. Returns the copy's
 * path; undefined when the output was not edited.
 */
export async function backUpEditedOutput(
  output: string,
  runId: number,
  outputs: Pick<Outputs, 'isKnown' | 'recordBackup'>,
  now: number,
): Promise<string | undefined> {
  const file = await canonicalPath(output)
  const digest = await digestOf(file)
  if (digest === undefined || (await outputs.isKnown(file, digest))) return undefined
  const copy = await copyToBackup(output, now)
  // Otherwise each run would back it up again while the file is open elsewhere and cannot be replaced.
  await outputs.recordBackup(runId, file, digest)
  return copy
}

/** SHA-256 in hex; undefined when there is no such file. */
export async function digestOf(file: string): Promise<string | undefined> {
  const hash = createHash('sha256')
  try {
    await pipeline(createReadStream(file), hash)
  } catch (error) {
    if (['ENOENT', 'EISDIR'].includes(codeOf(error) ?? '')) return undefined
    throw error
  }
  return hash.digest('hex')
}

async function copyToBackup(output: string, now: number): Promise<string> {
  const stamp = new Date(now).toISOString().slice(0, 19).replaceAll(/[-:]/g, '')
  const extension = extname(output)
  for (let ordinal = 1; ; ordinal += 1) {
    const number = ordinal === 1 ? '' : ` (${ordinal})`
    const name = `${basename(output, extension)}.edited-${stamp}${number}${extension}`
    const copy = join(dirname(output), name)
    try {
      await copyFile(output, copy, constants.COPYFILE_EXCL)
      // The copy must survive a power cut once the output has been replaced.
      await syncFile(copy)
      return copy
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') throw error
    }
  }
}
