import { createRequire } from 'node:module'
import { foldText } from '../fold-text.ts'
import { editDistance } from '../nearest-match.ts'

export interface NamedCountry {
  /** ISO 3166-1, two letters. */
  code: string
  /** The kind of name: `its ISO 3166 code`, `its name in German`. */
  as: string
}

/** In i18n-iso-countries 7.14 these names belong to the other Congo, or to both. Unicode's names are right. */
const confused = new Set(['pt CD', 'pt CG', 'de CD'])
const longestCode = 3
const shortestMisspelt = 5
const longName = 8
const several = Symbol('a name that several countries have')

export class CountryNames {
  readonly #languages: () => readonly string[]
  #gathered: Countries | undefined

  /** ISO 639 codes; called on first use. */
  constructor(languages: () => readonly string[]) {
    this.#languages = languages
  }

  // Loaded on first use: most sheets need none, and it takes 50 ms.
  get #countries(): Countries {
    this.#gathered ??= gatherCountries(this.#languages())
    return this.#gathered
  }

  /**
   * Codes of the countries whose names differ by the fewest typing errors: one in a short name, two in a longer one.
   * Stricter than `nearestMatch`, since most cells hold a name that no list has.
   */
  findNearest(text: string): string[] {
    const key = toCountryKey(text)
    let bound = key.length < shortestMisspelt ? 0 : key.length < longName ? 1 : 2
    let nearest = new Set<string>()
    for (const [name, country] of bound === 0 ? [] : this.#countries) {
      const slips = country === several || name.length < shortestMisspelt ? undefined : editDistance(key, name, bound)
      if (country === several || slips === undefined) continue
      if (slips < bound) nearest = new Set()
      bound = slips
      nearest.add(country.code)
    }
    return [...nearest]
  }

  find(text: string): NamedCountry | undefined {
    const whole = this.#named(text)
    if (whole !== undefined) return whole
    // The form of lists: "Iran (Islamic Republic of)"; but "China (Hong Kong)" may be either.
    const [, name, remark] = /^([^()]+)\(([^()]+)\)?$/.exec(text) ?? []
    if (name === undefined || remark === undefined) return undefined
    const country = this.#named(name)
    const other = this.#named(remark)
    return other === undefined || other.code === country?.code ? country : undefined
  }

  #named(text: string): NamedCountry | undefined {
    const found = this.#countries.get(toCountryKey(text))
    return found === several ? undefined : found
  }
}

/** ISO 639 codes of all languages with names of countries. */
export function listCountryLanguages(): readonly string[] {
  return createRequire(import.meta.url)('i18n-iso-countries').getSupportedLanguages()
}

/** Names in every language, in lower case and with their accents. */
export function listCountryNames(): ReadonlySet<string> {
  const load = createRequire(import.meta.url)
  const lists = listCountryLanguages().map((language) => load(`i18n-iso-countries/langs/${language}.json`).countries)
  const names = lists.flatMap((list: Record<string, string | string[]>) => Object.values(list).flat())
  return new Set(names.map((name) => name.normalize().toLowerCase()))
}

type Countries = Map<string, NamedCountry | typeof several>

/** Codes win over names ("RU" is not Reino Unido), and Unicode's names over others. */
function gatherCountries(languages: readonly string[]): Countries {
  const load = createRequire(import.meta.url)
  const codes: readonly (readonly [string, string, string])[] = load('i18n-iso-countries/codes.json')
  const countries: Countries = new Map()
  for (const [code, longCode] of codes) {
    for (const text of [code, longCode]) countries.set(toCountryKey(text), { code, as: 'its ISO 3166 code' })
  }
  const english = new Intl.DisplayNames('en', { type: 'language' })
  const further: Countries = new Map()
  for (const language of languages) {
    const isEnglish = language === 'en'
    const as = isEnglish ? 'another name of it' : `its name in ${english.of(language)}`
    for (const style of ['long', 'short'] as const) {
      const regions = new Intl.DisplayNames(language, { type: 'region', style })
      for (const [code] of codes) {
        const key = toCountryKey(regions.of(code) ?? '')
        const known = countries.get(key)
        // Of two-letter names only "UK" and "US" are known abroad.
        if ((isEnglish || key.length > 2) && known === undefined) countries.set(key, { code, as })
        else if (known !== several && known?.code !== code && key.length > longestCode) countries.set(key, several)
      }
    }
    const { countries: names } = load(`i18n-iso-countries/langs/${language}.json`)
    for (const [code, listed] of Object.entries<string | string[]>(names)) {
      if (!confused.has(`${language} ${code}`)) addAll(further, [listed].flat(), { code, as })
    }
  }
  const clear = [...countries].filter(([key]) => further.get(key) !== several)
  return new Map([...further, ...clear])
}

function addAll(countries: Countries, names: readonly string[], country: NamedCountry): void {
  for (const key of names.map(toCountryKey)) {
    const known = countries.get(key) ?? country
    countries.set(key, known === several || known.code !== country.code ? several : known)
  }
}

/** Ignores case, accents, spaces, punctuation and a leading article. */
export function toCountryKey(text: string): string {
  return foldText(text)
    .replace(/^the /, '')
    .replaceAll('&', 'and')
    .replace(/[^\p{L}\p{N}]+/gu, '')
}
