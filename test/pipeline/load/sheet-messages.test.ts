import { describe, expect, it } from 'vitest'
import { SheetMessages } from '../../rooms/pipeline/load.ts'
import { createLogger } from '../stage.ts'

/** What is told in the end of what was said of each sheet. */
function tell(said: Readonly<Record<string, readonly string[]>>): readonly string[] {
  const messages = new SheetMessages()
  for (const [sheet, texts] of Object.entries(said)) for (const text of texts) messages.loggerFor(sheet).warn(text)
  const logger = createLogger()
  messages.flush(logger)
  return logger.said
}

describe('what is said of several sheets', () => {
  it.each<[string, Record<string, string[]>, string[]]>([
    ['one of them', { EMEA: ['odd'], AMER: [] }, ['warn: EMEA: odd']],
    ['all alike', { EMEA: ['odd'], AMER: ['odd'], APAC: ['odd'] }, ['warn: EMEA, AMER, APAC: odd']],
    [
      'the same of other rows',
      { EMEA: ['row 14 is passed over: a row of totals'], AMER: ['row 15 is passed over: a row of totals'] },
      ['warn: EMEA: row 14 is passed over: a row of totals (likewise AMER: 15)'],
    ],
    [
      'the same of other cells, and of some alike',
      { EMEA: ['“Start 1”: G4 is odd'], AMER: ['“Start 1”: G5 is odd'], APAC: ['“Start 1”: G4 is odd'] },
      ['warn: EMEA, APAC: “Start 1”: G4 is odd (likewise AMER: G5)'],
    ],
    [
      'lists of rows of any length',
      { EMEA: ['rows 4, 5, 6, … are odd'], AMER: ['rows 7, 8 are odd'] },
      ['warn: EMEA: rows 4, 5, 6, … are odd (likewise AMER: 7, 8)'],
    ],
    [
      'the same of columns that are called otherwise',
      { EMEA: ['“Start 1” is odd'], AMER: ['“Start 2” is odd'] },
      ['warn: EMEA: “Start 1” is odd', 'warn: AMER: “Start 2” is odd'],
    ],
  ])('is told once: %s', (_, said, told) => {
    expect(tell(said)).toEqual(told)
  })

  it('names a dozen sheets at most', () => {
    const many = Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`S${index}`, ['odd']]))
    expect(tell(many)[0]).toMatch(/^warn: S0, .*S11, …: odd$/)
  })
})
