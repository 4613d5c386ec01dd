import { guessBySpelling, type ValueGuess } from '../sheet/values/choice.ts'
import { CountryNames } from '../sheet/values/country-names.ts'
import type { ValueList } from '../sheet/values/value-list.ts'
import { languages } from './languages/all.ts'

const names = new CountryNames(languages.map(({ code }) => code))

const englishNames = new CountryNames(['en'])
const longestCode = 3
/** What nameInEnglish has said: a column repeats few countries many times, and no name is long. */
const answered = new Map<string, string | undefined>()
const mostAnswered = 1_000

/** Which countries a list holds, by code; of those that it holds twice nobody knows which is meant. */
const codesOfLists = new WeakMap<readonly string[], ReadonlyMap<string, readonly string[]>>()

/**
 * The value of a company's list that is the country which a text names by an ISO 3166 code or in another language, and
 * how it does. A suggestion for people to confirm, never to be sent by itself: GE is Georgia, though many mean Germany.
 */
export function suggestListed(text: string, listed: readonly string[]): { value: string; why: string } | undefined {
  const country = names.find(text)
  if (country === undefined) return undefined
  const codes = codesOfLists.get(listed) ?? groupByCountry(listed)
  codesOfLists.set(listed, codes)
  const [value, ...others] = codes.get(country.code) ?? []
  return value === undefined || others.length > 0 ? undefined : { value, why: `“${text}” is ${country.as}` }
}

/** The English name of a country that a text names by a code or in another language: a suggestion where no list is known. */
export function nameInEnglish(text: string): string | undefined {
  if (answered.has(text)) return answered.get(text)
  const isEnglish = text.length > longestCode && englishNames.find(text) !== undefined
  const country = isEnglish ? undefined : names.find(text)
  const name = country === undefined ? undefined : new Intl.DisplayNames('en', { type: 'region' }).of(country.code)
  if (answered.size < mostAnswered) answered.set(text, name)
  return name
}

/** What was probably meant: the country that the text names, else what is spelled much like it and is no other country. */
export function guessCountry(text: string, list: ValueList): ValueGuess | undefined {
  const known = suggestListed(text, list.values)
  if (known !== undefined) return { text: known.value, ...known }
  const near = guessBySpelling(text, list)
  if (near === undefined) return undefined
  const [written, meant] = [names.find(text)?.code, names.find(near.value)?.code]
  return written === undefined || meant === undefined || written === meant ? near : undefined
}

function groupByCountry(listed: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const codes = new Map<string, string[]>()
  for (const value of listed) {
    const code = names.find(value)?.code
    if (code !== undefined) codes.set(code, [...(codes.get(code) ?? []), value])
  }
  return codes
}
