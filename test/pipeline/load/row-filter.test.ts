import { describe, expect, it } from 'vitest'
import { RowFilter } from '../../rooms/pipeline/load.ts'
import type { Cell } from '../../rooms/sheet.ts'
import { wordsOf } from '../../support/words.ts'

const columns = ['Company code', 'Region', 'Year', 'Region '].map((heading, index) => ({
  index,
  heading,
  field: undefined,
}))
const text = (v: string): Cell => ({ t: 's', v })

function filter(where: Readonly<Record<string, readonly string[]>>, shown = columns.slice(0, 3)): RowFilter {
  return new RowFilter(new Map(Object.entries(where)), shown, 'trips.csv')
}

const row = (company: string, region = 'EMEA', year: Cell = { t: 'n', v: 1000, f: '#,##0' }) => ({
  number: 2,
  isHidden: false,
  cells: [text(company), text(region), year],
})

describe('a row filter', () => {
  it.each([
    ['equal text', { 'Company code': ['ACME'] }, row('ACME'), true],
    ['another case, spaces, another heading spelling', { company_code: ['acme '] }, row(' Acme '), true],
    ['other text', { 'Company code': ['ACME'] }, row('GLOBEX'), false],
    ['a part of the text', { 'Company code': ['ACME'] }, row('ACME UK'), false],
    ['either value of one heading', { 'Company code': ['ACME', 'GLOBEX'] }, row('GLOBEX'), true],
    ['one of two headings', { 'Company code': ['ACME'], Region: ['AMER'] }, row('ACME', 'EMEA'), false],
    ['both headings', { 'Company code': ['ACME'], Region: ['EMEA'] }, row('ACME', 'EMEA'), true],
    ['a number as it is', { Year: ['1000'] }, row('ACME'), true],
    ['a number as it is shown', { Year: ['1,000'] }, row('ACME'), true],
    ['an empty cell for an empty value', { Region: [''] }, row('ACME', ''), true],
    ['nothing asked', {}, row('GLOBEX'), true],
  ])('compares %s', (_name, where, cells, isSelected) => {
    expect(filter(where).reject(cells) === undefined).toBe(isSelected)
  })

  it('says why a row is left out', () => {
    expect(wordsOf(filter({ Region: ['AMER'] }).reject(row('ACME')))).toBe('left out: Region is “EMEA” (‹where›)')
    expect(wordsOf(filter({ Region: ['AMER'] }).reject(row('ACME', ' ')))).toBe('left out: Region is empty (‹where›)')
  })

  it('refuses a heading that is not there, with the nearest, or is there twice', () => {
    expect(() => filter({ Regoin: ['EMEA'] })).toThrow(
      'rows are chosen by “Regoin”, which is no column of trips.csv (‹where›)',
    )
    expect(() => filter({ Regoin: ['EMEA'] })).toThrow(
      expect.objectContaining({ hint: expect.stringContaining('Did you mean “Region”?') }),
    )
    expect(() => filter({ region: ['EMEA'] }, columns)).toThrow('which trips.csv has 2 times')
  })

  it('explains a selection of nothing by the values that are there', () => {
    const wrong = filter({ 'Company code': ['ACNE'] })
    wrong.reject(row('ACME'))
    wrong.reject(row('GLOBEX'))
    expect(wrong.explainNone()).toEqual({
      text: 'no row has Company code=ACNE',
      hint: 'Company code has “ACME”, “GLOBEX”. Nothing was sent.',
    })
    const right = filter({ 'Company code': ['ACME'] })
    right.count(undefined)
    expect(right.explainNone()).toBeUndefined()
  })
})
