import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import {
  describeColumnSpans,
  type EnrichmentDecision,
  planEnriching,
  type SheetEnrichmentRequest,
} from '../../../rooms/sheet/enriching.ts'
import { type Parts, zip } from '../../reading/workbook-parts.ts'
import { inFolder, resultColumns } from '../enrich.ts'
import { full, type Rich, richRows, richWorkbook, table } from '../rich-workbook.ts'

const trips: SheetEnrichmentRequest = {
  sheet: 'Trips',
  headingRow: 3,
  headings: ['employeeId', 'destination', 'days'],
  lastRow: 6,
  columns: resultColumns,
}

function plan(parts: Parts, request: Partial<SheetEnrichmentRequest> = {}): Promise<EnrichmentDecision> {
  return planFile(zip(parts), request)
}

function planFile(archive: Buffer, request: Partial<SheetEnrichmentRequest> = {}): Promise<EnrichmentDecision> {
  return inFolder(async (folder) => {
    const file = join(folder, 'book.xlsm')
    await writeFile(file, archive)
    return planEnriching({ file, sheets: [{ ...trips, ...request }] })
  })
}

async function placesOf(rich: Rich, request: Partial<SheetEnrichmentRequest> = {}): Promise<string> {
  const planned = await plan(richWorkbook(rich), request)
  if (planned.kind === 'new-workbook') return planned.reason
  return describeColumnSpans(planned.sheets)
}

const names = ['employeeId', 'destination', 'days']
const withTable = (content: readonly [string, string?], others: Rich = {}): Rich => ({
  ...others,
  links: { rId9: ['table', '../tables/table1.xml'] },
  others: { 'xl/tables/table1.xml': content },
})
const row = (number: number, cells: string): string =>
  richRows.replace(`</row><row r="${number + 1}"`, `${cells}</row><row r="${number + 1}"`)
const drawing = (left: number, top: number): Rich => ({
  links: { rId5: ['drawing', '../drawings/drawing1.xml'] },
  others: {
    'xl/drawings/drawing1.xml': [
      `<xdr:wsDr xmlns:xdr="u"><xdr:twoCellAnchor><xdr:from><xdr:col>${left}</xdr:col><xdr:row>${top}</xdr:row></xdr:from><xdr:to><xdr:col>${left + 2}</xdr:col><xdr:row>${top + 3}</xdr:row></xdr:to></xdr:twoCellAnchor></xdr:wsDr>`,
    ],
  },
})

describe('the columns of results', () => {
  it.each<[string, Rich, string]>([
    ['right of the last heading', {}, 'columns D to H of “Trips”'],
    ['right of a table', withTable(table('ref="A3:C6"', names)), 'columns D to H of “Trips”'],
    ['right of a filter', { tail: '<autoFilter ref="A3:C6"/>' }, 'columns D to H of “Trips”'],
    ['right of what has no heading', { rows: row(4, '<c r="D4"><v>1</v></c>') }, 'columns E to I of “Trips”'],
    ['right of a drawing beside the rows', drawing(4, 3), 'columns H to L of “Trips”'],
    ['beside a drawing above the rows', drawing(4, -4), 'columns D to H of “Trips”'],
    [
      'right of cells that a formula means',
      { rows: row(4, '').replace('<f>1+1</f>', '<f>SUM(E4:F4)</f>') },
      'columns G to K of “Trips”',
    ],
    ['where only cells without content are', { rows: row(4, '<c r="D4" s="2"/>') }, 'columns D to H of “Trips”'],
    [
      'right of a merged range',
      { tail: '<mergeCells><mergeCell ref="C5:D5"/></mergeCells>' },
      'columns E to I of “Trips”',
    ],
  ])('stand %s', async (_, rich, places) => {
    expect(await placesOf(rich)).toBe(places)
  })

  it('stand where they are already', async () => {
    const headings = ['employeeId', 'outcome', 'reportUrl', 'overallTrip', 'ratio', 'problem']
    expect(await placesOf({}, { headings })).toBe('columns B to F of “Trips”')
    const columns = resultColumns.map((column) => (column.heading === 'ratio' ? { ...column, at: 2 } : column))
    expect(await placesOf({}, { columns })).toBe('columns C to G of “Trips”')
  })
})

