import { findOperation, type OperationName } from '../../operations/all.ts'
import type { Operation } from '../../pipeline/model/operation.ts'
import { isGiven } from '../../settings/all.ts'
import type { ReadOptions } from '../../settings/option-types.ts'
import { foldText } from '../../sheet/fold-text.ts'
import { BatchError } from '../../support/errors.ts'
import { readProcessEnvironment } from '../library-process.ts'
import { readListsFile } from '../option-files.ts'
import { toLoadOptions } from '../parse-request.ts'
import { findQuestion, refuseProfile } from './agreement.ts'
import { locateProfile } from './find-profile.ts'
import { changeTexts, type FoundProfile, requireNoGuesses, resolvePath, settingsOf, withoutGuesses } from './profile.ts'
import { readProfile } from './profile-file.ts'

/**
 * `leavesGuesses` drops guesses, for commands that send nothing; otherwise they are refused. `place` names the profile
 * in the message about a setting.
 * @throws BatchError `configuration` or `usage` for guesses, and for settings that the operation does not take.
 */
export function readOperationOptions(
  found: FoundProfile,
  operation: Pick<Operation, 'name' | 'sheet'>,
  { leavesGuesses = false, place = `${found.file}, ${operation.name}: ` } = {},
): ReadOptions {
  if (!leavesGuesses) requireNoGuesses(found, operation)
  const { profile } = found
  const { sheets, dateFormats, ...same } = withoutGuesses(settingsOf(profile, operation))
  const lists = readListsFile(profile.lists && resolvePath(found, profile.lists))
  const reading = { ...same, sheets, lists, dateFormat: dateFormats }
  try {
    toLoadOptions(operation, reading)
  } catch (error) {
    if (!(error instanceof BatchError)) throw error
    const { code, message, hint } = error
    throw new BatchError(code, `${place}${message}`, hint === undefined ? {} : { hint })
  }
  return reading
}

/**
 * The options of `runSheet` that a profile gives for one operation.
 * @throws BatchError `configuration` or `usage` for guesses, and for settings that the operation does not take.
 */
export function readingOf(found: FoundProfile, operation: OperationName): ReadOptions {
  return readOperationOptions(found, findOperation(operation))
}

/** Options of this run override the profile, field by field and text by text. Pure. */
export function mergeReading(own: ReadOptions, given: ReadOptions): ReadOptions {
  const mapped = new Set(Object.values(given.columns ?? {}))
  const kept = Object.entries(own.columns ?? {}).filter(([, field]) => field === '' || !mapped.has(field))
  const said = Object.entries(given).filter(([, value]) => isGiven(value))
  const values = Object.keys({ ...own.values, ...given.values }).map(
    (field) => [field, changeTexts(own.values?.[field], given.values?.[field], foldText)] as const,
  )
  return {
    ...own,
    ...Object.fromEntries(said),
    columns: { ...Object.fromEntries(kept), ...given.columns },
    set: { ...own.set, ...given.set },
    values: Object.fromEntries(values),
  }
}

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
