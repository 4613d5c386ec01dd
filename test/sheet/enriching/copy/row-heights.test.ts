import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import {
  type PlannedColumn,
  planHeights,
  type SheetEnrichmentRequest,
  verifyEnriched,
} from '../../../rooms/sheet/enriching.ts'
import { StyleSheet } from '../../../rooms/sheet/package.ts'
import type { OutputCell } from '../../../rooms/sheet/writing.ts'
import { zip } from '../../reading/workbook-parts.ts'
import { partText } from '../compare.ts'
import { enrich, inFolder } from '../enrich.ts'
import { richRows, richStyles, richWorkbook } from '../rich-workbook.ts'

const short: OutputCell = { t: 's', v: 'is empty' }
/** Takes three lines of forty letters. */
const long: OutputCell = { t: 's', v: 'must be on or after the start date; '.repeat(3) }
const plain = '<sheetFormatPr defaultRowHeight="15"/>'
const fromExcel = '<sheetFormatPr defaultRowHeight="15" x14ac:dyDescent="0.25"/>'

function adjust(
  tag: string,
  cell: OutputCell,
  { format = plain, isNew = true, own = '<c r="A2"/>' }: { format?: string; isNew?: boolean; own?: string } = {},
): { tag?: string; hasRoom: boolean } {
  const head = `<worksheet>${format}<sheetData>`
  const column: PlannedColumn = { heading: 'Problem', width: 40, index: 3, isNew, isWrapped: true }
  const heightOf = planHeights({ columns: [column], head }, new StyleSheet(richStyles))
  const bytes = Buffer.from(`${tag}${own}</row>`)
  const row = { number: 2, bytes, openLength: tag.length, bodyEnd: tag.length + own.length, isEmpty: false }
  return heightOf(row, [cell])
}

describe('the height of a row with a long text of ours', () => {
  it.each([
    ['<row r="2">', '<row r="2" ht="45">'],
    ['<row r="2" ht="15.75" x="1">', '<row r="2" x="1" ht="45">'],
    ['<row r="2" ht="60">', '<row r="2" ht="60">'],
    ['<row r="2" customHeight="0">', '<row r="2" customHeight="0" ht="45">'],
  ])('has room for its lines, and is never less than before: %s → %s', (tag, expected) => {
    expect(adjust(tag, long)).toEqual({ tag: expected, hasRoom: true })
  })

  it.each([
    '<row r="2" ht="20" customHeight="1">',
    '<row r="2" ht="20" customHeight="true">',
    '<row r="2" hidden="1">',
  ])('stays as a person chose it, and the text on one line: %s', (tag) =>
    expect(adjust(tag, long)).toEqual({ hasRoom: false }),
  )

  it('is counted in the usual lines of the sheet', () => {
    const tagOf = (format: string): unknown => adjust('<row r="2">', long, { format }).tag
    expect(tagOf('<sheetFormatPr defaultRowHeight="20"/>')).toBe('<row r="2" ht="60">')
    expect(tagOf('<sheetFormatPr defaultRowHeight="12.75"/>')).toBe('<row r="2" ht="45">')
    expect(tagOf('<sheetFormatPr defaultRowHeight="50" customHeight="1"/>')).toBe('<row r="2">')
  })

  it('is left to the program where only that knows the height of their own text; Excel would have written it', () => {
    const own = '<c r="A2" s="4" t="s"><v>7</v></c>'
    expect(adjust('<row r="2">', long, { own })).toEqual({ hasRoom: true })
    expect(adjust('<row r="2">', long, { own, format: fromExcel }).tag).toBe('<row r="2" ht="45">')
    expect(adjust('<row r="2" ht="30">', long, { own }).tag).toBe('<row r="2" ht="45">')
  })

  it('does not change for a text of one line', () => {
    expect(adjust('<row r="2" ht="30">', short)).toEqual({ hasRoom: false })
  })

  it('goes with the text of an earlier run, and only with that', () => {
    const had = '<c r="D2" t="str"><v>must be a date</v></c>'
    expect(adjust('<row r="2" ht="45">', short, { isNew: false, own: had }).tag).toBe('<row r="2">')
    expect(adjust('<row r="2" ht="45">', short, { isNew: false, own: '<c r="D2" s="4"/>' }).tag).toBeUndefined()
    expect(adjust('<row r="2" ht="45" customHeight="1">', short, { isNew: false, own: had }).tag).toBeUndefined()
  })
})

describe('a copy with long texts of ours', () => {
  const columns = [{ heading: 'Problem', width: 40, isWrapped: true }]
  const names = ['employeeId', 'destination', 'days']
  const trips: SheetEnrichmentRequest = { sheet: 'Trips', headingRow: 3, headings: names, lastRow: 6, columns }

  it('wraps them in rows that are high enough, and in the next run is as it was', async () => {
    await inFolder(async (folder) => {
      const [input, first, second] = ['a', 'b', 'c'].map((name) => join(folder, `${name}.xlsm`)) as [
        string,
        string,
        string,
      ]
      const rows = richRows.replace('<row r="6">', '<row r="6" ht="20" customHeight="1">')
      await writeFile(input, zip(richWorkbook({ rows })))
      const filled = await enrich(input, first, [trips], { rows: [4, 5, 6], cells: () => [long] })
      const again = { ...trips, headings: [...names, 'Problem'] }
      const emptied = await enrich(first, second, [again], { rows: [4, 5, 6], cells: () => [{ t: 'z' }] })
      if (typeof filled === 'string' || typeof emptied === 'string') throw new Error('not enriched')
      expect([
        await verifyEnriched(filled.plan, first, filled.written),
        await verifyEnriched(emptied.plan, second, emptied.written),
      ]).toEqual([undefined, undefined])

      const [before, after] = [
        await partText(first, 'xl/worksheets/sheet1.xml'),
        await partText(second, 'xl/worksheets/sheet1.xml'),
      ]
      // The cells of row 4 wrap in a program that writes no heights; row 5 is hidden.
      expect(before.match(/<row [^>]*>/g)?.slice(2)).toEqual([
        '<row r="4">',
        '<row r="5" hidden="1">',
        '<row r="6" ht="20" customHeight="1">',
        '<row r="8">',
      ])
      const styles = await partText(first, 'xl/styles.xml')
      const looks = [...styles.matchAll(/<xf [^>]*?(?:\/>|>.*?<\/xf>)/g)].map(([xf]) => xf).slice(1)
      const looksOf = (xml: string): (string | undefined)[] =>
        [...xml.matchAll(/<c r="D[456]"(?: s="(\d+)")?/g)].map(([, style = '0']) => looks[Number(style)])
      expect(looksOf(before).map((look) => look?.includes('wrapText="1"'))).toEqual([true, false, false])
      expect(looksOf(before)[0]).toContain('fillId="2"')
      expect(after.match(/<row [^>]*>/g)).toEqual(before.match(/<row [^>]*>/g))
    })
  })
})
