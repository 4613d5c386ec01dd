import { readProcessEnvironment } from '../library-process.ts'
import { findQuestion, refuseProfile } from './agreement.ts'
import { locateProfile } from './find-profile.ts'
import { readProfile } from './read-profile.ts'

/**
 * The profile in a folder, or in the nearest folder above it. To read one that was not agreed to, name its file.
 * @throws BatchError `configuration` for a profile that this user has not agreed to, or that belongs to another one.
 */
export function findProfile(folder: string): string | undefined {
  const file = locateProfile(folder)
  const question = file === undefined ? undefined : findQuestion(readProfile(file), readProcessEnvironment())
  if (question !== undefined) throw refuseProfile(question)
  return file
}
