import { describe, expect, it } from 'vitest'
import { toLoadOptions } from '../rooms/app.ts'
import { assess } from '../rooms/operations.ts'
import type { ReadOptions } from '../rooms/settings.ts'

function prepare(values: ReadOptions['values'], more: ReadOptions = {}) {
  return toLoadOptions(assess, { values, ...more }).values
}

describe('what is given as values', () => {
  it.each<[string, ReadOptions['values'], ReadOptions, string, string]>([
    [
      'a field that there is not',
      { destinaton: { DE: 'Germany' } },
      {},
      '“destinaton” is not a field (‹values›)',
      'Did you mean destination?',
    ],
    [
      'a value that the field does not take',
      { legalRight: { x: 'Jes' } },
      {},
      'legalRight: “x” → “Jes” cannot be used (‹values›): it must be Yes, No or Unsure',
      'Did you mean “Yes”?',
    ],
    [
      'a value that is not in the list',
      { destination: { DE: 'Germny' } },
      { lists: { destination: ['Germany'] } },
      'destination: “DE” → “Germny” cannot be used (‹values›): it must be Germany',
      'Did you mean “Germany”?',
    ],
    ['no date for a date', { startDate: { asap: 'soon' } }, {}, 'it must be a date', 'Correct the value of “asap”'],
    [
      'nothing for nothing',
      { legalRight: { ' ': '' } },
      {},
      '“ ” → “” cannot be used (‹values›): it must not be empty',
      'Correct',
    ],
    [
      'two values for one text',
      { destination: { UK: 'United Kingdom', uk: 'Ukraine' } },
      {},
      'there are two meanings for one text of destination: “UK” → “United Kingdom” and “uk” → “Ukraine” (‹values›)',
      'leave one of them out',
    ],
  ])('is refused before anything is read when it names %s', (_, values, more, message, hint) => {
    const refusal = { code: 'usage', message: expect.stringContaining(message), hint: expect.stringContaining(hint) }
    expect(() => prepare(values, more)).toThrow(expect.objectContaining(refusal))
  })

  it('may say one thing in several ways, give a date as the option says, and empty a cell', () => {
    const lists = prepare(
      { legalRight: { Ja: 'Yes', JA: 'Yes', ja: 'Yes' }, startDate: { asap: '01.03.2026' }, workingDays: { '-': '' } },
      { dateFormat: 'DD.MM.YYYY' },
    )
    expect([...lists.keys()]).toEqual(['startDate', 'workingDays', 'legalRight'])
  })
})

describe('what a country is called', () => {
  const meant = (values: ReadOptions['values'], more?: ReadOptions) =>
    Object.fromEntries(
      [...prepare(values, more)].map(([field, list]) => [field, [...list.values()].map((fix) => fix.meant)]),
    )

  it('holds for every column of countries, once it is said of one', () => {
    const gb = ['United Kingdom']
    expect(meant({ destination: { 'Great Britain': 'United Kingdom' }, roleType: { HR: 'Human Resources' } })).toEqual({
      roleType: ['Human Resources'],
      citizenship: gb,
      destination: gb,
      residency: gb,
    })
  })

  it('is of its own column first, and of two others only where they agree', () => {
    const values = { destination: { Korea: 'South Korea' }, residency: { Korea: 'North Korea' } }
    expect(meant(values)).toEqual({ destination: ['South Korea'], residency: ['North Korea'] })
    expect(meant({ ...values, residency: { korea: 'South Korea' } })['citizenship']).toEqual(['South Korea'])
  })

  it('says nothing of empty cells elsewhere, and nothing that another column’s list has not', () => {
    expect(meant({ destination: { '': 'Spain', '-': '' } })).toEqual({ destination: ['Spain', ''] })
    const lists = { residency: ['Germany'] }
    expect(meant({ destination: { Holland: 'Netherlands' } }, { lists })).not.toHaveProperty('residency')
  })
})
