import { describe, expect, it } from 'vitest'
import { ValueGuesses } from '../../rooms/app/profile.ts'
import type { Problem } from '../../rooms/contract.ts'
import { assess } from '../../rooms/operations.ts'
import { readDateTime } from '../../rooms/sheet/values.ts'

function guess(problems: readonly Partial<Problem>[]): ValueGuesses {
  const guesses = new ValueGuesses(assess.sheet.fields)
  const place = { field: '', cell: 'A2', column: 0, heading: 'A', value: '', rule: '', hint: '' }
  for (const problem of problems) guesses.add({ ...place, ...problem })
  return guesses
}

function text(field: string, value: string, meant?: string): Partial<Problem> {
  return { field, value, ...(meant === undefined ? {} : { remedy: { kind: 'use', value: meant } }) }
}

describe('what values may mean', () => {
  it('is guessed once for all that differ in case only, the most frequent first', () => {
    const { values } = guess([
      text('seniority', 'L3'),
      text('destination', 'Spanien', 'Spain'),
      text('destination', 'UK', 'United Kingdom'),
      text('destination', 'uk', 'United Kingdom'),
    ])
    expect(values).toEqual({ seniority: { L3: '?' }, destination: { UK: '? United Kingdom', Spanien: '? Spain' } })
    expect(Object.keys(values['destination'] ?? {})).toEqual(['UK', 'Spanien'])
  })

  it.each<[string, Partial<Problem>[], Record<string, string>]>([
    [
      'a ticked box, and an empty one beside it',
      [text('legalRight', 'X', 'Yes'), text('legalRight', '')],
      { X: '? Yes', '': '? No' },
    ],
    ['an empty cell where no box is ticked', [text('legalRight', '')], { '': '?' }],
    [
      'a word beside a ticked box',
      [text('legalRight', '✓', 'Yes'), text('legalRight', 'evtl.')],
      { '✓': '? Yes', 'evtl.': '?' },
    ],
  ])('is guessed for %s', (_, problems, expected) => {
    expect(guess(problems).values).toEqual({ legalRight: expected })
  })

  it.each<[string, Partial<Problem>]>([
    ['a number that is none', text('workingDays', '12.5')],
    ['an identifier', text('employeeId', '1.23E+15')],
    ['an empty cell that is no box', text('destination', '')],
    ['a text that is shown in part', text('destination', `${'x'.repeat(79)}…`)],
    ['what no column holds', { field: 'destination', value: 'Spanien', column: undefined as never }],
    [
      'the number of a passport',
      { ...text('citizenship', 'C01X00T47'), remedy: { kind: 'map', field: 'citizenship' } },
    ],
    ['a row as a whole', text('', 'Total')],
  ])('is not guessed for %s', (_, problem) => {
    expect(guess([problem]).values).toEqual({})
  })

  it('is one value for all rows, which somebody has to say, where no column gives what rows need', () => {
    const lacking = { field: 'pastTripsDuration', column: undefined as never }
    const { set, values } = guess([{ ...lacking, remedy: { kind: 'default', field: 'pastTripsDuration' } }, lacking])
    expect([set, values]).toEqual([{ pastTripsDuration: '?' }, {}])
  })

  it('is asked where a number is expected and something else is written: no date fits all rows', () => {
    expect(guess([text('workingDays', '-'), text('endDate', 'offen')]).values).toEqual({
      workingDays: { '-': '?' },
    })
  })

  it('is bounded: a column of so many values means something else', () => {
    const { values } = guess(Array.from({ length: 300 }, (_, index) => text('roleType', `Role ${index}`)))
    expect(Object.keys(values['roleType'] ?? {})).toHaveLength(100)
  })
})

describe('how dates are written', () => {
  it.each([
    ['is proven by one', ['03.04.2026', '16.07.2026', '08.08.2026'], ['? DD.MM.YYYY']],
    ['may be either where none proves it', ['03/04/2026'], ['? DD/MM/YYYY', '? MM/DD/YYYY']],
    ['is not asked for where both ways are one date', ['08.08.2026'], []],
    ['may be proven twice', ['16.07.2026', '2026/07/16'], ['? DD.MM.YYYY', '? YYYY/MM/DD']],
  ])('%s', (_, texts, expected) => {
    const problems = texts.map((value) => ({ ...readDateTime({ t: 's', v: value }), field: 'startDate', value }))
    expect(guess(problems).dateFormats).toEqual(expected)
  })
})
