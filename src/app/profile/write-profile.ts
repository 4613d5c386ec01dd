import { renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import type { HostEnvironment } from '../../ledger/ledger-location.ts'
import { toWriteError } from '../../sheet/writing/write-error.ts'
import type { Profile } from './profile.ts'
import { requireProfile } from './read-profile.ts'

/**
 * Writes a profile, whole or not at all, its keys in the order that they have. `isNew`: never over a file that is there.
 * `env`: its `RWA_API_TOKEN` must not stand in a profile.
 * @throws BatchError `configuration` for what no profile can hold, `surroundings` when it cannot be written.
 */
export function writeProfile(
  file: string,
  profile: Profile,
  { isNew = false, env = {} }: { isNew?: boolean; env?: HostEnvironment['env'] } = {},
): void {
  requireProfile(file, profile, env)
  const text = `${JSON.stringify(profile, null, 2)}\n`
  const temporary = `${file}.${process.pid}.partial`
  try {
    // Who may read it stays as it was.
    const mode = statSync(file, { throwIfNoEntry: false })?.mode
    writeFileSync(isNew ? file : temporary, text, { flag: 'wx', ...(mode === undefined ? {} : { mode }) })
    if (!isNew) renameSync(temporary, file)
  } catch (error) {
    throw toWriteError(error, file)
  } finally {
    rmSync(temporary, { force: true })
  }
}
