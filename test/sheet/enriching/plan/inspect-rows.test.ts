import { describe, expect, it } from 'vitest'
import { RowInspector, SheetSplitter } from '../../../rooms/sheet/enriching.ts'

const none: ReadonlySet<never> = new Set()
const bounds = {
  ...{ sheet: 'Trips', headingRow: 1, lastRow: 9, lastColumn: 1, refilled: none },
  ...{ read: new Set([1, 2]), tables: new Set(['trips']) },
  names: new Map([
    ['register_rows', 'Register!$A$2:$N$99'],
    ['company', 'Settings!$B$1'],
    ['own', 'Trips!$A$2:$A$9'],
  ]),
}

/** Rows with one that is other, in pieces of so many bytes. */
function survey(other: string, size: number): RowInspector {
  const rows = Array.from({ length: 9 }, (_, at) => {
    const cells = `<c r="A${at + 1}" t="str"><v>fee? no!</v></c><c r="B${at + 1}" s="1"><v>s="7"</v></c>`
    return `<row r="${at + 1}">${cells}${at === 5 ? other : ''}</row>`
  })
  const bytes = Buffer.from(`<worksheet><sheetData>${rows.join('')}</sheetData></worksheet>`)
  const found = new RowInspector(bounds)
  const splitter = new SheetSplitter()
  for (let at = 0; at < bytes.length; at += size) {
    for (const piece of splitter.push(bytes.subarray(at, at + size)))
      if (!Buffer.isBuffer(piece)) found.inspectRow(piece)
  }
  splitter.end()
  return found
}

describe.each([1, 2, 13, 100, 10_000])('in pieces of %i bytes a row is found', (size) => {
  it.each([
    ['with a comment', '<!-- a -->', /row 6 contains a comment/],
    ['with an instruction', '<?a?>', /row 6 contains a comment or a section/],
  ])('%s', (_, other, reason) => {
    expect(() => survey(other, size)).toThrow(reason)
  })

  it('with a formula, and with content behind the table', () => {
    const { occupied } = survey('<c r="C6"><v>1</v></c><c r="D6"><f>SUM(E1:E9)</f></c>', size)
    expect(Object.fromEntries(occupied)).toMatchObject({
      2: { kind: 'cell', what: 'cell C6' },
      3: { kind: 'cell', what: 'cell D6' },
      4: { kind: 'formula', what: 'the formula in D6, which refers to column E,' },
    })
    expect(survey('', size).occupied.size).toBe(0)
  })
})

describe('rows that formulas take from elsewhere:', () => {
  const linked = (...cells: string[]): number[] => {
    const found = new RowInspector(bounds)
    const rows = cells.map((cell, at) => `<row r="${at + 2}">${cell}</row>`)
    const splitter = new SheetSplitter()
    const bytes = Buffer.from(`<worksheet><sheetData>${rows.join('')}</sheetData></worksheet>`)
    for (const piece of splitter.push(bytes)) if (!Buffer.isBuffer(piece)) found.inspectRow(piece)
    return [...found.linked.rows]
  }

  it.each([
    ['a cell of another sheet', 'Register!B2'],
    ['one in quotation marks', "'HR list'!B2"],
    ['one of another file', '[1]Trips!B2'],
    ['one unless it is empty', 'IF(Register!B2="","",Register!B2)'],
    ['a position in another sheet', 'INDEX(Register!$B$2:$B$99,ROW()-1)'],
    ['a position that is counted', 'INDEX(Register!B:B,ROWS($A$1:A2))'],
    ['a position of its heading', 'INDEX(Register!$A:$Z,ROW(),MATCH(B$1,Register!$1:$1,0))'],
    ['a table in another sheet', 'INDEX(Register[Staff],ROW()-1)'],
    ['a name of another sheet’s cells', 'INDEX(Register_Rows,ROW()-1,2)'],
    ['a range that Google Sheets fills', 'IFERROR(__xludf.DUMMYFUNCTION("""COMPUTED_VALUE"""),"E-1")'],
    ['an address that is made', 'INDIRECT("Register!B"&ROW())'],
  ])('%s', (_, formula) => {
    expect(linked(`<c r="B2"><f>${formula}</f><v>1</v></c>`)).toEqual([2])
  })

  it.each([
    ['a value looked up by a cell of the row', 'XLOOKUP(A2,Register!A:A,Register!B:B)'],
    ['one by a cell of its table', 'VLOOKUP([@Staff],Register!$A:$B,2,FALSE)'],
    ['a setting', 'Settings!$B$1'],
    ['a setting by its name', 'Company'],
    ['a name of its own sheet’s cells', 'INDEX(Own,ROW()-1)'],
    ['a value looked up in named cells', 'VLOOKUP(A2,Register_Rows,2,FALSE)'],
    ['a text with an exclamation mark', 'IF(C2="Register!B2","a","b!")'],
    ['a cell of its own sheet', 'Trips!C2'],
    ['an error', 'IF(C2=1,#REF!,#N/A)'],
  ])('not %s', (_, formula) => {
    expect(linked(`<c r="B2"><f>${formula.replaceAll('"', '&quot;')}</f><v>1</v></c>`)).toEqual([])
  })

  it('the cells that share a formula, each row once, and none of a column that is not read', () => {
    const shared = (row: number, body = '') =>
      `<c r="B${row}"><f t="shared" ref="B2:B4" si="0">${body}</f><v>1</v></c><c r="C${row}"><f>Register!C${row}</f><v>1</v></c>`
    expect(linked(shared(2, 'Register!B2'), shared(3), '<c r="A4"><f>Register!A4</f><v>1</v></c>')).toEqual([2, 3])
  })

  it('a formula that spills, and no column that is calculated row by row', () => {
    const spilled = (body: string) => linked(`<c r="A2" cm="1"><f t="array" ref="A2:C5">${body}</f><v>1</v></c>`)
    expect(spilled('_xlfn._xlws.FILTER(Register!A2:C9,Register!D2:D9=1)')).toEqual([2, 3, 4, 5])
    expect(spilled('_xlfn._xlws.SORT(F2:H9)')).toEqual([2, 3, 4, 5])
    expect(spilled('F2:F5-G2:G5')).toEqual([])
  })
})
