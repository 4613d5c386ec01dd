import { renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import type { Environment } from '../../client/base-url.ts'
import { toWriteError } from '../../sheet/writing/write-error.ts'
import type { Profile } from './profile.ts'
import { requireProfile } from './read-profile.ts'

/**
 * Writes a profile atomically and keeps the order of its keys. `isNew` never replaces a file. `env`: its
 * `RWA_API_TOKEN` must not be in a profile.
 * @throws BatchError `configuration` for a profile that is not valid, `surroundings` when it cannot be written.
 */
export function writeProfile(
  file: string,
  profile: Profile,
  { isNew = false, env = {} }: { isNew?: boolean; env?: Environment } = {},
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
}
