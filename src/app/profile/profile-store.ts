import { existsSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import type { HostEnvironment } from '../../ledger/ledger-location.ts'
import type { Operation } from '../../pipeline/model/operation.ts'
import type { ReadOptions } from '../../settings/option-types.ts'
import { foldHeading, foldText } from '../../sheet/fold-text.ts'
import { digestAgreed, findQuestion, recordAgreement, refuseProfile } from './agreement.ts'
import { profileName } from './find-profile.ts'
import { changeTexts, type FoundProfile, type Profile, settingsOf, withoutEmpty } from './profile.ts'
import { readProfile, writeProfile } from './profile-file.ts'
import { mergeReading, readOperationOptions } from './use-profile.ts'

type Named = Pick<Operation, 'name' | 'sheet'>

export class ProfileStore {
  /** Path of the profile; without one, the path for the first save. */
  readonly file: string
  /** As it was found: a link, perhaps. */
  readonly #named: string
  readonly #surroundings: HostEnvironment
  /** Of the values in force, which their user agreed to. */
  #agreed: string
  #found: FoundProfile | undefined
  /** Options from the start of the program override the profile. */
  readonly #given: ReadOptions
  readonly #readings = new Map<string, ReadOptions>()

  constructor(found: FoundProfile | undefined, surroundings: HostEnvironment, given: ReadOptions) {
    this.#named = found?.file ?? join(surroundings.folder, profileName)
    this.file = found === undefined ? this.#named : realpathSync(found.file)
    this.#surroundings = surroundings
    this.#found = found
    this.#agreed = digestAgreed({ file: this.#named, profile: this.profile })
    this.#given = given
  }

  /** Undefined until it is there. */
  get found(): FoundProfile | undefined {
    return this.#found && { file: this.file, profile: this.profile }
  }

  get profile(): Profile {
    return this.#found?.profile ?? {}
  }

  /** @throws BatchError for open guesses. */
  reading(operation: Named): ReadOptions {
    const found = this.#found
    const reading =
      this.#readings.get(operation.name) ??
      (found === undefined ? this.#given : mergeReading(readOperationOptions(found, operation), this.#given))
    this.#readings.set(operation.name, reading)
    return reading
  }

  /** Reads the file again: another program may have changed it. @throws BatchError when it may not be used any more. */
  refresh(): void {
    const found = existsSync(this.file) ? readProfile(this.file) : undefined
    if (JSON.stringify(found) === JSON.stringify(this.#found)) return
    const named = { file: this.#named, profile: found?.profile ?? {} }
    const question = digestAgreed(named) === this.#agreed ? undefined : findQuestion(named, this.#surroundings)
    if (question !== undefined) throw refuseProfile(question)
    this.#found = found
    this.#readings.clear()
  }

  /**
   * Saves a change at once and returns its inverse. A change without effect is not saved.
   * @throws BatchError for settings that the operation does not take, and when the file cannot be written.
   */
  change(operation: Named, change: ProfileChange): ProfileChange {
    this.refresh()
    const before = this.profile
    const next = { file: this.file, profile: changeProfile(before, operation, change) }
    const reverse = reverseChange(before, next.profile, operation)
    if (JSON.stringify(settingsOf(next.profile, operation)) === JSON.stringify(settingsOf(before, operation)))
      return reverse
    // The person has just made the change: a hint about the file would not help.
    readOperationOptions(next, operation, { place: '' })
    this.#save(next)
    return reverse
  }

  /** @throws BatchError when the file cannot be written. */
  nameTokenFile(tokenFile: string): void {
    this.refresh()
    this.#save({ file: this.file, profile: { ...this.profile, tokenFile } })
  }

  #save(next: FoundProfile): void {
    writeProfile(this.file, next.profile, { isNew: this.#found === undefined, env: this.#surroundings.env })
    const named = { file: this.#named, profile: next.profile }
    recordAgreement(named, this.#surroundings)
    this.#agreed = digestAgreed(named)
    this.#found = next
    this.#readings.clear()
  }
}

type Texts = Readonly<Record<string, string>>
/** Null removes an entry. */
type TextChanges = Readonly<Record<string, string | null>>

/** Changes to the settings of an operation; other settings stay. */
export interface ProfileChange {
  columns?: TextChanges
  set?: TextChanges
  values?: Readonly<Record<string, TextChanges>>
  /** An empty list removes the setting. */
  dateFormats?: readonly string[]
}

/** A new entry replaces those that differ from it only in case and accents. Pure. */
export function changeProfile(profile: Profile, operation: Pick<Operation, 'name'>, change: ProfileChange): Profile {
  const own = settingsOf(profile, operation)
  const values = Object.entries(change.values ?? {}).map(
    ([field, texts]) => [field, changeTexts(own.values?.[field], texts, foldText)] as const,
  )
  const settings = {
    ...own,
    columns: changeTexts(own.columns, change.columns, foldHeading),
    set: changeTexts(own.set, change.set, (text) => text),
    dateFormats: change.dateFormats ?? own.dateFormats,
    values: withoutEmpty({ ...own.values, ...Object.fromEntries(values) }),
  }
  return { ...profile, [operation.name]: withoutEmpty(settings) }
}

/** The change that leads back to the profile before. Pure. */
export function reverseChange(before: Profile, after: Profile, operation: Pick<Operation, 'name'>): ProfileChange {
  const [old, now] = [settingsOf(before, operation), settingsOf(after, operation)]
  const fields = Object.keys({ ...old.values, ...now.values })
  const values = fields.map((field) => [field, listDifferences(now.values?.[field], old.values?.[field])] as const)
  return {
    columns: listDifferences(now.columns, old.columns),
    set: listDifferences(now.set, old.set),
    values: Object.fromEntries(values),
    ...(now.dateFormats === old.dateFormats ? {} : { dateFormats: [old.dateFormats ?? []].flat() }),
  }
}

function listDifferences(now: Texts = {}, old: Texts = {}): TextChanges {
  const added = Object.keys(now).filter((text) => !Object.hasOwn(old, text))
  const changed = Object.entries(old).filter(([text, value]) => now[text] !== value)
  return Object.fromEntries([...added.map((text) => [text, null] as const), ...changed])
}
