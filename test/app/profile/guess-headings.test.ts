import { describe, expect, it } from 'vitest'
import { chooseBestSheets, guessHeadings, listSiblingHeadings } from '../../rooms/app/profile.ts'
import { assess } from '../../rooms/operations.ts'
import type { SheetCandidate } from '../../rooms/pipeline/load.ts'
import { headingsOf } from '../../rooms/pipeline/tables.ts'
import { findHeadings } from '../../rooms/sheet/headings.ts'
import type { SheetSource } from '../../rooms/sheet.ts'
import { trip } from '../../support/trips.ts'

const fields = headingsOf(assess.sheet.fields, new Map())

/** A sheet of trips whose headings are called otherwise; `''` leaves one out. */
function look(
  changes: Readonly<Record<string, string>>,
  columns: Readonly<Record<string, string>> = {},
): SheetCandidate {
  const headings = Object.keys(trip('E1')).flatMap((heading) => (changes[heading] ?? heading).split('|'))
  const cells = headings.flatMap((v) => (v === '' ? [] : { t: 's' as const, v }))
  const search = findHeadings([{ number: 1, cells, isHidden: false }], fields, new Map(Object.entries(columns)))
  return { source: {} as SheetSource, isVisible: true, search }
}

describe('headings that are not understood', () => {
  it('are guessed by what is nearest; one value for all rows where most sheets mean one; else it is asked', () => {
    const unknown = look({ Purpose: '', 'Host country': 'Host countri', 'Right to work': 'Papiere', Role: '' })
    expect(guessHeadings([unknown], fields)).toEqual({
      columns: { 'Host countri': '? destination' },
      set: { purpose: '? Work From Anywhere', legalRight: '?', roleType: '?' },
    })
  })

  it('of other sheets are named too, where one sheet gives the field by a guess', () => {
    const [one, other] = [look({ 'Host country': 'Host countri' }), look({})]
    const guesses = guessHeadings([one, other], fields)
    expect(guesses).toEqual({ columns: { 'Host countri': '? destination' }, set: {} })
    expect(listSiblingHeadings([one, other], guesses)).toEqual({ 'Host country': '? destination' })
  })

  it('of a field that may be left out are guessed where all sheets have it', () => {
    const [one, other] = [look({ 'Local market': 'Local market|Working dayz' }), look({})]
    expect(guessHeadings([one], fields).columns).toEqual({ 'Working dayz': '? workingDays' })
    expect(guessHeadings([one, other], fields).columns).toEqual({})
  })

  it('are not guessed for sheets that nobody means', () => {
    const cover: SheetCandidate = { ...look({}), search: findHeadings([], fields) }
    const legend = look(
      Object.fromEntries(Object.keys(trip('E1')).map((heading, index) => [heading, index === 0 ? heading : ''])),
    )
    const unfit = look({ 'Host country': 'Host countri' })
    expect(chooseBestSheets([cover, legend, unfit])).toEqual([unfit])
    expect(chooseBestSheets([cover, legend])).toEqual([legend])
    expect(chooseBestSheets([cover])).toEqual([])
  })
})
