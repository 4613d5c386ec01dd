import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { foldHeading, foldText, headingWords, toOneLine, trimText } from '../rooms/sheet.ts'
import { anyCharacter } from '../support/any-character.ts'

describe('trimText', () => {
  it.each([
    ['  a b  ', 'a b'],
    ['\u00a0Spain\u00a0', 'Spain'],
    ['\u200bSpain\ufeff', 'Spain'],
    ['\u2060\u200e \tSpain\u200d\n', 'Spain'],
    ['\u3000', ''],
    ['', ''],
    ['a\u200bb', 'a\u200bb'],
  ])('%j becomes %j', (text, trimmed) => {
    expect(trimText(text)).toBe(trimmed)
  })

  it('takes time in proportion to the length, also for a run of spaces inside', () => {
    const text = `a${' '.repeat(2_000_000)}b`
    expect(trimText(text)).toBe(text)
  })
})

describe('toOneLine', () => {
  it.each([
    ['Start\r\n  date', 'Start date'],
    ['United\u00a0Kingdom', 'United Kingdom'],
    ['Sp\u00adain', 'Spain'],
    ['e\u0301te\u0301', 'été'],
  ])('%j becomes %j', (text, line) => {
    expect(toOneLine(text)).toBe(line)
  })
})

describe('foldText', () => {
  it.each([
    ['CÔTE D’IVOIRE', "cote d'ivoire"],
    ['Türkiye', 'turkiye'],
    ['İstanbul', 'istanbul'],
    ['Łódź', 'lodz'],
    ['Straße', 'strasse'],
    ['Færøerne', 'faeroerne'],
    ['Ｓｐａｉｎ', 'spain'],
    ['São  Tomé', 'sao tome'],
    ['Guinea–Bissau', 'guinea-bissau'],
    ['Cote d´Ivoire', "cote d'ivoire"],
    ['ΚΎΠΡΟΣ', 'κυπροσ'],
    ['℡', 'tel'],
  ])('%s becomes %s', (text, folded) => {
    expect(foldText(text)).toBe(folded)
  })

  it('keeps vowel signs that are no accents', () => {
    expect(foldText('भारत')).not.toBe(foldText('भरत'))
  })

  it('gives the same for what was folded before, whatever the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter }), (text) => {
        expect(foldText(foldText(text))).toBe(foldText(text))
      }),
      { seed: 7 },
    )
  })
})

/** A letter, or a sign, of any language of Europe. */
const latin = fc.integer({ min: 0x20, max: 0x24f }).map((code) => String.fromCharCode(code))

describe('foldHeading', () => {
  it.each([
    ['employeeId', 'employeeid'],
    ['Employee ID', 'employeeid'],
    ['EMPLOYEE_ID:', 'employeeid'],
    ['Past trips (days)', 'pasttrips'],
    ['Start date [yyyy-mm-dd]', 'startdate'],
    ['Destination *', 'destination'],
    ['Destination\n(host country)', 'destination'],
    ['Résidence', 'residence'],
    ['(Destination)', 'destination'],
    ['Trip (from (home)) start', 'tripstart'],
    ['Past trips (days', 'pasttrips'],
    ['Destination）', 'destination'],
    ['__proto__', 'proto'],
    ['constructor', 'constructor'],
    ['#', ''],
  ])('%j becomes %j', (heading, folded) => {
    expect(foldHeading(heading)).toBe(folded)
  })

  it('folds plain texts the short way to the same', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.oneof(latin, fc.string({ unit: 'grapheme-ascii', maxLength: 1 })) }), (text) => {
        expect(foldHeading(text)).toBe(headingWords(text).replaceAll(' ', ''))
      }),
      { seed: 7 },
    )
  })

  it('keeps the words apart for comparing', () => {
    expect(headingWords('pastTripsDuration')).toBe('past trips duration')
  })

  it('takes time in proportion to the length for nested brackets', () => {
    expect(foldHeading(`a${'('.repeat(100_000)}b`)).toBe('a')
  })
})
