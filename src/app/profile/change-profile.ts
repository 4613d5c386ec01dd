import type { Operation } from '../../pipeline/model/operation.ts'
import { foldHeading, foldText } from '../../sheet/fold-text.ts'
import { type Profile, settingsOf } from './profile.ts'

type Texts = Readonly<Record<string, string>>
/** Null removes an entry. */
type TextChanges = Readonly<Record<string, string | null>>
type Named = Pick<Operation, 'name'>

/** Changes to the settings of an operation; other settings stay. */
export interface ProfileChange {
  columns?: TextChanges
  set?: TextChanges
  values?: Readonly<Record<string, TextChanges>>
  /** An empty list removes the setting. */
  dateFormats?: readonly string[]
}

/** A new entry replaces those that differ from it only in case and accents. Pure. */
export function changeProfile(profile: Profile, operation: Named, change: ProfileChange): Profile {
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
export function reverseChange(before: Profile, after: Profile, operation: Named): ProfileChange {
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

/** `fold` tells how texts are compared. */
export function changeTexts(own: Texts = {}, changes: TextChanges = {}, fold: (text: string) => string): Texts {
  const touched = new Set(Object.keys(changes).map(fold))
  const others = Object.entries(own).filter(([text]) => !touched.has(fold(text)))
  const added = Object.entries(changes).flatMap(([text, value]) => (value === null ? [] : [[text, value] as const]))
  return Object.fromEntries([...others, ...added])
}

/** Drops what is undefined, and empty lists and objects. */
export function withoutEmpty<Settings extends object>(
  settings: Settings,
): { [Key in keyof Settings]: NonNullable<Settings[Key]> } {
  const kept = Object.entries(settings).filter(
    ([, value]) => value !== undefined && (typeof value !== 'object' || Object.keys(value).length > 0),
  )
  return Object.fromEntries(kept) as { [Key in keyof Settings]: NonNullable<Settings[Key]> }
}