/** As a program writes it that is asked for the strict form of the format. */
function toStrict(parts: Parts): Parts {
  const rename = (text: string): string =>
    text
      .replaceAll(
        'http://schemas.openxmlformats.org/spreadsheetml/2006/main',
        'http://purl.oclc.org/ooxml/spreadsheetml/main',
      )
      .replaceAll(
        'http://schemas.openxmlformats.org/officeDocument/2006/relationships',
        'http://purl.oclc.org/ooxml/officeDocument/relationships',
      )
      .replaceAll('http://schemas.openxmlformats.org/drawingml/2006/', 'http://purl.oclc.org/ooxml/drawingml/')
  return Object.fromEntries(Object.entries(parts).map(([name, text]) => [name, rename(String(text))]))
}

describe('a workbook is left alone', () => {
  it.each<[string, Rich, RegExp]>([
    ['that is signed', { others: { '_xmlsignatures/sig1.xml': ['<a/>', 'x/y'] } }, /digitally signed/],
    ['that is shared', { others: { 'xl/revisions/revisionHeaders.xml': ['<a/>', 'x/y'] } }, /history of its changes/],
    [
      'that is a template',
      { mainType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.template.main+xml' },
      /a template/,
    ],
    ['of a type that nobody knows', { mainType: 'application/x.worksheet' }, /not have the content type of a workbook/],
    ['whose sheet a query feeds', { links: { rId5: ['queryTable', '../queryTables/q1.xml'] } }, /data from a query/],
    ['whose table a query feeds', withTable(table('ref="A3:C6" tableType="queryTable"', names)), /data from a query/],
    [
      'whose table cannot grow',
      withTable(table('ref="A3:C6"', names), { rows: row(4, '<c r="E4"><v>1</v></c>') }),
      /^cell E4 is where its table would have to grow/,
    ],
    [
      'whose table has our heading in another case',
      withTable(table('ref="A3:C6"', ['employeeId', 'OUTCOME', 'days'])),
      /headed like "outcome"/,
    ],
    [
      'whose table holds some of the columns',
      withTable(table('ref="A3:B6"', ['employeeId', 'destination'])),
      /a part of its columns/,
    ],
    [
      'whose table begins elsewhere',
      withTable(table('ref="A4:C6" headerRowCount="0"', names)),
      /does not begin with the row of headings/,
    ],
    [
      'whose table ends before the rows',
      withTable(table('ref="A3:C6" totalsRowCount="1"', names)),
      /row 6 is below its table/,
    ],
    [
      'with a pivot table beside the rows',
      {
        links: { rId5: ['pivotTable', '../p1.xml'] },
        others: { 'xl/p1.xml': ['<pivotTableDefinition><location ref="E4:G9"/></pivotTableDefinition>'] },
      },
      /^the pivot table E4:G9/,
    ],
    ['with a comment among the rows', { rows: richRows.replace('</row>', '</row><!-- x -->') }, /more than rows/],
    [
      'with a section in a row',
      { rows: richRows.replace('<t>E-1</t>', '<t><![CDATA[</row>]]></t>') },
      /row 4 contains a comment or a section/,
    ],
    [
      'with rows out of order',
      { rows: richRows.replace('r="5"', 'r="2"').replace('A5', 'A2') },
      /rows are not in order/,
    ],
    ['with one row twice', { rows: richRows.replace('r="5"', 'r="4"') }, /rows are not in order/],
    [
      'with a formula over whole rows',
      { rows: row(4, '').replace('<f>1+1</f>', '<f>SUM(4:4)</f>') },
      /refers to whole rows/,
    ],
    [
      'with formulas up to the last column',
      { rows: row(4, '').replace('<f>1+1</f>', '<f>SUM(D4:XFC4)</f>') },
      /no room for 5 columns/,
    ],
  ])('%s', async (_, rich, reason) => {
    expect(await placesOf(rich)).toMatch(reason)
  })

  it.each<[string, Partial<SheetEnrichmentRequest>, RegExp]>([
    ['without the sheet', { sheet: 'Gone' }, /"Gone" is not found/],
    ['that ends before the rows', { lastRow: 9 }, /ends before row 9/],
    ['without room', { headings: Array.from({ length: 16_382 }, () => 'x') }, /no room for 5 columns/],
  ])('%s', async (_, request, reason) => {
    expect(await placesOf({}, request)).toMatch(reason)
  })

  it.each(['t="shared" si="0"', 't="array" ref="C6:C6"', 't="dataTable" ref="C6"'])(
    'with a formula %s where a result goes',
    async (kind) => {
      const columns = resultColumns.map((column) => (column.heading === 'ratio' ? { ...column, at: 2 } : column))
      const rows = richRows.replace('<f>', `<f ${kind}>`)
      expect(await placesOf({ rows }, { columns })).toMatch(/belongs to several cells stands in C6/)
    },
  )

  it('with more elements in a part than are looked through', async () => {
    const parts = richWorkbook({})
    const names = `<definedNames>${'<definedName/>'.repeat(1_000_000)}</definedNames>`
    parts['xl/workbook.xml'] = String(parts['xl/workbook.xml']).replace('</workbook>', `${names}</workbook>`)
    expect(await plan(parts)).toMatchObject({ reason: expect.stringMatching(/more than 500,000 elements/) })
  })

  it('of which a part that nobody reads is not where the archive says', async () => {
    const archive = zip(richWorkbook())
    const place = archive.indexOf('PK\x03\x04', archive.indexOf('xl/styles.xml'))
    archive.write('XX', place)
    expect(await planFile(archive)).toMatchObject({
      reason: expect.stringMatching(/xl\/vbaProject\.bin cannot be found/),
    })
  })

  it('in which two sheets are one part', async () => {
    const parts = richWorkbook()
    const links = 'xl/_rels/workbook.xml.rels'
    parts[links] = String(parts[links]).replace('worksheets/sheet2.xml', 'worksheets/sheet1.xml')
    expect(await plan(parts)).toMatchObject({
      reason: expect.stringMatching(/its sheets "Trips" and "Notes & more" are one part/),
    })
  })

  it('in the strict form of Open XML', async () => {
    expect(await plan(toStrict(richWorkbook()))).toEqual({
      kind: 'new-workbook',
      reason: 'it is in the strict form of Open XML; saved as an ordinary .xlsx it can be copied',
    })
  })

  it.each([
    'xl/workbook.xml',
    'xl/_rels/workbook.xml.rels',
    '[Content_Types].xml',
    'xl/styles.xml',
    'xl/worksheets/sheet1.xml',
    'xl/worksheets/_rels/sheet1.xml.rels',
    'xl/tables/table1.xml',
  ])('with prefixes in %s, as export programs write', async (part) => {
    const parts = richWorkbook(full)
    const prefixed = String(parts[part])
      .replace(/<(\/?)(?=[a-zA-Z])/g, '<$1x:')
      .replace('xmlns=', 'xmlns:x=')
    expect(await plan({ ...parts, [part]: prefixed })).toMatchObject({
      kind: 'new-workbook',
      reason: expect.stringMatching(/^it is written in the form of an export program \(<x:\w+>\)/),
    })
  })

  it('of which a part stands twice, or is not sound', async () => {
    await expect(plan({ ...richWorkbook(), 'XL/styles.xml': '<a/>' })).rejects.toMatchObject({
      code: 'input',
      message: expect.stringMatching(/xl\/styles\.xml stands in it twice/),
    })
    const broken = richWorkbook(withTable(['<table', 'x/y']))
    expect(await plan(broken)).toMatchObject({ kind: 'new-workbook', reason: expect.stringMatching(/not sound/) })
  })
})

describe('what its user is told', () => {
  it.each<[string, Rich, RegExp]>([
    ['a protected sheet', { tail: '<sheetProtection sheet="1"/>' }, /^Sheet “Trips”: the sheet is protected/],
    [
      'a page as wide as all columns',
      { head: '<sheetPr><pageSetUpPr fitToPage="1"/></sheetPr>' },
      /the print area goes up to column H, with the first results/,
    ],
    ['a filter that is put over a gap', drawing(4, 3), /a filter over A3:L6 is added/],
  ])('%s', async (_, rich, remark) => {
    const planned = await plan(richWorkbook(rich))
    expect(planned).toMatchObject({ kind: 'safe', extension: '.xlsm', remarks: [expect.stringMatching(remark)] })
  })

  it('a name that ends in .xlsx for a workbook without macros', async () => {
    const mainType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml'
    expect(await plan(richWorkbook({ mainType }))).toMatchObject({ extension: '.xlsx', remarks: [] })
  })

  it.each([
    ['<workbookProtection lockStructure="1"/>', [expect.stringMatching('The workbook is protected')]],
    ['<workbookProtection/>', []],
  ])('says that the workbook is protected when it is: %s', async (protection, remarks) => {
    const parts = richWorkbook()
    const workbook = String(parts['xl/workbook.xml']).replace('<bookViews>', `${protection}<bookViews>`)
    expect(await plan({ ...parts, 'xl/workbook.xml': workbook })).toMatchObject({ kind: 'safe', remarks })
  })
})

describe('a print area', () => {
  async function planned(area: string) {
    const parts = richWorkbook()
    const key = 'xl/workbook.xml'
    const name = `<definedName name="_xlnm.Print_Area" localSheetId="0">${area}</definedName>`
    const xml = String(parts[key])
    const names = xml.includes('<definedNames>')
      ? xml.replace('<definedNames>', `<definedNames>${name}`)
      : xml.replace('</sheets>', `</sheets><definedNames>${name}</definedNames>`)
    const decision = await plan({ ...parts, [key]: names })
    if (decision.kind === 'new-workbook') throw new Error(decision.reason)
    return { area: decision.sheets[0]?.printArea, remarks: decision.remarks }
  }

  it.each(['Trips!$A$1:$C$8', "'Trips'!$A$1:$C$8"])(
    '%s takes in the first five results, and a line says so',
    async (area) => {
      expect(await planned(area)).toEqual({
        area: { top: 1, left: 0, bottom: 8, right: 7 },
        remarks: ['Sheet “Trips”: the print area goes up to column H, with the first results.'],
      })
    },
  )

  it.each([
    ['of two parts', 'Trips!$A$1:$C$4,Trips!$A$6:$C$8'],
    ['that a formula says', 'OFFSET(Trips!$A$1,0,0,8,3)'],
  ])('%s stays as it is, and a line says that the results do not print', async (_, area) => {
    expect(await planned(area)).toEqual({
      area: undefined,
      remarks: [expect.stringContaining('Sheet “Trips”: the results are outside the print area')],
    })
  })

  it('that has them already stays without a word', async () => {
    expect(await planned('Trips!$A$1:$Z$8')).toMatchObject({ area: undefined, remarks: [] })
  })
})

it('says the same of several sheets in one sentence', async () => {
  const remarks = ['Sheet “Trips”, “Trips”: the sheet is protected: the results are locked like the other cells.']
  await inFolder(async (folder) => {
    const file = join(folder, 'book.xlsm')
    await writeFile(file, zip(richWorkbook({ tail: '<sheetProtection sheet="1"/>' })))
    expect(await planEnriching({ file, sheets: [trips, trips] })).toMatchObject({ remarks })
  })
})
