import { CountryNames, listCountryLanguages } from '../sheet/values/country-names.ts'
import { guessBySpelling, type ValueGuess, type ValueList } from '../sheet/values/value-list.ts'
import { languages } from './languages/all.ts'

const names = new CountryNames(() => languages.map(({ code }) => code))

const englishNames = new CountryNames(() => ['en'])
const longestCode = 3
/** Cache for suggestEnglish: a column repeats few countries many times, and no name is long. */
const englishNameCache = new Map<string, readonly string[]>()
const maxCachedNames = 1_000

const everyName = new CountryNames(listCountryLanguages)

/** Names in each list, by country code. A code with two names is ambiguous. */
const codesOfLists = new WeakMap<readonly string[], ReadonlyMap<string, readonly string[]>>()

/**
 * The listed value for a country given by its ISO 3166 code or its name in another language, with the reason. A
 * suggestion to confirm, never sent automatically: GE is Georgia, though many people mean Germany.
 */
export function suggestListed(text: string, listed: readonly string[]): { value: string; why: string } | undefined {
  const country = names.find(text)
  if (country === undefined) return undefined
  const codes = codesOfLists.get(listed) ?? groupByCountry(listed)
  codesOfLists.set(listed, codes)
  const [value, ...others] = codes.get(country.code) ?? []
  return value === undefined || others.length > 0 ? undefined : { value, why: `“${text}” is ${country.as}` }
}

/**
 * English names for a country that is given by a code, in another language, or misspelt: suggestions where no list is
 * known. Two names may be equally near.
 */
export function suggestEnglish(text: string): readonly string[] {
  const cached = englishNameCache.get(text)
  if (cached !== undefined) return cached
  const found = findCodes(text).map((code) => new Intl.DisplayNames('en', { type: 'region' }).of(code) ?? code)
  if (englishNameCache.size < maxCachedNames) englishNameCache.set(text, found)
  return found
}

function findCodes(text: string): readonly string[] {
  const letters = text.replace(/[^\p{L}]/gu, '')
  if (letters.length > longestCode && englishNames.find(text) !== undefined) return []
  const country = names.find(text)
  return country === undefined ? englishNames.findNearest(text) : [country.code]
}

/** True for a country's code, or its name in any language: names alone, never sent. */
export function isCountryAnywhere(text: string): boolean {
  return everyName.find(text) !== undefined
}

/** The country that the text names, else a similarly spelled value that is no other country. */
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

/** True also where one of the texts names no country: then nothing is proved. */
export function isSameCountry(one: string, other: string): boolean {
  if (one.trim().toLowerCase() === other.trim().toLowerCase()) return true
  const [first, second] = [everyName.find(one), everyName.find(other)]
  return first === undefined || second === undefined || first.code === second.code
}
