import { createRequire } from 'node:module'
import { foldText } from '../fold-text.ts'

/** A country, as a text names it. */
export interface NamedCountry {
  /** ISO 3166-1, two letters. */
  code: string
  /** What the text is to the country: `its ISO 3166 code`, `its name in German`. */
  as: string
}

/**
 * The names of these, as far as i18n-iso-countries 7.14 has them, are those of the other Congo, or of both. What the
 * Unicode names them is right.
 */
const confused = new Set(['pt CD', 'pt CG', 'de CD'])
const several = Symbol('a name that several countries have')

/** Countries by ISO 3166 codes and by their names in several languages, for guessing: people write them in many ways. */
export class CountryNames {
  readonly #languages: readonly string[]
  #countries: Countries | undefined

  /** ISO 639 codes. */
  constructor(languages: readonly string[]) {
    this.#languages = languages
  }

  find(text: string): NamedCountry | undefined {
    const whole = this.#named(text)
    if (whole !== undefined) return whole
    // As lists have it: "Iran (Islamic Republic of)"; but "China (Hong Kong)" may be either.
    const [, name, remark] = /^([^()]+)\(([^()]+)\)?$/.exec(text) ?? []
    if (name === undefined || remark === undefined) return undefined
    const country = this.#named(name)
    const other = this.#named(remark)
    return other === undefined || other.code === country?.code ? country : undefined
  }

  #named(text: string): NamedCountry | undefined {
    // On the first question: most sheets ask none, and gathering them takes a twentieth of a second.
    this.#countries ??= gatherCountries(this.#languages)
    const found = this.#countries.get(toKey(text))
    return found === several ? undefined : found
  }
}

type Countries = Map<string, NamedCountry | typeof several>

/** Codes go before names ("RU" is no Reino Unido), and what the Unicode knows before what others do. */
function gatherCountries(languages: readonly string[]): Countries {
  const load = createRequire(import.meta.url)
  const codes: readonly (readonly [string, string, string])[] = load('i18n-iso-countries/codes.json')
  const countries: Countries = new Map()
  for (const [code, longCode] of codes) {
    for (const text of [code, longCode]) countries.set(toKey(text), { code, as: 'its ISO 3166 code' })
  }
  const english = new Intl.DisplayNames('en', { type: 'language' })
  const further: Countries = new Map()
  for (const language of languages) {
    const isEnglish = language === 'en'
    const as = isEnglish ? 'another name of it' : `its name in ${english.of(language)}`
    for (const style of ['long', 'short'] as const) {
      const regions = new Intl.DisplayNames(language, { type: 'region', style })
      for (const [code] of codes) {
        const key = toKey(regions.of(code) ?? '')
        // Of names of two letters only "UK" and "US" are known abroad.
        if ((isEnglish || key.length > 2) && !countries.has(key)) countries.set(key, { code, as })
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
  for (const key of names.map(toKey)) {
    const known = countries.get(key) ?? country
    countries.set(key, known === several || known.code !== country.code ? several : known)
  }
}

/** Names are alike without case, accents, spaces, punctuation and an article in front. */
function toKey(text: string): string {
  return foldText(text)
    .replace(/^the /, '')
    .replaceAll('&', 'and')
    .replace(/[^\p{L}\p{N}]+/gu, '')
}
