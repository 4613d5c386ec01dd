import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import ExcelJS from 'exceljs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { SheetEnrichmentRequest } from '../../../rooms/sheet/enriching.ts'
import { oddZip } from '../../hazards/odd-zip.ts'
import { type Parts, zip } from '../../reading/workbook-parts.ts'
import { checkWorkbook } from '../../writing/ooxml/check-workbook.ts'
import { readParts } from '../../writing/read-workbook.ts'
import { alterations, changedParts, partText } from '../compare.ts'
import { damagePart } from '../damage.ts'
import { type Enriched, enrich, inFolder, pick, readRows, resultColumns, writeOwn } from '../enrich.ts'
import { full, type Rich, richRows, richWorkbook } from '../rich-workbook.ts'

const names = ['employeeId', 'destination', 'days']
const trips: SheetEnrichmentRequest = {
  sheet: 'Trips',
  headingRow: 3,
  headings: names,
  lastRow: 6,
  columns: resultColumns,
}
const again: SheetEnrichmentRequest = { ...trips, headings: [...names, ...resultColumns.map(({ heading }) => heading)] }

let folder = ''
const files = { input: '', first: '', second: '', third: '' }
let result: Enriched

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'enriched-'))
  for (const name of ['input', 'first', 'second', 'third'] as const) files[name] = join(folder, `${name}.xlsx`)
  await writeFile(files.input, zip(richWorkbook(full)))
  result = mustBe(await enrich(files.input, files.first, [trips], { rows: [4, 5, 6], own: writeOwn }))
  mustBe(await enrich(files.first, files.second, [again], { rows: [4, 5, 6], own: writeOwn }))
  mustBe(await enrich(files.second, files.third, [again], { rows: [4, 5, 6], own: writeOwn }))
})

afterAll(() => rm(folder, { recursive: true, force: true }))

function mustBe(enriched: Enriched | string): Enriched {
  if (typeof enriched === 'string') throw new Error(enriched)
  return enriched
}

async function parts(file: string): Promise<Record<string, string>> {
  const archive = await readParts(file).catch(() => new Map<string, string>())
  return Object.fromEntries(archive)
}

/** The text of one part of a copy of a workbook like this one. */
async function enrichedPart(
  input: Parts | Buffer,
  part: string,
  content: { rows?: number[] } = { rows: [4, 5, 6] },
): Promise<string> {
  return inFolder(async (place) => {
    const [file, output] = [join(place, 'a.xlsx'), join(place, 'b.xlsx')]
    await writeFile(file, Buffer.isBuffer(input) ? input : zip(withoutBinary(input)))
    mustBe(await enrich(file, output, [trips], content))
    return (await parts(output))[part] ?? ''
  })
}

function withoutBinary({ 'xl/vbaProject.bin': _, ...others }: Parts): Parts {
  return others
}

