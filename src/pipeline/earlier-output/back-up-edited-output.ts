import { constants, existsSync } from 'node:fs'
import { copyFile } from 'node:fs/promises'
import { basename, dirname, extname, join } from 'node:path'
import type { Outputs } from '../../ledger/port/outputs.ts'
import { syncFile } from '../../sheet/writing/publish-file.ts'
import { codeOf } from '../../support/errors.ts'
import { canonicalPath } from './choose-output-path.ts'
import { digestOutput, isAsWritten } from './output-digest.ts'

/**
 * An output that a person has edited is copied before it is overwritten: edits exist nowhere else. Returns the copy's
 * path; undefined when the output was not edited.
 */
export async function backUpEditedOutput(
  output: string,
  runId: number,
  outputs: Pick<Outputs, 'digestsOf' | 'recordBackup'>,
  now: number,
): Promise<string | undefined> {
  if (!existsSync(output) || (await isAsWritten(output, outputs))) return undefined
  const copy = await copyToBackup(output, now)
  // Otherwise each run would back it up again while the file is open elsewhere and cannot be replaced.
  await outputs.recordBackup(runId, await canonicalPath(output), await digestOutput(copy))
  return copy
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
