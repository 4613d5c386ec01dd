import { createRequire } from 'node:module'
import { describe, expect, it } from 'vitest'
import { assess, suggestEnglish, suggestListed } from '../rooms/operations.ts'
import { defaultLists } from '../rooms/sandbox.ts'
import { createValueList } from '../rooms/sheet/values.ts'

const { citizenship } = defaultLists

describe('a country that no list is there for', () => {
  const destination = assess.sheet.fields.find(({ name }) => name === 'destination')
  const read = (text: string) => destination?.read({ t: 's', v: text }, { lists: new Map(), datePattern: undefined })

  it.each([
    ['Deutschland', 'Germany'],
    ['ES', 'Spain'],
    ['UK', 'United Kingdom'],
    ['U.S.', 'United States'],
    ['U.K.', 'United Kingdom'],
    ['Brésil', 'Brazil'],
  ])('%s: is sent as written, with the question whether %s is meant', (text, english) => {
    expect(read(text)).toMatchObject({ ok: true, value: text, remedy: { kind: 'use', value: english } })
    expect(read(text)).toHaveProperty('warning.rule', expect.stringContaining(`Is “${english}” meant?`))
  })

  it.each([
    ['Portgual', 'Portugal'],
    ['Gernany', 'Germany'],
    ['Switserland', 'Switzerland'],
    ['Mauritus', 'Mauritius'],
    ['Untied Kingdom', 'United Kingdom'],
  ])('%s: a misspelt name is sent as written, with the question whether %s is meant', (text, english) => {
    expect(read(text)).toMatchObject({ ok: true, value: text, remedy: { kind: 'use', value: english } })
    expect(read(text)).toHaveProperty('warning.rule', expect.stringContaining(`Is “${english}” meant?`))
  })

  it('two countries are named where both are as near', () => {
    expect(read('Slovania')).toHaveProperty(
      'warning.rule',
      expect.stringMatching(/Is “Slov(ak|en)ia” or “Slov(en|ak)ia” meant\?$/),
    )
    expect(read('Slovania')).not.toHaveProperty('remedy')
  })

  it('no English name of a country is taken for another one', () => {
    const english = new Intl.DisplayNames('en', { type: 'region' })
    const codes: readonly (readonly [string])[] = createRequire(import.meta.url)('i18n-iso-countries/codes.json')
    const names = codes.map(([code]) => english.of(code) ?? '')
    expect(names.filter((name) => suggestEnglish(name).length > 0)).toEqual([])
  })

  it.each([
    'Germany',
    'Portugal',
    'Czech Republic',
    'Atlantis',
    'Bali',
    'Hawaii',
    'Dubai',
    'Kosovo',
    'Madeira',
    'Catalonia',
  ])('%s: is sent as written', (text) => {
    expect(read(text)).toEqual({ ok: true, value: text })
  })
})

describe('a country that is not in the company’s list as it is written', () => {
  it.each([
    ['Deutschland', 'Germany', '“Deutschland” is its name in German'],
    ['DE', 'Germany', '“DE” is its ISO 3166 code'],
    ['DEU', 'Germany', '“DEU” is its ISO 3166 code'],
    ['Großbritannien', 'United Kingdom', '“Großbritannien” is its name in German'],
    ['UK', 'United Kingdom', '“UK” is another name of it'],
    ['Vereinigte Staaten', 'United States', '“Vereinigte Staaten” is its name in German'],
  ])('%s: %s is suggested, with the reason', (text, value, why) => {
    expect(suggestListed(text, citizenship)).toEqual({ value, why })
  })

  it('gets the spelling that the list has, whatever its language', () => {
    expect(suggestListed('USA', ['Vereinigte Staaten von Amerika', 'Deutschland'])?.value).toBe(
      'Vereinigte Staaten von Amerika',
    )
    expect(suggestListed('Germany', ['DEU', 'FRA'])?.value).toBe('DEU')
  })

  it('gets no suggestion where the list has no such country, or has it twice', () => {
    expect(suggestListed('Deutschland', ['France'])).toBeUndefined()
    expect(suggestListed('Deutschland', ['Germany', 'Germany (DE)'])).toBeUndefined()
    expect(suggestListed('Bayern', citizenship)).toBeUndefined()
  })

  it('finds every country of the sandbox’s lists by its name in that list', () => {
    const lost = [...new Set([...citizenship, ...defaultLists.destination])].filter(
      (name) =>
        suggestListed(name, [...citizenship, ...defaultLists.destination.filter((one) => !citizenship.includes(one))])
          ?.value !== name,
    )
    // Two countries are called so.
    expect(lost).toEqual(['Congo'])
  })
})

