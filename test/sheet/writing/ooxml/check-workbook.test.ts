import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import ExcelJS from 'exceljs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createWorkbook } from '../../../rooms/sheet/writing.ts'
import { readParts } from '../read-workbook.ts'
import { checkWorkbook } from './check-workbook.ts'

let folder: string
let parts: Map<string, string>

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rwa-ooxml-'))
  const file = join(folder, 'out.xlsx')
  const workbook = createWorkbook(file)
  const sheet = workbook.addSheet({
    name: 'Results',
    hasAutoFilter: true,
    columns: [
      { heading: 'id', note: 'Your own ID', entry: { kind: 'text' } },
      { heading: 'score', hasColourScale: true, dropDown: ['1', '2'] },
      { heading: 'rating', hasColourScale: true },
      { heading: 'url' },
    ],
  })
  await sheet.write([
    { t: 's', v: ' a & b' },
    { t: 'n', v: 1, f: '0.0' },
    { t: 'e', v: '#N/A' },
    { t: 'link', v: 'report', href: 'https://a.test/?a=1&b=2' },
  ])
  await sheet.write([
    { t: 's', v: 'x' },
    { t: 'z' },
    { t: 'b', v: true },
    { t: 'jump', v: 'up', sheet: 'Results', cell: 'A1' },
  ])
  await sheet.finish()
  await workbook.finish()
  parts = await readParts(file)
})

afterAll(() => rm(folder, { recursive: true }))

describe('the check of a workbook', () => {
  it('finds nothing wrong with ours', () => {
    expect(checkWorkbook(parts)).toEqual([])
  })

  const sheet = 'xl/worksheets/sheet1.xml'
  it.each<[string, string, string | RegExp, string]>([
    ['a tag that does not end', sheet, '</row>', ''],
    ['an unknown entity', sheet, '&amp;', '&foo;'],
    ['a control character', sheet, 'report', '\u0001'],
    ['elements out of order', sheet, /(<dataValidations.*<\/dataValidations>)(<hyperlinks>.*<\/hyperlinks>)/, '$2$1'],
    ['a foreign element', sheet, '<sheetData>', '<sheetData><foo/>'],
    ['rows out of order', sheet, '<row r="3">', '<row r="1">'],
    ['two cells in one place', sheet, 'r="B2"', 'r="A2"'],
    ['a style that does not exist', sheet, / s="\d+"/, ' s="99"'],
    ['a number that is none', sheet, '<v>1</v>', '<v>NaN</v>'],
    ['a formula', sheet, '<v>1</v>', '<f>1+1</f><v>1</v>'],
    ['an error that is none', sheet, '#N/A', '#FOO!'],
    ['lost white space', sheet, ' xml:space="preserve"', ''],
    ['a link to nowhere', sheet, "'Results'!A1", "'Result'!A1"],
    ['a relationship that does not exist', sheet, 'r:id="rwa', 'r:id="rwa9'],
    ['two rules of one priority', sheet, /priority="\d+"/g, 'priority="1"'],
    ['a range upside down', sheet, 'sqref="B2:B3"', 'sqref="B3:B2"'],
    ['a script', 'xl/worksheets/_rels/sheet1.xml.rels', 'https://', 'javascript:'],
    ['an address with a space', 'xl/worksheets/_rels/sheet1.xml.rels', 'a.test/', 'a.test/ '],
    ['an illegal sheet name', 'xl/workbook.xml', 'name="Results"', 'name="a/b"'],
    ['a missing part', '[Content_Types].xml', '/xl/styles.xml', '/xl/style.xml'],
    ['a wrong count', 'xl/styles.xml', /cellXfs count="\d+"/, 'cellXfs count="1"'],
    ['a font without a name', 'xl/styles.xml', '<name val="Calibri"/>', ''],
    ['a missing font', 'xl/styles.xml', /fontId="1"/, 'fontId="9"'],
  ])('finds %s', (_, part, wrong, instead) => {
    const before = parts.get(part) ?? ''
    const after = before.replace(wrong, instead)
    expect(after).not.toBe(before)
    expect(checkWorkbook(new Map(parts).set(part, after))).not.toEqual([])
  })

  it('finds what exceljs does by itself: links before conditional formats', async () => {
    const file = join(folder, 'plain.xlsx')
    const workbook = new ExcelJS.stream.xlsx.WorkbookWriter({ filename: file, useStyles: true })
    const sheet = workbook.addWorksheet('Results')
    sheet.addRow([{ text: 'x', hyperlink: 'https://a.test/' }]).commit()
    sheet.addConditionalFormatting({
      ref: 'A1',
      rules: [{ type: 'expression', priority: 1, formulae: ['1'], style: {} }],
    })
    sheet.commit()
    await workbook.commit()
    expect(checkWorkbook(await readParts(file))).toContain('<conditionalFormatting> stands after <hyperlinks>')
  })
})