describe('a workbook with columns of ours', () => {
  it('has every other part as it was packed', async () => {
    const changed = await changedParts(files.input, files.first)
    expect(changed.toSorted()).toEqual([
      '[content_types].xml',
      'xl/_rels/workbook.xml.rels',
      'xl/styles.xml',
      'xl/tables/table1.xml',
      'xl/workbook.xml',
      'xl/worksheets/_rels/sheet1.xml.rels',
      'xl/worksheets/sheet1.xml',
    ])
  })

  it('has everything in its sheet that was there, letter for letter', async () => {
    expect(await alterations(files.input, files.first, result.plan)).toEqual([])
  })

  it('has the results beside their rows, and nothing below', async () => {
    const { rows } = await readRows(files.first, 'Trips')
    const ours = pick(rows, (column) => column > 2)
    expect([...ours.keys()]).toEqual([3, 4, 5, 6])
    expect(
      ours
        .get(3)
        ?.slice(3)
        .map((cell) => cell.t === 's' && cell.v),
    ).toEqual(resultColumns.map(({ heading }) => heading))
    expect(ours.get(4)?.at(-1)).toEqual({ t: 's', v: ' "row" 4 & <more>\nof it ' })
    expect(ours.get(5)?.slice(3, 7)).toMatchObject([
      { v: 'scored' },
      { v: 'https://service.example/report?id=5&v=1' },
      { v: 5 },
      { v: 0.625, f: '0.00' },
    ])
  })

  it('reads the same to another program', async () => {
    const workbook = new ExcelJS.Workbook()
    await workbook.xlsx.readFile(files.first)
    expect(workbook.worksheets.map(({ name }) => name)).toEqual(['Trips', 'Notes & more', 'Summary', 'Decisions'])
    const sheet = workbook.getWorksheet('Trips')
    expect(sheet?.getCell('D5').text).toBe('scored')
    expect(sheet?.getCell('E5').hyperlink).toBe('https://service.example/report?id=5&v=1')
    expect(sheet?.getCell('D4').fill).toMatchObject({ fgColor: { argb: 'FFDDEEFF' } })
    expect(sheet?.getCell('D3').font).toMatchObject({ bold: true, name: 'Arial' })
    expect(sheet?.getCell('C6').formula).toBe('1+1')
    expect(workbook.getWorksheet('Decisions')?.getCell('B2').dataValidation.formulae).toEqual(['"Approved,Rejected"'])
    expect(workbook.getWorksheet('Decisions')?.getCell('A1').font).toMatchObject({ bold: true })
  })

  it('is as sound as it was', async () => {
    const plain = join(folder, 'plain.xlsx')
    await writeFile(plain, zip(withoutBinary(richWorkbook(full))))
    const [before, after] = [checkWorkbook(await readParts(plain)), join(folder, 'plain-out.xlsx')]
    mustBe(await enrich(plain, after, [trips], { rows: [4, 5, 6], own: writeOwn }))
    expect(checkWorkbook(await readParts(after)).filter((problem) => !before.includes(problem))).toEqual([])
  })

  it('has a table that grew, with a filter and a column for each heading', async () => {
    const xml = await enrichedPart(richWorkbook(full), 'xl/tables/table1.xml')
    expect(xml).toContain('ref="A3:H6"')
    expect(xml).toContain('<autoFilter ref="A3:H6"/>')
    expect(xml).toContain('<tableColumns count="8">')
    expect(xml).toContain('<tableColumn id="4" name="outcome"/>')
  })

  it('is filled again in place; from then on no byte differs', async () => {
    expect(await changedParts(files.second, files.third)).toEqual([])
    expect(await readFile(files.third)).toEqual(await readFile(files.second))
    const { sheets, rows } = await readRows(files.second, 'Trips')
    expect(sheets).toEqual(['Trips', 'Notes & more', 'Summary', 'Decisions'])
    expect(pick(rows, () => true)).toEqual(pick((await readRows(files.first, 'Trips')).rows, () => true))
  })

  it('loses the sheet of ours that was renamed, and no sheet of theirs that is called like ours', async () => {
    const input = richWorkbook(full)
    const renamed = {
      ...input,
      'xl/workbook.xml': String(input['xl/workbook.xml']).replace('Notes &amp; more', 'Summary'),
    }
    const [file, output, next] = ['theirs.xlsx', 'theirs-1.xlsx', 'theirs-2.xlsx'].map((name) =>
      join(folder, name),
    ) as [string, string, string]
    await writeFile(file, zip(renamed))
    const { written } = mustBe(await enrich(file, output, [trips], { rows: [4], own: writeOwn }))
    expect(Object.fromEntries(written.ownSheets)).toEqual({ Summary: 'Summary (2)', Decisions: 'Decisions' })
    mustBe(await enrich(output, next, [again], { rows: [4], own: writeOwn }))
    const { sheets } = await readRows(next, 'Summary (2)')
    expect(sheets).toEqual(['Trips', 'Summary', 'Summary (2)', 'Decisions'])
    expect(pick((await readRows(next, 'Summary')).rows, () => true)).toEqual(new Map([[1, [{ t: 'n', v: 1 }]]]))
  })

  it('does not take a sheet of ours whose rows are being read for one to replace', async () => {
    const request: SheetEnrichmentRequest = {
      sheet: 'Decisions',
      headingRow: 1,
      headings: ['row', 'status', 'url'],
      lastRow: 2,
      columns: resultColumns,
    }
    const output = join(folder, 'decided.xlsx')
    const { written } = mustBe(await enrich(files.first, output, [request], { own: writeOwn }))
    expect(written.ownSheets.get('Decisions')).toBe('Decisions (2)')
    const hidden = [
      ...(await partText(output, 'xl/workbook.xml')).matchAll(/<definedName name="(_rwa[^"]*)"( localSheetId="\d+")?/g),
    ]
    expect(new Set(hidden.map(([whole]) => whole)).size).toBe(hidden.length)
    expect((await readRows(output, 'Decisions')).rows[1]?.cells[3]).toEqual({ t: 's', v: 'scored' })
  })
})