describe('a cell with such a country', () => {
  /** What is said of the cell, given the list. */
  function refuse(text: string, list: readonly string[]) {
    const field = assess.sheet.fields.find(({ name }) => name === 'destination')
    const lists = new Map([['destination', createValueList(list)]])
    const reading = field?.read({ t: 's', v: text }, { lists, datePattern: undefined })
    return reading?.ok === false ? { hint: reading.hint, remedy: reading.remedy } : reading
  }

  it('is refused with the suggestion: it is never sent by itself', () => {
    expect(refuse('Deutschland', citizenship)).toEqual({
      hint: 'Did you mean “Germany”? “Deutschland” is its name in German.',
      remedy: { kind: 'use', value: 'Germany' },
    })
  })

  it('is never taken for a slip of the keyboard in the name of another one', () => {
    expect(refuse('Niger', ['Nigeria', 'Spain'])).toEqual({ hint: '', remedy: undefined })
    expect(refuse('Nigera', ['Nigeria', 'Spain'])).toMatchObject({ remedy: { value: 'Nigeria' } })
  })
})

describe('a country where no list is known', () => {
  it.each([
    ['Deutschland', 'Germany'],
    ['DE', 'Germany'],
    ['DEU', 'Germany'],
    ['UK', 'United Kingdom'],
    ['U.S.', 'United States'],
    ['U.K.', 'United Kingdom'],
    ['España', 'Spain'],
  ])('%s: %s is suggested', (text, name) => {
    expect(suggestEnglish(text)).toEqual([name])
  })

  it.each(['Germany', 'Czech Republic', 'Czechia', 'Atlantis', ''])('%s is left as it is', (text) => {
    expect(suggestEnglish(text)).toEqual([])
  })
})

