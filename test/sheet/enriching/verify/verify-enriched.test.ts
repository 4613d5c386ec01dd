import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checks, verifyEnriched, withCopyPair } from '../../../rooms/sheet/enriching.ts'
import { zip } from '../../reading/workbook-parts.ts'
import { type Damage, damagePart } from '../damage.ts'
import { type Enriched, enrich, resultColumns } from '../enrich.ts'
import { full, richRows, richWorkbook } from '../rich-workbook.ts'

const headings = ['employeeId', 'destination', 'days']
const trips = { sheet: 'Trips', headingRow: 3, headings, lastRow: 6, columns: resultColumns }
const again = { ...trips, headings: [...headings, ...resultColumns.map(({ heading }) => heading)] }
const sheet = 'xl/worksheets/sheet1.xml'
const other = 'xl/worksheets/sheet2.xml'
const book = 'xl/workbook.xml'
const styles = 'xl/styles.xml'

let folder: string
const copies = { first: '', second: '' }
const results: Partial<Record<keyof typeof copies, Enriched>> = {}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'verify-'))
  const input = join(folder, 'input.xlsx')
  const rows = richRows
    .replace('<row r="8">', '<row r="7" s="1" customFormat="1"/><row r="8">')
    .replace(/(<row r="6".*?)<\/row>/, '$1<extLst><ext/></extLst></row>')
  await writeFile(input, zip(richWorkbook({ ...full, rows, head: widths })))
  for (const name of ['first', 'second'] as const) copies[name] = join(folder, `${name}.xlsx`)
  for (const [from, name, request] of [
    [input, 'first', trips],
    [copies.first, 'second', again],
  ] as const) {
    const enriched = await enrich(from, copies[name], [request], { rows: [4, 5, 6] })
    if (typeof enriched === 'string') throw new Error(enriched)
    results[name] = enriched
  }
})

const widths =
  '<dimension ref="A1:C8"/><sheetFormatPr defaultRowHeight="15"/><cols><col min="1" max="1" width="20" customWidth="1"/><col min="4" max="16384" width="9" hidden="1"/></cols>'

afterAll(() => rm(folder, { recursive: true, force: true }))

/** The names of the checks that find something wrong with a copy; without them it would pass. */
async function findersOf(name: keyof typeof copies, damaged: string): Promise<string[]> {
  const { plan, written } = results[name] as Enriched
  return await withCopyPair(plan, damaged, async (pair) => {
    const found: string[] = []
    for (const [check, find] of Object.entries(checks)) if ((await find(pair, written)) !== undefined) found.push(check)
    return found
  })
}

