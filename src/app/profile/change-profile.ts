import type { Operation } from '../../pipeline/model/operation.ts'
import type { OperationProfile } from '../../settings/option-types.ts'
import { foldHeading, foldText } from '../../sheet/fold-text.ts'
import { type Profile, settingsOf } from './profile.ts'

type Texts = Readonly<Record<string, string>>
/** Null removes an entry. */
type TextChanges = Readonly<Record<string, string | null>>
type Fold = (text: string) => string

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
  const fields = new Set([...Object.keys(own.values ?? {}), ...Object.keys(change.values ?? {})])
  const values = [...fields].map(
    (field) => [field, changeTexts(own.values?.[field], change.values?.[field], foldText)] as const,
  )
  const changed: Record<keyof OperationProfile, unknown> = {
    ...(own as Record<keyof OperationProfile, unknown>),
    columns: changeTexts(own.columns, change.columns, foldHeading),
    set: changeTexts(own.set, change.set, keepExact),
    dateFormats: change.dateFormats ?? own.dateFormats,
    values: withoutEmpty(Object.fromEntries(values)),
  }
  return { ...profile, [operation.name]: withoutEmpty(changed) }
}

/** Builds the inverse of a change from the profile before it. Pure. */
export function reverseChange(
  profile: Profile,
  operation: Pick<Operation, 'name'>,
  { columns, set, values, dateFormats }: ProfileChange,
): ProfileChange {
  const own = settingsOf(profile, operation)
  return {
    ...(columns === undefined ? {} : { columns: reverseTexts(own.columns, columns, foldHeading) }),
    ...(set === undefined ? {} : { set: reverseTexts(own.set, set, keepExact) }),
    ...(values === undefined
      ? {}
      : {
          values: Object.fromEntries(
            Object.entries(values).map(([field, texts]) => [field, reverseTexts(own.values?.[field], texts, foldText)]),
          ),
        }),
    ...(dateFormats === undefined ? {} : { dateFormats: [own.dateFormats ?? []].flat() }),
  }
}

function keepExact(text: string): string {
  return text
}

function listTouched(own: Texts, changes: TextChanges, fold: Fold): [string, string][] {
  const touched = new Set(Object.keys(changes).map(fold))
  return Object.entries(own).filter(([text]) => touched.has(fold(text)))
}

function changeTexts(own: Texts = {}, changes: TextChanges = {}, fold: Fold): Texts {
  const touched = new Set(listTouched(own, changes, fold).map(([text]) => text))
  const kept = Object.entries(own).filter(([text]) => !touched.has(text))
  const added = Object.entries(changes).flatMap(([text, value]) => (value === null ? [] : [[text, value] as const]))
  return Object.fromEntries([...kept, ...added])
}

function reverseTexts(own: Texts = {}, changes: TextChanges, fold: Fold): TextChanges {
  const added = Object.keys(changes).map((text) => [text, null] as const)
  return Object.fromEntries([...added, ...listTouched(own, changes, fold)])
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
