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
  const { values, ...changed } = mapTexts(own, change, changeTexts)
  const settings = {
    ...own,
    ...changed,
    dateFormats: change.dateFormats ?? own.dateFormats,
    values: withoutEmpty({ ...own.values, ...values }),
  }
  return { ...profile, [operation.name]: withoutEmpty(settings) }
}

/** Builds the inverse of a change from the profile before it. Pure. */
export function reverseChange(
  profile: Profile,
  operation: Pick<Operation, 'name'>,
  change: ProfileChange,
): ProfileChange {
  const own = settingsOf(profile, operation)
  const dateFormats = change.dateFormats && { dateFormats: [own.dateFormats ?? []].flat() }
  return { ...mapTexts(own, change, reverseTexts), ...dateFormats }
}

/** Makes something of each list that a change is about; `fold` tells how its texts are compared. */
function mapTexts<Made>(
  own: OperationProfile,
  { columns, set, values }: ProfileChange,
  make: (own: Texts, changes: TextChanges, fold: Fold) => Made,
): { columns?: Made; set?: Made; values?: Record<string, Made> } {
  const made = Object.entries(values ?? {}).map(
    ([field, texts]) => [field, make(own.values?.[field] ?? {}, texts, foldText)] as const,
  )
  return {
    ...(columns && { columns: make(own.columns ?? {}, columns, foldHeading) }),
    ...(set && { set: make(own.set ?? {}, set, (text) => text) }),
    ...(values && { values: Object.fromEntries(made) }),
  }
}

function listTouched(own: Texts, changes: TextChanges, fold: Fold): [string, string][] {
  const touched = new Set(Object.keys(changes).map(fold))
  return Object.entries(own).filter(([text]) => touched.has(fold(text)))
}

export function changeTexts(own: Texts, changes: TextChanges, fold: Fold): Texts {
  const touched = new Set(listTouched(own, changes, fold).map(([text]) => text))
  const kept = Object.entries(own).filter(([text]) => !touched.has(text))
  const added = Object.entries(changes).flatMap(([text, value]) => (value === null ? [] : [[text, value] as const]))
  return Object.fromEntries([...kept, ...added])
}

function reverseTexts(own: Texts, changes: TextChanges, fold: Fold): TextChanges {
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