describe('the sheet that is enriched', () => {
  it.each<[string, Rich, string | RegExp]>([
    ['says its new size', {}, '<dimension ref="A1:H8"/>'],
    [
      'shows our columns where the rest is hidden',
      {},
      /<col min="4" max="4" width="12" customWidth="1"\/>.*<col min="9" max="16384" width="9" hidden="1"\/><\/cols>/,
    ],
    [
      'gets a list of widths when it has none',
      { head: '<sheetFormatPr defaultRowHeight="15"/>' },
      /<sheetFormatPr[^>]*><cols><col min="4" max="4" width="12"/,
    ],
    ['has rows that name no span where they got cells', {}, '<row r="4"><c r="A4"'],
    [
      'has a filter that grew',
      { tail: '<autoFilter ref="A3:C6"><sortState ref="A4:C6"/></autoFilter>' },
      '<autoFilter ref="A3:H6"><sortState ref="A4:H6"/></autoFilter>',
    ],
    [
      'keeps an extension list the last in its row',
      { rows: richRows.replace('</c></row><row r="5"', '</c><extLst><ext/></extLst></row><row r="5"') },
      /<c r="H4"[^>]*>.*<extLst><ext\/><\/extLst><\/row><row r="5"/s,
    ],
    [
      'keeps cells behind ours',
      { rows: richRows.replace('</c></row><row r="5"', '</c><c r="Z4" s="2"/></row><row r="5"') },
      /<c r="H4"[^>]*>.*?<\/c><c r="Z4" s="2"\/><\/row>/s,
    ],
    [
      'is written without places',
      { rows: richRows.replace(/ r="[A-C]4"/g, '') },
      /<row r="4"[^>]*><c s="2" t="inlineStr"><is><t>E-1<\/t><\/is><\/c>.*?<c r="D4"/,
    ],
    [
      'has its colour scale behind the rules that are there',
      {
        tail: '<conditionalFormatting sqref="A4"><cfRule type="duplicateValues" priority="7"/></conditionalFormatting><pageMargins/>',
      },
      /priority="7"\/><\/conditionalFormatting><conditionalFormatting sqref="F4:F6"><cfRule type="cellIs" dxfId="\d+" priority="8".*<hyperlinks>.*<\/hyperlinks><pageMargins\/>/,
    ],
    [
      'has its elements in order',
      { tail: '<mc:AlternateContent xmlns:mc="m"><mc:Choice><controls/></mc:Choice></mc:AlternateContent>' },
      /<\/hyperlinks><mc:AlternateContent/,
    ],
  ])('%s', async (_, rich, expected) => {
    expect(await enrichedPart(richWorkbook(rich), 'xl/worksheets/sheet1.xml')).toMatch(expected)
  })

  it('may be in UTF-16', async () => {
    const input = richWorkbook()
    const text = String(input['xl/worksheets/sheet1.xml']).replace('UTF-8', 'UTF-16')
    const wide = Buffer.from(`\ufeff${text}`, 'utf16le')
    const xml = await enrichedPart({ ...input, 'xl/worksheets/sheet1.xml': wide }, 'xl/worksheets/sheet1.xml')
    expect(xml).toMatch(/^<\?xml version="1.0" encoding="UTF-8"/)
    expect(xml).toContain('Größe')
  })

  it('prints what it printed, and the first results', async () => {
    const rich: Rich = { head: '<sheetPr><pageSetUpPr fitToPage="1"/></sheetPr>' }
    const xml = await enrichedPart(richWorkbook(rich), 'xl/workbook.xml')
    expect(xml).toContain(`<definedName name="_xlnm.Print_Area" localSheetId="0">'Trips'!$A$1:$H$8</definedName>`)
    expect(xml).toMatch(/<\/sheets><definedNames>.*<\/definedNames><calcPr/)
  })

  it('loses the order of calculation when a formula is replaced', async () => {
    const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml.calcChain+xml'
    const input = richWorkbook({ others: { 'xl/calcChain.xml': ['<calcChain/>', type] } })
    const chain = '<Relationship Id="rId9" Type="x/calcChain" Target="calcChain.xml"/></Relationships>'
    const links = String(input['xl/_rels/workbook.xml.rels']).replace('</Relationships>', chain)
    const workbook = { ...withoutBinary(input), 'xl/_rels/workbook.xml.rels': links }
    await inFolder(async (place) => {
      const [file, output] = [join(place, 'a.xlsx'), join(place, 'b.xlsx')]
      await writeFile(file, zip(workbook))
      const columns = resultColumns.map((column) => (column.heading === 'ratio' ? { ...column, at: 2 } : column))
      mustBe(await enrich(file, output, [{ ...trips, columns }], { rows: [4, 5, 6] }))
      const all = await parts(output)
      expect(Object.keys(all)).not.toContain('xl/calcChain.xml')
      expect(all['[Content_Types].xml']).not.toContain('calcChain')
      expect(all['xl/_rels/workbook.xml.rels']).not.toContain('calcChain')
      expect(all['xl/worksheets/sheet1.xml']).toContain('<c r="C6" s="4"><v>0.75</v></c>')
    })
  })

  it('must have the rows that get cells', async () => {
    await expect(enrichedPart(richWorkbook(), 'x', { rows: [4, 7] })).rejects.toThrow(
      'row 7 of the sheet "Trips" is no longer there',
    )
  })

  it.each([
    ['sizes that follow the data', { hasDescriptors: true }],
    ['zip64 fields', { isZip64: true }],
    ['parts that are not packed', { isStored: true }],
    ['folders, a comment and bytes behind', { hasFolders: true, comment: 'x', trailing: Buffer.from('gateway') }],
  ])('may come in an archive with %s', async (_, odd) => {
    const archive = oddZip(withoutBinary(richWorkbook()), odd)
    expect(await enrichedPart(archive, 'xl/worksheets/sheet1.xml')).toContain('<c r="D5" t="str"><v>scored</v></c>')
  })

  it('has as many links as Excel takes, and addresses as text beyond', async () => {
    const links = Array.from({ length: 65_529 }, (_, index) => `<hyperlink ref="A${index + 10}" location="A1"/>`)
    const xml = await enrichedPart(
      richWorkbook({ tail: `<hyperlinks>${links.join('')}</hyperlinks>` }),
      'xl/worksheets/sheet1.xml',
    )
    expect(xml.match(/<hyperlink /g)).toHaveLength(65_530)
    expect(xml.includes('<c r="E6" s="5" t="str"><v>https://service.example/report?id=6&amp;v=1</v></c>')).toBe(true)
  })
})

