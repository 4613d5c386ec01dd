import { describe, expect, it } from 'vitest'
import { CountryNames } from '../../rooms/sheet/values.ts'

const names = new CountryNames(() => ['en', 'de', 'fr', 'es', 'it', 'nl', 'pt'])

describe('a country', () => {
  it.each([
    ['DE', 'DE'],
    ['deu', 'DE'],
    ['D.E.', 'DE'],
    ['Deutschland', 'DE'],
    ['ALLEMAGNE', 'DE'],
    ['Alemania', 'DE'],
    ['Germania', 'DE'],
    ['Duitsland', 'DE'],
    ['Alemanha', 'DE'],
    ['UK', 'GB'],
    ['GBR', 'GB'],
    ['Großbritannien', 'GB'],
    ['Royaume-Uni', 'GB'],
    ['USA', 'US'],
    ['U.S.A.', 'US'],
    ['Vereinigte Staaten', 'US'],
    ['Etats-Unis', 'US'],
    ['Stati Uniti', 'US'],
    ['the Netherlands', 'NL'],
    ['Niederlande', 'NL'],
    ['Tschechien', 'CZ'],
    ['Corea del Sur', 'KR'],
    ['Côte d’Ivoire', 'CI'],
    ['Iran (Islamic Republic of)', 'IR'],
    ['Deutschland (DE)', 'DE'],
    ['Trinidad & Tobago', 'TT'],
    ['Kosovo', 'XK'],
    // Of a short name and a code the code is the one that other countries know.
    ['RU', 'RU'],
    ['EU', undefined],
    ['Congo', undefined],
    ['Kongo', undefined],
    ['República Democrática do Congo', undefined],
    ['Democratic Republic of the Congo', 'CD'],
    ['Congo-Brazzaville', 'CG'],
    ['China (Hong Kong)', undefined],
    ['Munich', undefined],
    ['X1234567', undefined],
    ['', undefined],
    ['__proto__', undefined],
  ])('“%s” is %s', (text, code) => {
    expect(names.find(text)?.code).toBe(code)
  })

  it('is known with how the text names it', () => {
    expect(['DEU', 'Duitsland', 'Great Britain'].map((text) => names.find(text)?.as)).toEqual([
      'its ISO 3166 code',
      'its name in Dutch',
      'another name of it',
    ])
  })

  it('is known by what the running Node.js itself calls it, in every language', () => {
    const wrong = ['en', 'de', 'fr', 'es', 'it', 'nl', 'pt'].flatMap((language) => {
      const regions = new Intl.DisplayNames(language, { type: 'region' })
      return [
        'AT',
        'BE',
        'BR',
        'CH',
        'CN',
        'ES',
        'FR',
        'IN',
        'IT',
        'JP',
        'NE',
        'NG',
        'PL',
        'PT',
        'SE',
        'SI',
        'SK',
        'TR',
      ]
        .filter((code) => names.find(regions.of(code) ?? '')?.code !== code)
        .map((code) => `${language} ${code}`)
    })
    expect(wrong).toEqual([])
  })
})
