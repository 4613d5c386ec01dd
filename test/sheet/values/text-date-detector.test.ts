import { describe, expect, it } from 'vitest'
import { find } from '../../rooms/messages.ts'
import { TextDateDetector } from '../../rooms/sheet/values.ts'

function observe(...dates: readonly string[]) {
  const found = new TextDateDetector()
  for (const [index, text] of dates.entries()) {
    found.observe(index % 2 === 0 ? 'startDate' : 'endDate', text, `${index % 2 === 0 ? 'G' : 'H'}${index + 2}`)
  }
  return found.explain()
}

describe('dates that are text', () => {
  it.each([
    [
      ['03.04.2026', '08.08.2026', '16.07.2026', '20.07.2026'],
      'G4 and H5 prove DD.MM.YYYY',
      'add ‹dateFormat› DD.MM.YYYY',
    ],
    [
      ['16.07.2026', '28 Jul 2026'],
      'G2 proves DD.MM.YYYY, H3 proves D MMM YYYY',
      'add ‹dateFormat› DD.MM.YYYY ‹dateFormat› "D MMM YYYY"',
    ],
    [
      ['03.04.2026', '04.05.2026'],
      'no cell proves which number is the day',
      'add ‹dateFormat› DD.MM.YYYY or ‹dateFormat› MM.DD.YYYY',
    ],
    [
      ['16.07.2026', '03/04/2026'],
      'no cell proves which number is the day',
      'add ‹dateFormat› DD.MM.YYYY ‹dateFormat› DD/MM/YYYY or ‹dateFormat› DD.MM.YYYY ‹dateFormat› MM/DD/YYYY',
    ],
    [['16.07.2026', '07.16.2026'], 'G2 proves DD.MM.YYYY, H3 proves MM.DD.YYYY', 'correct them in the sheet'],
    [['08.08.2026', '09.09.2026'], 'they may be read in several ways', 'say with ‹dateFormat› how they are written'],
  ])('%j: %s', (dates, finding, advice) => {
    const found = observe(...dates)
    expect(found?.count).toBe(dates.length)
    const { rule, hint } = (found && find('text-dates', found)) ?? {}
    expect([rule, hint]).toEqual([
      `must be dates that can be read; these are text, and ${finding}`,
      `To read them ${advice}.`,
    ])
  })

  it('are not worth a word where there is one, which says it itself', () => {
    expect(observe('16.07.2026')).toBeUndefined()
  })

  it('are none where no text is a date', () => {
    expect(observe('soon', 'x'.repeat(1_000))).toBeUndefined()
  })
})
