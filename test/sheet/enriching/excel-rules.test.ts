import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { zip } from '../reading/workbook-parts.ts'
import { type Damage, damagePart } from './damage.ts'
import { enrich, resultColumns, writeOwn } from './enrich.ts'
import { breachesOf, newBreaches } from './excel-rules.ts'
import { full, richWorkbook } from './rich-workbook.ts'

let folder: string
const file = (name: string): string => join(folder, `${name}.xlsm`)
const [sheet, table, book, styles, types] = [
  'xl/worksheets/sheet1.xml',
  'xl/tables/table1.xml',
  'xl/workbook.xml',
  'xl/styles.xml',
  '[Content_Types].xml',
]

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rules-'))
  const headings = ['employeeId', 'destination', 'days']
  await writeFile(file('input'), zip(richWorkbook(full)))
  const request = { sheet: 'Trips', headingRow: 3, headings, lastRow: 6, columns: resultColumns }
  const enriched = await enrich(file('input'), file('output'), [request], { rows: [4, 5, 6], own: writeOwn })
  if (typeof enriched === 'string') throw new Error(enriched)
})

afterAll(() => rm(folder, { recursive: true, force: true }))

describe('the rules of Excel that no schema says', () => {
  it('are kept by an enriched workbook', async () => {
    expect(await breachesOf(file('output'))).toEqual([])
  })

  it.each<[string, string, Damage]>([
    [
      'elements out of order',
      sheet,
      (xml) => xml.replace(/(<mergeCells.*?<\/mergeCells>)(.*<pageMargins[^>]*>)/, '$2$1'),
    ],
    ['an element twice', sheet, (xml) => xml.replace(/<mergeCells.*?<\/mergeCells>/, '$&$&')],
    ['a tag without its end', sheet, (xml) => xml.replace('</mergeCells>', '')],
    ['an entity that is none', sheet, (xml) => xml.replace('&amp;', '&nbsp;')],
    ['cells out of order', sheet, (xml) => xml.replace(/(<c r="D5".*?<\/c>)(<c r="E5".*?<\/c>)/, '$2$1')],
    ['a cell of another row', sheet, (xml) => xml.replace('r="D5"', 'r="D6"')],
    ['rows out of order', sheet, (xml) => xml.replace(/(<row r="4".*?<\/row>)(<row r="5".*?<\/row>)/s, '$2$1')],
    ['a row twice', sheet, (xml) => xml.replace(/<row r="5".*?<\/row>/s, '$&$&')],
    ['cells behind what ends a row', sheet, (xml) => xml.replace('<c r="D5"', '<extLst/><c r="D5"')],
    ['a row that spans less than it has', sheet, (xml) => xml.replace('<row r="4"', '<row r="4" spans="1:3"')],
    ['columns that overlap', sheet, (xml) => xml.replace('min="9" max="16384"', 'min="8" max="16384"')],
    ['columns out of order', sheet, (xml) => xml.replace(/(<col [^>]*>)(<col [^>]*>)/, '$2$1')],
    ['a style that is not there', sheet, (xml) => xml.replace(/(<c r="F5")[^>]*>/, '$1 s="99">')],
    ['a text of 40,000 letters', sheet, (xml) => xml.replace('>Spain<', `>${'x'.repeat(40_000)}<`)],
    ['two rules of one priority', sheet, (xml) => xml.replace(/priority="\d"/g, 'priority="1"')],
    ['a link that leads nowhere', sheet, (xml) => xml.replace('r:id="rwa1"', 'r:id="rwa99"')],
    ['two links in one cell', sheet, (xml) => xml.replace('ref="A4"', 'ref="E5"')],
    ['a merged range in a table', sheet, (xml) => xml.replace('A1:C1', 'A1:C3')],
    ['a number that is none', sheet, (xml) => xml.replace('<v>12</v>', '<v>NaN</v>')],
    [
      'a filter of the sheet over a table',
      sheet,
      (xml) => xml.replace('<mergeCells', '<autoFilter ref="A3:C6"/><mergeCells'),
    ],
    ['a table that is wider than its columns', table, (xml) => xml.replace('ref="A3:H6"', 'ref="A3:I6"')],
    ['a table with fewer columns', table, (xml) => xml.replace(/<tableColumn id="5"[^>]*>/, '')],
    ['a column of a table headed otherwise', table, (xml) => xml.replace('name="outcome"', 'name="result"')],
    ['two columns of a table with one name', table, (xml) => xml.replace('name="outcome"', 'name="Days"')],
    ['two columns of a table with one id', table, (xml) => xml.replace('id="4"', 'id="3"')],
    [
      'a filter that is not over its table',
      table,
      (xml) => xml.replace('<autoFilter ref="A3:H6"', '<autoFilter ref="A3:C6"'),
    ],
    ['a font out of order', styles, (xml) => xml.replace('<b/><sz val="10"/>', '<sz val="10"/><b/>')],
    ['a wrong count', styles, (xml) => xml.replace(/cellXfs count="\d+"/, 'cellXfs count="2"')],
    ['a style without its font', styles, (xml) => xml.replace('fontId="1"', 'fontId="77"')],
    [
      'lists of styles out of order',
      styles,
      (xml) => xml.replace(/(<fills.*<\/fills>)(<borders.*<\/borders>)/, '$2$1'),
    ],
    ['two sheets of one name', book, (xml) => xml.replace('name="Notes &amp; more"', 'name="TRIPS"')],
    ['two sheets of one id', book, (xml) => xml.replace('sheetId="2"', 'sheetId="7"')],
    ['a sheet with too long a name', book, (xml) => xml.replace('Notes &amp; more', 'x'.repeat(32))],
    ['a name twice', book, (xml) => xml.replace(/<definedName name="Days".*?<\/definedName>/, '$&$&')],
    ['a name of no sheet', book, (xml) => xml.replace('name="Days"', 'name="Days" localSheetId="9"')],
    [
      'names before the sheets',
      book,
      (xml) => xml.replace(/(<sheets>.*<\/sheets>)(<definedNames>.*<\/definedNames>)/, '$2$1'),
    ],
    [
      'a part without a type',
      types,
      (xml) =>
        xml
          .replace(
            /<Override PartName="\/xl\/tables\/table1.xml"[^>]*>/,
            '<Default Extension="xml" ContentType="a/b"/>',
          )
          .replace(/<Default Extension="vml"[^>]*>/, '')
          .replace(/<Override[^>]*vmlDrawing[^>]*>/g, ''),
    ],
    ['a type twice', types, (xml) => xml.replace(/<Override PartName="\/xl\/styles.xml"[^>]*>/, '$&$&')],
    ['a part that is promised and not there', table, () => undefined],
    ['a relationship twice', 'xl/_rels/workbook.xml.rels', (xml) => xml.replace('Id="rId2"', 'Id="rId1"')],
  ])('are broken by %s, and it shows', async (_, part, damage) => {
    const damaged = file('damaged')
    await rm(damaged, { force: true })
    await damagePart(file('output'), damaged, part, damage)
    expect(await newBreaches(file('output'), damaged)).not.toEqual([])
  })
})
