import { existsSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import type { HostEnvironment } from '../../ledger/ledger-location.ts'
import type { Operation } from '../../pipeline/model/operation.ts'
import type { OperationProfile, ReadOptions } from '../../settings/option-types.ts'
import { withoutEmpty } from './change-profile.ts'
import { profileName } from './find-profile.ts'
import { listGuesses } from './guesses.ts'
import { type FoundProfile, type Profile, settingsOf } from './profile.ts'
import { writeProfile } from './write-profile.ts'

/** Options given beside the sheet that a draft keeps. */
export interface GivenOptions {
  reading: ReadOptions
  /** As given: relative to the current folder. */
  lists: string | undefined
  baseUrl: string | undefined
}

export interface SavedDraft {
  /** Undefined when the draft adds nothing to the profile. */
  file: string | undefined
  guesses: number
}

/**
 * Writes a profile with a draft's guesses: the folder's profile where there is none, else a file beside the current
 * one. No file is ever replaced.
 * @throws BatchError `surroundings` when it cannot be written.
 */
export function saveDraft(
  operation: Pick<Operation, 'name'>,
  guesses: OperationProfile,
  given: GivenOptions,
  found: FoundProfile | undefined,
  surroundings: HostEnvironment,
): SavedDraft {
  const { folder } = surroundings
  const folderOfProfile = found === undefined ? folder : dirname(found.file)
  const own = found === undefined ? {} : settingsOf(found.profile, operation)
  const settings = mergeSettings(own, given.reading, guesses)
  const count = listGuesses(settings).length
  if (JSON.stringify(settings) === JSON.stringify(mergeSettings(own, {}, {})))
    return { file: undefined, guesses: count }
  const lists = given.lists === undefined ? undefined : relative(folderOfProfile, resolve(folder, given.lists))
  const profile: Profile = {
    ...withoutEmpty({ baseUrl: given.baseUrl, lists }),
    ...found?.profile,
    [operation.name]: settings,
  }
  const file = findFree(folderOfProfile)
  writeProfile(file, profile, { isNew: true, env: surroundings.env })
  return { file, guesses: count }
}

function mergeSettings(own: OperationProfile, given: ReadOptions, guesses: OperationProfile): OperationProfile {
  const { columns, set, encoding, delimiter, hidden } = given
  const dateFormat = given.dateFormat?.length === 0 ? undefined : given.dateFormat
  const fields = Object.keys({ ...own.values, ...given.values, ...guesses.values })
  return withoutEmpty({
    ...own,
    sheets: own.sheets ?? given.sheets ?? guesses.sheets,
    columns: combine(own.columns, columns, guesses.columns),
    set: combine(own.set, set, guesses.set),
    dateFormats: own.dateFormats ?? dateFormat ?? guesses.dateFormats,
    values: withoutEmpty(
      Object.fromEntries(
        fields.map((field) => [field, combine(own.values?.[field], given.values?.[field], guesses.values?.[field])]),
      ),
    ),
    encoding: encoding ?? own.encoding,
    delimiter: delimiter ?? own.delimiter,
    hidden: hidden ?? own.hidden,
  })
}

type Texts = Readonly<Record<string, string>>

/** Given options override the profile, and the profile overrides a guess; the order of first appearance stays. */
function combine(own: Texts | undefined, given: Texts | undefined, guessed: Texts | undefined): Texts {
  return { ...own, ...given, ...guessed, ...own, ...given }
}

function findFree(folder: string): string {
  for (let ordinal = 0; ; ordinal += 1) {
    const name = ordinal === 0 ? profileName : `rwa-batch.draft${ordinal === 1 ? '' : `-${ordinal}`}.json`
    if (!existsSync(join(folder, name))) return join(folder, name)
  }
}