it('replaces the links and colour scales of an earlier run', async () => {
  const xml = await partText(files.third, 'xl/worksheets/sheet1.xml')
  expect(xml.match(/<conditionalFormatting /g)).toHaveLength(2)
  expect(xml.match(/<hyperlink /g)).toHaveLength(3)
})

const scalePart = 'xl/worksheets/sheet1.xml'
const ownRules =
  /<conditionalFormatting sqref="F4:F6">(<cfRule type="cellIs".*?<\/cfRule>)((?:<cfRule type="cellIs".*?<\/cfRule>){7})<\/conditionalFormatting>/

it.each([
  [
    'green, yellow and red, of an earlier version',
    '<conditionalFormatting sqref="F4:F6"><cfRule type="colorScale" priority="4"><colorScale><cfvo type="num" val="0"/><cfvo type="num" val="5"/><cfvo type="num" val="10"/><color rgb="FF63BE7B"/><color rgb="FFFFEB84"/><color rgb="FFF8696B"/></colorScale></cfRule></conditionalFormatting>',
    1,
  ],
  [
    'mixed and white from 5.65 on, of an earlier version',
    '<conditionalFormatting sqref="F4:F6"><cfRule type="colorScale" priority="4"><colorScale><cfvo type="num" val="0"/><cfvo type="num" val="5"/><cfvo type="num" val="10"/><color rgb="FFFFF8F0"/><color rgb="FFC8681F"/><color rgb="FF431302"/></colorScale></cfRule><cfRule type="cellIs" dxfId="0" priority="5" operator="between"><formula>5.65</formula><formula>10</formula></cfRule></conditionalFormatting>',
    1,
  ],
  [
    'apart, as Excel writes them',
    '<conditionalFormatting sqref="F4:F6">$1</conditionalFormatting><conditionalFormatting sqref="F4:F6">$2</conditionalFormatting>',
    1,
  ],
  [
    'merged with a rule of theirs, which stays',
    '<conditionalFormatting sqref="F4:F6">$1$2<cfRule type="duplicateValues" priority="9"/></conditionalFormatting>',
    2,
  ],
])('replaces rules that are %s', async (_, before, count) => {
  await inFolder(async (place) => {
    const [file, output] = [join(place, 'a.xlsx'), join(place, 'b.xlsx')]
    await damagePart(files.second, file, scalePart, (text) => text.replace(ownRules, before))
    mustBe(await enrich(file, output, [again], { rows: [4, 5, 6], own: writeOwn }))
    const xml = await partText(output, scalePart)
    expect(xml.match(/<conditionalFormatting sqref="F4:F6">/g)).toHaveLength(count)
    expect(xml).toMatch(ownRules)
    expect(xml).not.toMatch(/63BE7B|C8681F/)
    expect(xml.includes('duplicateValues')).toBe(count === 2)
  })
})

it('does not take a rule of theirs for one of ours: not over a column of theirs, not with other limits', async () => {
  const theirs = [
    '<conditionalFormatting sqref="C4:C6"><cfRule type="cellIs" dxfId="0" priority="20" operator="between"><formula>5.65</formula><formula>10</formula></cfRule></conditionalFormatting>',
    '<conditionalFormatting sqref="F4:F6"><cfRule type="cellIs" dxfId="0" priority="21" operator="between"><formula>7</formula><formula>10</formula></cfRule></conditionalFormatting>',
  ].join('')
  await inFolder(async (place) => {
    const [file, output] = [join(place, 'a.xlsx'), join(place, 'b.xlsx')]
    await damagePart(files.second, file, scalePart, (text) => text.replace(ownRules, `$&${theirs}`))
    mustBe(await enrich(file, output, [again], { rows: [4, 5, 6], own: writeOwn }))
    expect(await partText(output, scalePart)).toContain(theirs)
  })
})
