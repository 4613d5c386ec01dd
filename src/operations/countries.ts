import { CountryNames, listCountryLanguages, type NamedCountry, toCountryKey } from '../sheet/values/country-names.ts'
import { guessBySpelling, type ValueGuess, type ValueList } from '../sheet/values/value-list.ts'
import { languages } from './languages/all.ts'

const names = new CountryNames(() => languages.map(({ code }) => code))

const englishNames = new CountryNames(() => ['en'])
const longestCode = 3
/** Cache for suggestEnglish: a column repeats few countries many times, and no name is long. */
const englishNameCache = new Map<string, readonly string[]>()
const maxCachedNames = 1_000

const everyName = new CountryNames(listCountryLanguages)

/**
 * What people write and neither Unicode nor ISO 3166 has: short, former and official forms, and parts that stand for the
 * whole. Two codes: both are called so.
 */
const spokenNames = new Map(
  Object.entries({
    AE: ['Emirates'],
    AG: ['Antigua'],
    BA: ['Bosnia-Hercegovina', 'Bosnia/Herzegovina'],
    'CD CG': ['Congo', 'Kongo'],
    CD: ['DRC', 'DR Congo', 'Congo DR', 'Democratic Republic of Congo', 'Congo, Democratic Republic', 'Zaire'],
    CG: ['Congo Republic'],
    CH: ['Swiss Confederation'],
    CN: ['PRC', 'P.R. China', 'PR China', 'Mainland China'],
    CZ: ['Czech Rep'],
    DO: ['Dominican Rep'],
    GB: ['Britain', 'United Kingdom of Great Britain and Northern Ireland'],
    GR: ['Hellenic Republic', 'Hellas'],
    IE: ['Eire', 'Southern Ireland'],
    KG: ['Kyrgyz Republic', 'Kirghizia'],
    'KR KP': ['Korea'],
    KR: ['S Korea', 'Korea South', 'ROK'],
    KP: ['N Korea', 'Korea North', 'DPRK'],
    LK: ['Ceylon'],
    MK: ['FYROM', 'Former Yugoslav Republic of Macedonia'],
    NL: ['Holland'],
    SA: ['KSA', 'Saudi'],
    SK: ['Slovak Republic', 'Slovak Rep'],
    ST: ['Sao Tome'],
    TL: ['East Timor'],
    TT: ['Trinidad'],
    TW: ['Republic of China', 'ROC'],
    US: ['America', 'The States'],
    VA: ['Vatican', 'Holy See'],
  }).flatMap(([codes, texts]) => texts.map((text) => [toCountryKey(text), codes.split(' ')] as const)),
)
const britishParts =
  'England Scotland Wales NorthernIreland Angleterre Inghilterra Inglaterra Engeland Anglia Schottland'
for (const part of britishParts.split(' ')) spokenNames.set(toCountryKey(part), ['GB'])

/**
 * Names in lists of countries that are not Unicode's. The first is suggested; the others, and Unicode's, are as usual
 * there: nobody knows which of them a service takes.
 */
const listedNames: Readonly<Record<string, readonly string[]>> = {
  CD: ['Democratic Republic of the Congo'],
  CG: ['Republic of the Congo'],
  CV: ['Cape Verde', 'Cabo Verde'],
  CZ: ['Czech Republic', 'Czechia'],
  FM: ['Micronesia'],
  HK: ['Hong Kong'],
  MM: ['Myanmar'],
  MO: ['Macao'],
  PS: ['Palestine'],
  TR: ['Turkey', 'Türkiye'],
  VC: ['Saint Vincent and the Grenadines'],
}

const forms = 'republic|kingdom|states?|commonwealth|principality|duchy|sultanate|federation|union|emirate'
const officialForm = new RegExp(
  `^(?:the )?(?:[\\p{L}’']+ )*?(?:${forms}) of (?:the )?(.+)$|^([^,]+), .*(?:${forms}) of$`,
  'iu',
)

/** Names in each list, by country code. A code with two names is ambiguous. */
const codesOfLists = new WeakMap<readonly string[], ReadonlyMap<string, readonly string[]>>()

