import { describe, expect, it } from 'vitest'
import { RowInspector, SheetSplitter } from '../../../rooms/sheet/enriching.ts'

const bounds = { sheet: 'Trips', headingRow: 1, lastRow: 9, lastColumn: 1, refilled: new Set<number>() }

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