describe.each(['first', 'second'] as const)('of a %s run', (name) => {
  it('what was written has nothing wrong with it', async () => {
    const { plan, written } = results[name] as Enriched
    expect(await verifyEnriched(plan, copies[name], written)).toBeUndefined()
  })

  it.each<[string, string, Damage, keyof typeof checks, RegExp]>([
    ['a text', sheet, (xml) => xml.replace('Spain', 'Japan'), 'rows', /cell B5 would be changed/],
    ['a number', sheet, (xml) => xml.replace('<v>12</v>', '<v>13</v>'), 'rows', /C4/],
    ['a formula', sheet, (xml) => xml.replace('<f>1+1</f>', ''), 'rows', /C6/],
    ['a cell that is gone', sheet, (xml) => xml.replace(/<c r="B5".*?<\/c>/, ''), 'rows', /B5/],
    ['the style of a cell', sheet, (xml) => xml.replace('r="C4" s="4"', 'r="C4" s="2"'), 'rows', /C4/],
    ['the style of a title', sheet, (xml) => xml.replace('r="A1" s="3"', 'r="A1"'), 'rows', /A1/],
    ['a row that is shown', sheet, (xml) => xml.replace(' hidden="1"><c r="A5"', '><c r="A5"'), 'rows', /row 5/],
    ['a height that a person chose', sheet, (xml) => xml.replace('ht="30"', 'ht="45"'), 'rows', /row 1/],
    ['an empty row without its look', sheet, (xml) => xml.replace(' s="1" customFormat="1"', ''), 'rows', /row 7/],
    [
      'what ends a row',
      sheet,
      (xml) => xml.replace('<extLst><ext/></extLst></row>', '</row>'),
      'rows',
      /after the cells/,
    ],
    ['a row less', sheet, (xml) => xml.replace(/<row r="5".*?<\/row>/, ''), 'rows', /row 5 would be missing/],
    ['the last row less', sheet, (xml) => xml.replace(/<row r="8".*?<\/row>/, ''), 'rows', /row 8 would be missing/],
    ['a row twice', sheet, (xml) => xml.replace(/<row r="5".*?<\/row>/, '$&$&'), 'rows', /row 5 would be added/],
    ['a row more', sheet, (xml) => xml.replace('</sheetData>', '<row r="9"/></sheetData>'), 'rows', /row 9/],
    [
      'two rows exchanged',
      sheet,
      (xml) => xml.replace('E-1', 'E-x').replace('E-3', 'E-1').replace('E-x', 'E-3'),
      'rows',
      /A4/,
    ],
    ['scores moved down by a row', sheet, moveDown, 'rows', /results would be missing, different or in other rows/],
    ['a score', sheet, (xml) => xml.replace(/(<c r="F5"[^>]*><v>)\d+/, '$110'), 'rows', /results/],
    ['a result that is gone', sheet, (xml) => xml.replace(/<c r="D5".*?<\/c>/, ''), 'rows', /results/],
    ['a heading of ours', sheet, (xml) => xml.replace('>overallTrip<', '>corporateTax<'), 'rows', /results|F3/],
    ['a merged range', sheet, (xml) => xml.replace('A1:C1', 'A1:B1'), 'rows', /lost \(mergeCells\)/],
    [
      'a rule',
      sheet,
      (xml) => xml.replace(/<conditionalFormatting sqref="C4:C6">.*?<\/conditionalFormatting>/, ''),
      'rows',
      /lost \(conditionalFormatting\)/,
    ],
    ['a link', sheet, (xml) => xml.replace('<hyperlink ref="A4"', '<hyperlink ref="A5"'), 'rows', /lost \(hyperlink/],
    ['a width', sheet, (xml) => xml.replace('width="20"', 'width="21"'), 'rows', /column A/],
    [
      'a hidden column',
      sheet,
      (xml) => xml.replace('max="16384" width="9" hidden="1"', 'max="16384" width="9"'),
      'rows',
      /column I/,
    ],
    ['the usual height', sheet, (xml) => xml.replace('"15"', '"30"'), 'rows', /another usual size/],
    ['a part that is gone', other, () => undefined, 'parts', /sheet2\.xml would be missing/],
    ['macros that are gone', 'xl/vbaProject.bin', () => undefined, 'parts', /vbaproject\.bin would be missing/],
    ['a part', other, (xml) => xml.replace('<v>1</v>', '<v>2</v>'), 'parts', /sheet2\.xml would be changed/],
    ['a comment', 'xl/comments1.xml', (xml) => xml.replace('>a<', '>b<'), 'parts', /comments1\.xml/],
    ['a fill', styles, (xml) => xml.replace('FFDDEEFF', 'FFDDEE00'), 'styles', /styles/],
    [
      'styles in another order',
      styles,
      (xml) => xml.replace(/(<cellXfs count="\d+">)(<xf [^>]*\/>)(<xf [^>]*\/>)/, '$1$3$2'),
      'styles',
      /styles/,
    ],
    [
      'sheets that took the place of each other',
      book,
      exchangeSheets,
      'book',
      /workbook\.xml would have lost something/,
    ],
    [
      'a name',
      book,
      (xml) => xml.replace(/<definedName name="Days".*?<\/definedName>/, ''),
      'book',
      /workbook\.xml would have lost something/,
    ],
    [
      'where a sheet is',
      'xl/_rels/workbook.xml.rels',
      (xml) => xml.replace('sheet2.xml', 'sheet1.xml'),
      'book',
      /rels/,
    ],
    [
      'where a link leads',
      'xl/worksheets/_rels/sheet1.xml.rels',
      (xml) => xml.replace('/E-1', '/E-2'),
      'book',
      /sheet1\.xml\.rels/,
    ],
    [
      'a type',
      '[Content_Types].xml',
      (xml) => xml.replace(/<Override PartName="\/xl\/worksheets\/sheet2.xml"[^>]*>/, ''),
      'book',
      /content_types.* would have lost something/,
    ],
  ])('%s is found, by one check alone', async (_, part, damage, finder, words) => {
    const { plan, written } = results[name] as Enriched
    const damaged = join(folder, 'damaged.xlsx')
    await rm(damaged, { force: true })
    await damagePart(copies[name], damaged, part, damage)
    expect(await verifyEnriched(plan, damaged, written)).toMatch(words)
    expect(await findersOf(name, damaged)).toEqual([finder])
  })

  it('a copy that ends early is found, wherever it ends', async () => {
    const { plan, written } = results[name] as Enriched
    const bytes = await readFile(copies[name])
    const damaged = join(folder, 'cut.xlsx')
    for (let part = 0; part < 20; part += 1) {
      await writeFile(damaged, bytes.subarray(0, Math.floor((bytes.length * part) / 20)))
      expect(await verifyEnriched(plan, damaged, written)).toMatch(/could not be read back/)
    }
    await writeFile(damaged, bytes.subarray(0, -1))
    expect(await verifyEnriched(plan, damaged, written)).toMatch(/could not be read back/)
  })

  it('a byte that is another one is found, wherever it stands, or changes nothing', async () => {
    const { plan, written } = results[name] as Enriched
    const bytes = await readFile(copies[name])
    const damaged = join(folder, 'byte.xlsx')
    const passed: number[] = []
    for (let at = 0; at < bytes.length; at += 613) {
      const changed = Buffer.from(bytes)
      changed[at] = (changed[at] ?? 0) ^ 0x24
      await writeFile(damaged, changed)
      if ((await verifyEnriched(plan, damaged, written)) === undefined) passed.push(at)
    }
    // Times, attributes and versions in the archive's headers are nobody's content.
    expect(passed.length / (bytes.length / 613)).toBeLessThan(0.25)
  })
})

it('a table that lost a column is found: one that grew by its columns, one that stayed by its bytes', async () => {
  for (const [name, finder] of [
    ['first', 'book'],
    ['second', 'parts'],
  ] as const) {
    const damaged = join(folder, `table-${name}.xlsx`)
    await damagePart(copies[name], damaged, 'xl/tables/table1.xml', (xml) =>
      xml.replace(/<tableColumn id="2"[^>]*>/, ''),
    )
    expect(await findersOf(name, damaged)).toEqual([finder])
  }
})

/** Each row has the results of the one above it. */
function moveDown(xml: string): string {
  const cells = /(<c r="D4".*?)(<\/row>)(.*?)(<c r="D5".*?)(<\/row>)/s
  return xml.replace(cells, (_, one: string, end: string, between: string, other: string, last: string) => {
    const to = (text: string, row: number): string => text.replace(/ r="([D-H])\d"/g, ` r="$1${row}"`)
    return to(other, 4) + end + between + to(one, 5) + last
  })
}

function exchangeSheets(xml: string): string {
  return xml
    .replace('"Trips" sheetId', '"x" sheetId')
    .replace('"Notes &amp; more"', '"Trips"')
    .replace('"x" sheetId', '"Notes &amp; more" sheetId')
}
