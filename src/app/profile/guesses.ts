import type { Operation } from '../../pipeline/model/operation.ts'
import type { OperationProfile } from '../../settings/option-types.ts'
import { BatchError } from '../../support/errors.ts'
import type { Logger } from '../../support/logger.ts'
import { type FoundProfile, guessPrefix, settingsOf } from './profile.ts'

/** A value that was not accepted yet; `place` is its path: `columns “Zielland”`. */
export interface Guess {
  place: string
  /** Empty where there was nothing to guess. */
  value: string
}

function isGuess(value: unknown): value is string {
  return typeof value === 'string' && value.startsWith(guessPrefix)
}

export function listGuesses(settings: object, inside = ''): Guess[] {
  return Object.entries(settings).flatMap(([key, value]: [string, unknown]) => {
    const place = inside === '' ? key : Array.isArray(settings) ? inside : `${inside} “${key}”`
    if (isGuess(value)) return [{ place, value: value.slice(guessPrefix.length).trim() }]
    return typeof value === 'object' && value !== null ? listGuesses(value, place) : []
  })
}

export function withoutGuesses(settings: OperationProfile): OperationProfile {
  return strip(settings) as OperationProfile
}

function strip(value: object): unknown {
  if (Array.isArray(value)) {
    const accepted = value.filter((entry) => !isGuess(entry))
    return accepted.length === 0 ? undefined : accepted
  }
  const entries = Object.entries(value).flatMap(([key, inner]: [string, unknown]) => {
    const accepted = typeof inner === 'object' && inner !== null ? strip(inner) : inner
    return accepted === undefined || isGuess(accepted) ? [] : [[key, accepted] as const]
  })
  return Object.fromEntries(entries)
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
