import { renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Environment } from '../../client/base-url.ts'
import { toWriteError } from '../../sheet/writing/temporary-files.ts'
import { readProcessEnvironment } from '../library-process.ts'
import { recordAgreement } from './agreement.ts'
import type { Profile } from './profile.ts'
import { requireProfile } from './read-profile.ts'

/**
 * Writes a profile atomically and keeps the order of its keys; its user has agreed to it then. `isNew` never replaces a
 * file. `env`: of its user; its `RWA_API_TOKEN` must not be in a profile.
 * @throws BatchError `configuration` for a profile that is not valid, `surroundings` when it cannot be written.
 */
export function writeProfile(
  file: string,
  profile: Profile,
  { isNew = false, env = readProcessEnvironment().env }: { isNew?: boolean; env?: Environment } = {},
): void {
  requireProfile(file, profile, env)
  const text = `${JSON.stringify(profile, null, 2)}\n`
  const temporary = `${file}.${process.pid}.partial`
  try {
    // Keep the access rights of the file.
    const mode = statSync(file, { throwIfNoEntry: false })?.mode
    writeFileSync(isNew ? file : temporary, text, { flag: 'wx', ...(mode === undefined ? {} : { mode }) })
    if (!isNew) renameSync(temporary, file)
  } catch (error) {
    throw toWriteError(error, file)
  } finally {
    rmSync(temporary, { force: true })
  }
  recordAgreement({ file: resolve(file), profile }, { ...readProcessEnvironment(), env })
}