/** Countries that the text names in the packed languages, or as people call them. Several for “Korea” and “Congo”. */
function findCountries(text: string): readonly NamedCountry[] {
  const spoken = spokenNames.get(toCountryKey(text))
  const official = officialForm.exec(text)
  const known = names.find(text) ?? names.find((spoken ? '' : (official?.[1] ?? official?.[2])) ?? '')
  if (known !== undefined) return [known]
  return spoken?.map((code) => ({ code, as: 'a name that people use for it' })) ?? []
}

function findAnywhere(text: string): readonly NamedCountry[] {
  const countries = findCountries(text)
  return countries.length > 0 ? countries : [everyName.find(text)].filter((country) => country !== undefined)
}

/**
 * The listed value for a country given by its ISO 3166 code or its name in another language, with the reason. A
 * suggestion to confirm, never sent automatically: GE is Georgia, though many people mean Germany.
 */
export function suggestListed(text: string, listed: readonly string[]): { value: string; why: string } | undefined {
  const [country, ...more] = findAnywhere(text)
  if (country === undefined || more.length > 0) return undefined
  const codes = codesOfLists.get(listed) ?? groupByCountry(listed)
  codesOfLists.set(listed, codes)
  const [value, ...others] = codes.get(country.code) ?? []
  return value === undefined || others.length > 0 ? undefined : { value, why: `“${text}” is ${country.as}` }
}

/**
 * English names to send for a country that is given by a code, in another language, by another English name, or
 * misspelt: suggestions where no list is known. Two names may be equally near.
 */
export function suggestEnglish(text: string): readonly string[] {
  const cached = englishNameCache.get(text)
  if (cached !== undefined) return cached
  const usual = findCodes(text).map(namesToSend)
  const found = usual.some((known) => known.includes(text))
    ? []
    : usual.map((known) => known.find((name) => toCountryKey(name) === toCountryKey(text)) ?? `${known[0]}`)
  if (englishNameCache.size < maxCachedNames) englishNameCache.set(text, found)
  return found
}

function findCodes(text: string): readonly string[] {
  const known = findCountries(text)
  // A name of a distant language may be a slip of the keyboard in an English one.
  const codes =
    known.length > 0 ? [] : [...findAnywhere(text).map(({ code }) => code), ...englishNames.findNearest(text)]
  return [...new Set([...known.map(({ code }) => code), ...codes])]
}

/** The one to suggest first. */
function namesToSend(code: string): readonly string[] {
  const own = (['long', 'short'] as const).map(
    (style) => new Intl.DisplayNames('en', { type: 'region', style }).of(code) ?? code,
  )
  // “UK” and “US” are codes.
  const [usual = code, ...others] = own.filter((name) => name.length > longestCode)
  const spelled = usual
    .replaceAll('’', "'")
    .replaceAll(' & ', ' and ')
    .replace(/^St\. /, 'Saint ')
  return [...(listedNames[code] ?? []), spelled, usual, ...others]
}

/** True for a country's code, or its name in any language: names alone, never sent. */
export function isCountryAnywhere(text: string): boolean {
  return findAnywhere(text).length > 0
}

/** The country that the text names, else a similarly spelled value that is no other country. */
export function guessCountry(text: string, list: ValueList): ValueGuess | undefined {
  const known = suggestListed(text, list.values)
  if (known !== undefined) return { text: known.value, ...known }
  const near = guessBySpelling(text, list)
  if (near === undefined) return undefined
  const [written, meant] = [findCountries(text)[0]?.code, findCountries(near.value)[0]?.code]
  return written === undefined || meant === undefined || written === meant ? near : undefined
}

/** For a name that was refused: as above, or another usual name of the country. */
export function guessOtherName(text: string, accepted: ValueList): ValueGuess | undefined {
  const [country, ...others] = findAnywhere(text)
  const value = others.length > 0 ? undefined : namesToSend(country?.code ?? '').find((name) => name !== text)
  return guessCountry(text, accepted) ?? (country && value ? { value, text: value } : undefined)
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
