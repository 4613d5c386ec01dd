import { dirname, resolve } from 'node:path'
import { isDatabaseAddress } from '../../ledger/database-address.ts'
import type { OperationName } from '../../operations/all.ts'
import type { Operation } from '../../pipeline/model/operation.ts'
import type { OperationProfile, ProfileSettings } from '../../settings/option-types.ts'
import { BatchError } from '../../support/errors.ts'
import type { Logger } from '../../support/logger.ts'

/** Settings of a company for every run. Paths are relative to the folder of the file. */
export interface Profile extends ProfileSettings, Readonly<Partial<Record<OperationName, OperationProfile>>> {
  $schema?: string
}

export interface FoundProfile {
  file: string
  profile: Profile
}

/** Marks a guess until a person accepts it; alone, where there is nothing to guess. */
export const guessPrefix = '?'

export function formatGuess(meant = ''): string {
  return meant === '' ? guessPrefix : `${guessPrefix} ${meant}`
}

export function settingsOf(profile: Profile, { name }: Pick<Operation, 'name'>): OperationProfile {
  return profile[name as OperationName] ?? {}
}

/** @default false */
export function requiresFourEyes({ fourEyes, secondPair }: Profile): boolean {
  return fourEyes ?? secondPair ?? false
}

/** Makes a path absolute; `-` and the address of a database stay. */
export function resolvePath({ file }: Pick<FoundProfile, 'file'>, path: string): string {
  return path === '-' || isDatabaseAddress(path) ? path : resolve(dirname(file), path)
}

function isGuess(value: unknown): value is string {
  return typeof value === 'string' && value.startsWith(guessPrefix)
}

/** Values that were not accepted yet, with their path (`columns “Zielland”`); empty where there was nothing to guess. */
export function listGuesses(settings: object, inside = ''): { place: string; value: string }[] {
  return Object.entries(settings).flatMap(([key, value]: [string, unknown]) => {
    const place = inside === '' ? key : Array.isArray(settings) ? inside : `${inside} “${key}”`
    if (isGuess(value)) return [{ place, value: value.slice(guessPrefix.length).trim() }]
    return typeof value === 'object' && value !== null ? listGuesses(value, place) : []
  })
}

export function withoutGuesses<Settings extends object>(settings: Settings): Settings {
  const entries = Object.entries(settings).flatMap(([key, value]: [string, unknown]) => {
    const accepted = Array.isArray(value) ? value.filter((entry) => !isGuess(entry)) : value
    if (isGuess(accepted) || (Array.isArray(accepted) && accepted.length === 0)) return []
    const isMap = typeof accepted === 'object' && accepted !== null && !Array.isArray(accepted)
    return [[key, isMap ? withoutGuesses(accepted) : accepted] as const]
  })
  return Object.fromEntries(entries) as Settings
}

/** Their number and the first one; undefined without guesses. */
function describeGuesses({ file, profile }: FoundProfile, operation: Pick<Operation, 'name'>): string | undefined {
  const guesses = listGuesses(settingsOf(profile, operation))
  const [first] = guesses
  if (first === undefined) return undefined
  const are = guesses.length === 1 ? '1 guess' : `${guesses.length} guesses`
  const shown = `${first.place}${first.value === '' ? '' : ` → ${first.value}`}`
  return `${file} has ${are} for ${operation.name} (${guesses.length === 1 ? '' : 'first: '}${shown})`
}

export const guessHint = `Accept a guess by deleting the “${guessPrefix} ” before it, replace a lone “${guessPrefix}” by a value, and delete the wrong lines.`

/** @throws BatchError `configuration` for an open guess: nothing is sent on a guess, or past one. */
export function requireNoGuesses(found: FoundProfile, operation: Pick<Operation, 'name'>): void {
  const left = describeGuesses(found, operation)
  if (left !== undefined) throw new BatchError('configuration', left, { hint: `${guessHint} Nothing was sent.` })
}

/** For commands that send nothing and ignore guesses. */
export function warnOfGuesses(
  found: FoundProfile | undefined,
  operation: Pick<Operation, 'name'>,
  logger: Pick<Logger, 'warn'>,
): void {
  const left = found === undefined ? undefined : describeGuesses(found, operation)
  if (left !== undefined) logger.warn(`${left}: they are ignored. ${guessHint}`)
}

type Texts = Readonly<Record<string, string>>

/** Null removes an entry; `fold` tells how texts are compared. */
export function changeTexts(
  own: Texts = {},
  changes: Readonly<Record<string, string | null>> = {},
  fold: (text: string) => string,
): Texts {
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