describe('names of countries in real sheets', () => {
  const english: Readonly<Record<string, string>> = {
    'Great Britain': 'United Kingdom',
    Britain: 'United Kingdom',
    GB: 'United Kingdom',
    UK: 'United Kingdom',
    'U.K.': 'United Kingdom',
    'The UK': 'United Kingdom',
    England: 'United Kingdom',
    Scotland: 'United Kingdom',
    Wales: 'United Kingdom',
    'Northern Ireland': 'United Kingdom',
    'United Kingdom of Great Britain and Northern Ireland': 'United Kingdom',
    USA: 'United States',
    'U.S.A.': 'United States',
    US: 'United States',
    America: 'United States',
    'United States of America': 'United States',
    Holland: 'Netherlands',
    'The Netherlands': 'Netherlands',
    'the netherlands': 'Netherlands',
    GERMANY: 'Germany',
    Turkiye: 'Türkiye',
    'Guinea Bissau': 'Guinea-Bissau',
    'Cote d’Ivoire': "Côte d'Ivoire",
    'Kingdom of the Netherlands': 'Netherlands',
    'Netherlands (Kingdom of the)': 'Netherlands',
    'Republic of Korea': 'South Korea',
    'Korea, Republic of': 'South Korea',
    'S. Korea': 'South Korea',
    'Korea (South)': 'South Korea',
    DPRK: 'North Korea',
    'Ivory Coast': "Côte d'Ivoire",
    Burma: 'Myanmar',
    Swaziland: 'Eswatini',
    Vatican: 'Vatican City',
    'Holy See': 'Vatican City',
    Macedonia: 'North Macedonia',
    FYROM: 'North Macedonia',
    'Republic of North Macedonia': 'North Macedonia',
    'Russian Federation': 'Russia',
    'Viet Nam': 'Vietnam',
    'Socialist Republic of Vietnam': 'Vietnam',
    "Lao People's Democratic Republic": 'Laos',
    'Syrian Arab Republic': 'Syria',
    'Islamic Republic of Iran': 'Iran',
    'Iran, Islamic Republic of': 'Iran',
    'Bolivia, Plurinational State of': 'Bolivia',
    'Venezuela (Bolivarian Republic of)': 'Venezuela',
    'Tanzania, United Republic of': 'Tanzania',
    'Republic of Moldova': 'Moldova',
    'Brunei Darussalam': 'Brunei',
    'East Timor': 'Timor-Leste',
    'DR Congo': 'Democratic Republic of the Congo',
    DRC: 'Democratic Republic of the Congo',
    'Taiwan, Province of China': 'Taiwan',
    'Republic of China': 'Taiwan',
    "People's Republic of China": 'China',
    PRC: 'China',
    'Mainland China': 'China',
    UAE: 'United Arab Emirates',
    Emirates: 'United Arab Emirates',
    KSA: 'Saudi Arabia',
    'Kingdom of Saudi Arabia': 'Saudi Arabia',
    Eire: 'Ireland',
    'Republic of Ireland': 'Ireland',
    'Slovak Republic': 'Slovakia',
    'Kingdom of Spain': 'Spain',
    'Federal Republic of Germany': 'Germany',
    'Grand Duchy of Luxembourg': 'Luxembourg',
    'Principality of Monaco': 'Monaco',
    'Swiss Confederation': 'Switzerland',
    'Hellenic Republic': 'Greece',
    'Sultanate of Oman': 'Oman',
    Macau: 'Macao',
    Trinidad: 'Trinidad and Tobago',
    Czechia: '',
  }
  const others: Readonly<Record<string, string>> = {
    Deutschland: 'Germany',
    Niemcy: 'Germany',
    Allemagne: 'Germany',
    Polska: 'Poland',
    Polen: 'Poland',
    España: 'Spain',
    Italia: 'Italy',
    Österreich: 'Austria',
    Schweiz: 'Switzerland',
    Suisse: 'Switzerland',
    Danmark: 'Denmark',
    Norge: 'Norway',
    Sverige: 'Sweden',
    Suomi: 'Finland',
    Eesti: 'Estonia',
    Lietuva: 'Lithuania',
    Magyarország: 'Hungary',
    'Česká republika': 'Czech Republic',
    Slovensko: 'Slovakia',
    Hrvatska: 'Croatia',
    'Wielka Brytania': 'United Kingdom',
    Angleterre: 'United Kingdom',
    'Stany Zjednoczone': 'United States',
    Holandia: 'Netherlands',
    Ελλάδα: 'Greece',
    Україна: 'Ukraine',
    България: 'Bulgaria',
    日本: 'Japan',
  }

  it.each(Object.entries({ ...english, ...others }))('%s: %s is the name to send', (text, name) => {
    expect(suggestEnglish(text)).toEqual(name === '' ? [] : [name])
  })

  it('gives both where two countries are called so', () => {
    expect(suggestEnglish('Korea')).toEqual(['South Korea', 'North Korea'])
    expect(suggestEnglish('Nigera')).toEqual(['Niger', 'Nigeria'])
    expect(suggestEnglish('Congo')).toEqual(['Democratic Republic of the Congo', 'Republic of the Congo'])
  })

  it('leaves the names of the sandbox’s lists as they are', () => {
    const listed = [...new Set([...citizenship, ...defaultLists.destination])]
    expect(listed.filter((name) => suggestEnglish(name).length > 0)).toEqual(['Congo'])
  })

  it('leaves each of two names that lists of countries have', () => {
    const current = [
      'Czech Republic',
      'Czechia',
      'Turkey',
      'Türkiye',
      'Cape Verde',
      'Cabo Verde',
      'Hong Kong',
      'Taiwan',
    ]
    expect(current.filter((name) => suggestEnglish(name).length > 0)).toEqual([])
  })

  it.each([
    ['Polska', 'Poland', '“Polska” is its name in Polish'],
    ['Holland', 'Netherlands', '“Holland” is a name that people use for it'],
    ['England', 'United Kingdom', '“England” is a name that people use for it'],
  ])('%s: %s of the company’s list is suggested, and never sent unasked', (text, value, why) => {
    expect(suggestListed(text, citizenship)).toEqual({ value, why })
  })
})
