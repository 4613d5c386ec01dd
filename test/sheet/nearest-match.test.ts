import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { editDistance, foldText, nearestMatch } from '../rooms/sheet.ts'

const countries = [
  'Australia',
  'Austria',
  'Côte d’Ivoire',
  'Equatorial Guinea',
  'France',
  'Germany',
  'Guinea-Bissau',
  'Iran',
  'Iraq',
  'Niger',
  'Nigeria',
  'Republic of Korea',
  'Spain',
  'Sweden',
  'United Arab Emirates',
  'United Kingdom',
  'United States of America',
]

describe('nearest', () => {
  it.each([
    ['Spian', 'Spain'],
    ['spain', 'Spain'],
    ['Germny', 'Germany'],
    ['GERMANNY', 'Germany'],
    ['Austrlia', 'Australia'],
    ['Cote dIvoire', 'Côte d’Ivoire'],
    ['Untied Kingdom', 'United Kingdom'],
    ['Nigerria', 'Nigeria'],
    ['United States', 'United States of America'],
    ['Korea', 'Republic of Korea'],
    ['France (mainland)', 'France'],
    ['UK', 'United Kingdom'],
    ['U.S.A.', 'United States of America'],
    ['uae', 'United Arab Emirates'],
  ])('%s is near %s', (text, meant) => {
    expect(nearestMatch(text, countries)).toBe(meant)
  })

  it.each([['Atlantis'], ['Guinea'], ['United'], ['X'], [''], ['?'], ['x'.repeat(5000)]])(
    '%.20s is near none',
    (text) => {
      expect(nearestMatch(text, countries)).toBeUndefined()
    },
  )

  it.each([
    ['Midd', ['Low', 'Mid', 'Senior'], 'Mid'],
    ['Sr', ['Low', 'Mid', 'Senior'], undefined],
    ['Yse', ['Yes', 'No', 'Unsure'], 'Yes'],
    ['Maybe', ['Yes', 'No', 'Unsure'], undefined],
    ['Y', ['N', 'M'], undefined],
    ['anything', [], undefined],
  ])('%s among %j is near %s', (text, candidates, meant) => {
    expect(nearestMatch(text, candidates)).toBe(meant)
  })

  it('prefers fewer slips, then the earlier candidate', () => {
    expect(nearestMatch('Irax', ['Iran', 'Iraq'])).toBe('Iran')
    expect(nearestMatch('Iraqq', ['Iran', 'Iraq'])).toBe('Iraq')
  })

  it('finds every candidate itself', () => {
    for (const country of countries) expect(nearestMatch(country.toUpperCase(), countries)).toBe(country)
  })
})

describe('countSlips', () => {
  it.each([
    ['', '', 0],
    ['spain', 'spain', 0],
    ['spain', 'spian', 1],
    ['kitten', 'sitting', 3],
    ['ca', 'abc', 3],
    ['abcd', 'badc', 2],
  ])('%j and %j are %d apart', (left, right, slips) => {
    expect(editDistance(left, right, 10)).toBe(slips)
  })

  const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 12 }).map(foldText)

  it('is symmetric, zero for equal texts only, and no more than the longer length', () => {
    fc.assert(
      fc.property(word, word, (left, right) => {
        const slips = editDistance(left, right, 50)
        expect(slips).toBe(editDistance(right, left, 50))
        expect(slips === 0).toBe(left === right)
        expect(slips).toBeLessThanOrEqual(Math.max(left.length, right.length))
      }),
      { seed: 7 },
    )
  })

  it('is cut off by the bound and by nothing else', () => {
    fc.assert(
      fc.property(word, word, fc.nat(12), (left, right, bound) => {
        const slips = editDistance(left, right, 50) ?? Number.NaN
        expect(editDistance(left, right, bound)).toBe(slips <= bound ? slips : undefined)
      }),
      { seed: 7 },
    )
  })
})
