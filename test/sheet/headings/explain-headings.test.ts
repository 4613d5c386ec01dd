import { describe, expect, it } from 'vitest'
import { explainHeadingSearch, findHeadings } from '../../rooms/sheet/headings.ts'
import { type Cell, type SheetRow, uncomputedCell } from '../../rooms/sheet.ts'

const fields = [
  { field: 'destination', aliases: ['Host country'], isRequired: true },
  { field: 'residency', aliases: ['Home country'], isRequired: true },
  { field: 'startDate', aliases: ['Trip start'], isRequired: true },
]

function toTexts(search: Parameters<typeof explainHeadingSearch>[0], sheet?: string) {
  const { rule, hint } = explainHeadingSearch(search, 'trips.xlsx', sheet)
  return { message: rule, hint }
}

function explain(headings: readonly string[], columns?: ReadonlyMap<string, string>, sheet?: string) {
  const rows: SheetRow[] =
    headings.length === 0 ? [] : [{ number: 4, cells: headings.map((v) => ({ t: 's', v })), isHidden: false }]
  const search = findHeadings(rows, fields, columns)
  if (search.kind === 'found') throw new Error('expected headings that do not fit')
  return toTexts(search, sheet)
}

describe('explainHeadingSearch', () => {
  it('names all missing columns at once with the nearest heading', () => {
    expect(explain(['Residency', '', '', '', 'Host town'], undefined, 'Q3')).toEqual({
      message:
        'trips.xlsx, sheet “Q3”, heading row 4: missing: destination (nearest heading: “Host town”, E4), startDate',
      hint: 'For one value in all rows add ‹set› startDate=<value>. Rename or add the columns, or map your own headings with ‹columns› <file>: {"Host town":"destination"}.',
    })
  })

  it('says which option gives all rows the value that most sheets without the column mean', () => {
    const withUsual = fields.map((field) => (field.field === 'startDate' ? { ...field, usual: 'to day' } : field))
    const cells: Cell[] = ['Destination', 'Residency'].map((v) => ({ t: 's', v }))
    const search = findHeadings([{ number: 1, cells, isHidden: false }], withUsual)
    expect(toTexts(search as Extract<typeof search, { kind: 'unfit' }>).hint).toBe(
      'For one value in all rows add ‹set› startDate="to day". Rename or add the columns, or map your own headings with ‹columns› <file>: {"Your heading":"startDate"}.',
    )
  })

  it.each([
    [['Yes', 'No'], '<Yes|No>'],
    [[], '<value>'],
  ])('says which values may stand in all rows: %j', (choices, shown) => {
    const withChoices = fields.map((field) => (field.field === 'startDate' ? { ...field, choices } : field))
    const cells: Cell[] = ['Destination', 'Residency'].map((v) => ({ t: 's', v }))
    const search = findHeadings([{ number: 1, cells, isHidden: false }], withChoices)
    expect(toTexts(search as Extract<typeof search, { kind: 'unfit' }>).hint).toContain(`‹set› startDate=${shown}.`)
  })

  it('names the columns that claim one field', () => {
    expect(explain(['Destination', 'Host\ncountry', 'Residency', 'Trip start'])).toEqual({
      message:
        'trips.xlsx, heading row 4: more than one column for destination: “Destination” (A4) and “Host country” (B4)',
      hint: 'Rename the columns that are not meant, or, where their headings differ, name the right one with ‹columns› <file>: {"Destination":"destination"}.',
    })
  })

  it('names only some of very many columns that claim one field', () => {
    expect(explain(['Residency', 'Trip start', ...Array.from({ length: 9 }, () => 'Destination')]).message).toContain(
      '“Destination” (F4) and “Destination” (G4) and 4 more',
    )
  })

  it('names what is wrong with the own headings', () => {
    const columns = new Map([
      ['Land', 'destination'],
      ['Heimat', 'residenz'],
    ])
    const { message, hint } = explain(['Destination', 'Lands', 'Residency', 'Trip start', 'Heimat'], columns)
    expect(message).toBe(
      'trips.xlsx, heading row 4: ‹columns› or the profile names “Land”, which is not there (nearest heading: “Lands”, B4); ‹columns› or the profile maps “Heimat” to “residenz”, which is no field (did you mean residency?)',
    )
    expect(hint).toBe('Correct it there.')
  })

  it('names only some of very many own headings', () => {
    const columns = new Map(Array.from({ length: 13 }, (_, index) => [`Land ${index}`, 'startDate'] as const))
    const { message } = explain(['Destination', 'Residency'], columns)
    expect(message.split('; ').length).toBe(12)
    expect(message).toMatch(/“Land 9”, which is not there[^;]*; and 3 more$/)
  })

  it('says what stands where headings were expected', () => {
    expect(explain(['Ziel', 'Beginn'], undefined, 'Daten').message).toBe(
      'trips.xlsx, sheet “Daten”: no known heading in the first 20 rows (row 4 holds “Ziel”, “Beginn”); expected columns: destination, residency, startDate',
    )
  })

  it('says that headings are formulas that were never calculated', () => {
    const cells: Cell[] = [{ t: 's', v: 'Residency' }, uncomputedCell, { t: 's', v: 'Trip start' }]
    const search = findHeadings([{ number: 4, cells, isHidden: false }], fields)
    const { message, hint } = toTexts(search as Extract<typeof search, { kind: 'unfit' }>)
    expect(message).toBe(
      'trips.xlsx, heading row 4: missing: destination; formulas that were never calculated are in B4',
    )
    expect(hint).toContain('Open the file in a spreadsheet program and save it')
    expect(findHeadings([{ number: 4, cells: [uncomputedCell], isHidden: false }], fields)).toMatchObject({
      kind: 'none',
      uncomputed: ['A4'],
    })
  })

  it('says when there are no rows', () => {
    expect(explain([]).message).toBe('trips.xlsx: there are no rows')
  })
})
