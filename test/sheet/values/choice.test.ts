import { describe, expect, it } from 'vitest'
import { createValueList, readChoice, readListed } from '../../rooms/sheet/values.ts'
import type { Cell } from '../../rooms/sheet.ts'

const text = (v: string): Cell => ({ t: 's', v })
const yesNo = createValueList(['Yes', 'No'])
const rights = createValueList(['Yes', 'No', 'Unsure'])
const purposes = createValueList(['Work From Anywhere', 'Hire From Anywhere'])
const statuses = createValueList(['Pending', 'Compliance Approved'], new Map([['Approved', 'Compliance Approved']]))

/** What the hint offers, as data. */
function mend(hint: string): object {
  const [, value] = /^(?:Did you mean|It looks like) “(.+?)”/.exec(hint) ?? []
  return value === undefined ? {} : { remedy: { kind: 'use', value } }
}

describe('readChoice', () => {
  it.each<[Cell, string]>([
    [text('Yes'), 'Yes'],
    [text(' YES\u00a0'), 'Yes'],
    [text('y'), 'Yes'],
    [text('n'), 'No'],
    [text('yes.'), 'Yes'],
    [text('true'), 'Yes'],
    [text('FALSE'), 'No'],
    [text('1'), 'Yes'],
    [text('0'), 'No'],
    [{ t: 'b', v: true }, 'Yes'],
    [{ t: 'b', v: false }, 'No'],
    [{ t: 'n', v: 1 }, 'Yes'],
    [{ t: 'n', v: 0, f: '0.00' }, 'No'],
  ])('%j reads as %s', (cell, value) => {
    expect(readChoice(cell, yesNo)).toEqual({ ok: true, value })
    expect(readChoice(cell, rights)).toEqual({ ok: true, value })
  })

  it.each([
    [text('unsure'), rights, 'Unsure'],
    [text('work from anywhere'), purposes, 'Work From Anywhere'],
    [text('Work  from\u00a0anywhere'), purposes, 'Work From Anywhere'],
    [text('HIRE-FROM-ANYWHERE'), purposes, 'Hire From Anywhere'],
    [text('workFromAnywhere'), purposes, 'Work From Anywhere'],
    [text('approved'), statuses, 'Compliance Approved'],
    [text('compliance approved'), statuses, 'Compliance Approved'],
  ])('%j reads as the list has it', (cell, list, value) => {
    expect(readChoice(cell, list)).toEqual({ ok: true, value })
  })

  it.each([
    [text('Yess'), yesNo, 'must be Yes or No', 'Did you mean “Yes”?'],
    [text('x'), yesNo, 'must be Yes or No', 'Did you mean “Yes”? “x” often marks a Yes.'],
    [text('Yes?'), yesNo, 'must be Yes or No', 'Did you mean “Yes”?'],
    [text('Maybe'), rights, 'must be Yes, No or Unsure', ''],
    [text('Hire'), purposes, 'must be Work From Anywhere or Hire From Anywhere', 'Did you mean “Hire From Anywhere”?'],
    [text('2'), yesNo, 'must be Yes or No', ''],
    [{ t: 'n', v: 0.5 }, yesNo, 'must be Yes or No', ''],
    [{ t: 'b', v: true }, purposes, 'must be Work From Anywhere or Hire From Anywhere', ''],
    [{ t: 'd', v: '2026-03-01T00:00:00' }, yesNo, 'must be Yes or No', ''],
    [
      text('Nо'),
      yesNo,
      'must be Yes or No',
      'It looks like “No”, but “о” is Cyrillic: type it again in Latin letters.',
    ],
    [text('__proto__'), yesNo, 'must be Yes or No', ''],
    [text('constructor'), yesNo, 'must be Yes or No', ''],
  ] as const)('%j is refused', (cell, list, rule, hint) => {
    expect(readChoice(cell, list)).toMatchObject({ ok: false, rule, hint, ...mend(hint) })
  })

  it.each<[Cell, string]>([
    [{ t: 'e', v: '#N/A' }, '#N/A'],
    [text('#NAME?'), '#NAME?'],
  ])('%j is refused by name', (cell, rule) => {
    expect(readChoice(cell, yesNo)).toMatchObject({ ok: false, rule: expect.stringContaining(rule) })
  })
})

const countries = createValueList([
  'Côte d’Ivoire',
  'Congo (Brazzaville)',
  'Congo (Kinshasa)',
  'Cyprus',
  'Guinea-Bissau',
  'Spain',
  'Trinidad and Tobago',
  'Türkiye',
  'United Kingdom',
  'France',
  'Germany',
  'Italy',
  'Sweden',
])

describe('readListed with a list', () => {
  it.each([
    ['spain', 'Spain'],
    ['COTE D’IVOIRE', 'Côte d’Ivoire'],
    ["Cote d'Ivoire", 'Côte d’Ivoire'],
    ['Turkiye', 'Türkiye'],
    ['Tu\u0308rkiye', 'Türkiye'],
    ['United\u00a0Kingdom ', 'United Kingdom'],
    ['Guinea Bissau', 'Guinea-Bissau'],
    ['Trinidad & Tobago', 'Trinidad and Tobago'],
    ['congo (kinshasa)', 'Congo (Kinshasa)'],
  ])('%s reads as %s', (value, listed) => {
    expect(readListed(text(value), countries)).toEqual({ ok: true, value: listed })
  })

  it.each([
    ['Spian', 'Did you mean “Spain”?'],
    ['UK', 'Did you mean “United Kingdom”?'],
    ['Congo', ''],
    ['Atlantis', ''],
    ['Сyprus', 'It looks like “Cyprus”, but “С” is Cyrillic: type it again in Latin letters.'],
    ['Ϲyprus', 'Did you mean “Cyprus”?'],
    ['Ιtaly', 'It looks like “Italy”, but “Ι” is Greek: type it again in Latin letters.'],
  ])('%s is refused', (value, hint) => {
    expect(readListed(text(value), countries)).toMatchObject({
      ok: false,
      rule: 'must be one of the 13 values in the list',
      hint,
      ...mend(hint),
    })
  })

  it('takes every value of the list for itself, also those that fold together', () => {
    const alike = createValueList(['level 1', 'Level 1', 'Level 1.5', 'Level 15', '-5', '5'])
    for (const value of alike.values) expect(readListed(text(value), alike)).toEqual({ ok: true, value })
    expect(readListed(text('LEVEL 1'), alike).ok).toBe(false)
    expect(readListed({ t: 'n', v: -5 }, alike)).toEqual({ ok: true, value: '-5' })
  })
})

describe('readListed without a list', () => {
  it.each<[Cell, string]>([
    [text(' spain '), 'spain'],
    [text('United\u00a0 Kingdom'), 'United Kingdom'],
    [text('Coˆte'), 'Coˆte'],
    [text('Россия'), 'Россия'],
    [{ t: 'n', v: 3 }, '3'],
  ])('%j reads as %s', (cell, value) => {
    expect(readListed(cell, undefined)).toEqual({ ok: true, value })
  })

  it('warns of look-alike letters', () => {
    expect(readListed(text('Сyprus'), undefined)).toMatchObject({
      ok: true,
      value: 'Сyprus',
      warning: { rule: '“Сyprus” mixes Latin letters with others that look alike: “С” is Cyrillic.' },
    })
  })

  it.each<Cell>([{ t: 'b', v: true }, { t: 'd', v: '2026-03-01T00:00:00' }, { t: 'e', v: '#N/A' }, text('a\u0001')])(
    '%j is refused',
    (cell) => {
      expect(readListed(cell, undefined).ok).toBe(false)
    },
  )
})
