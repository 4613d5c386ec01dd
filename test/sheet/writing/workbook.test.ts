import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  createWorkbook,
  type OutputCell,
  type OutputSheet,
  type WorkbookLimits,
  type WrittenSheet,
} from '../../rooms/sheet/writing.ts'
import { checkWorkbook } from './ooxml/check-workbook.ts'
import { hazards, readParts, readSheet, readText } from './read-workbook.ts'

let folder: string
let file: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rwa-out-'))
  file = join(folder, 'out.xlsx')
})

afterEach(() => rm(folder, { recursive: true }))

interface SheetContent extends OutputSheet {
  rows: readonly (readonly OutputCell[])[]
}

async function write(sheets: readonly SheetContent[], limits?: Partial<WorkbookLimits>): Promise<WrittenSheet[]> {
  const written = await writeUnchecked(sheets, limits)
  expect(checkWorkbook(await readParts(file))).toEqual([])
  return written
}

async function writeUnchecked(
  sheets: readonly SheetContent[],
  limits?: Partial<WorkbookLimits>,
): Promise<WrittenSheet[]> {
  const workbook = createWorkbook(file, limits)
  const written: WrittenSheet[] = []
  for (const { rows, ...plan } of sheets) {
    const sheet = workbook.addSheet(plan)
    for (const row of rows) await sheet.write(row)
    written.push(...(await sheet.finish()))
  }
  await workbook.finish()
  return written
}

function textRow(text: string): OutputCell[] {
  return [{ t: 's', v: text }]
}

describe('a workbook', () => {
  it('gives every text back as it was, as text', async () => {
    await write([{ name: 'Results', columns: [{ heading: 'text' }], rows: hazards.map(textRow) }])
    const sheet = await readSheet(file, 'Results')
    expect(hazards.map((_, index) => readText(sheet, `A${index + 2}`))).toEqual(hazards)
    expect((await readParts(file)).get('xl/worksheets/sheet1.xml')).not.toContain('<f')
  })

  it('keeps types and number formats', async () => {
    const columns = ['id', 'start', 'yes', 'error', 'score'].map((heading) => ({ heading, format: '0.0' }))
    const row: OutputCell[] = [
      { t: 'n', v: 123, f: '00000' },
      { t: 'd', v: '2026-03-01T00:00:00', f: 'dd/mm/yyyy' },
      { t: 'b', v: true },
      { t: 'e', v: '#N/A' },
      { t: 'n', v: 7.25 },
    ]
    await write([{ name: 'Results', columns, rows: [row] }])
    const written = (await readSheet(file, 'Results')).getRow(2)
    expect([1, 2, 3, 4, 5].map((column) => written.getCell(column).value)).toEqual([
      123,
      new Date('2026-03-01T00:00:00Z'),
      true,
      { error: '#N/A' },
      7.25,
    ])
    expect([1, 2, 5].map((column) => written.getCell(column).numFmt)).toEqual(['00000', 'dd/mm/yyyy', '0.0'])
  })

  it('has a bold frozen heading, widths, a filter, a colour scale, a drop-down and wrapped columns', async () => {
    await write([
      {
        name: 'Results',
        hasAutoFilter: true,
        columns: [
          { heading: 'employeeId', width: 22 },
          { heading: 'overallTrip', hasColourScale: true },
          { heading: 'status', dropDown: ['Pending', 'Manager Approved'] },
          { heading: 'problem', isWrapped: true },
        ],
        rows: [
          [{ t: 's', v: 'E1' }, { t: 'n', v: 1 }, { t: 'z' }, { t: 's', v: 'long' }],
          [
            { t: 's', v: 'E2' },
            { t: 'n', v: 9 },
          ],
        ],
      },
    ])
    const sheet = await readSheet(file, 'Results')
    expect(sheet.views[0]).toMatchObject({ state: 'frozen', ySplit: 1 })
    expect(sheet.getCell('A1').font.bold).toBe(true)
    expect(sheet.getColumn(1).width).toBe(22)
    expect(sheet.autoFilter).toBe('A1:D3')
    expect(sheet.getCell('D2').alignment.wrapText).toBe(true)
    expect(sheet.getCell('C3').dataValidation.formulae).toEqual(['"Pending,Manager Approved"'])
    const xml = (await readParts(file)).get('xl/worksheets/sheet1.xml') ?? ''
    expect(xml).toContain('<conditionalFormatting sqref="B2:B3">')
    expect(xml).toContain('sqref="C2:C1001"')
  })

  it('orders the parts of a sheet as Excel demands', async () => {
    const columns = [{ heading: 'a', hasColourScale: true, dropDown: ['1'] }]
    await write([
      { name: 'Results', hasAutoFilter: true, columns, rows: [[{ t: 'link', v: 'x', href: 'https://a.test/' }]] },
    ])
    const xml = (await readParts(file)).get('xl/worksheets/sheet1.xml') ?? ''
    const order = [
      'sheetViews',
      'cols',
      'sheetData',
      'autoFilter',
      'conditionalFormatting',
      'dataValidations',
      'hyperlinks',
      'pageMargins',
    ]
    const positions = order.map((part) => xml.indexOf(`<${part}`))
    expect(positions).not.toContain(-1)
    expect(positions).toEqual(positions.toSorted((a, b) => a - b))
    expect(xml.match(/<hyperlinks>/g)).toHaveLength(1)
  })

  it('links to web addresses and to its own cells', async () => {
    await write([
      {
        name: 'Results',
        columns: [{ heading: 'url' }],
        rows: [[{ t: 'link', v: 'report', href: 'https://a.test/?b=1&c="2"' }]],
      },
      {
        name: 'Problems',
        columns: [{ heading: 'row' }],
        rows: [[{ t: 'jump', v: 'row 2', sheet: 'Results', cell: 'A2' }]],
      },
    ])
    expect((await readSheet(file, 'Results')).getCell('A2').hyperlink).toBe('https://a.test/?b=1&c=%222%22')
    expect((await readParts(file)).get('xl/worksheets/sheet2.xml')).toContain(
      `<hyperlink ref="A2" location="'Results'!A2"/>`,
    )
  })

  it('makes sheet names legal and says what they are', async () => {
    const columns = [{ heading: 'a' }]
    const written = await write([
      { name: 'a/b', columns, rows: [] },
      { name: 'A/B', columns, hasHeadings: false, rows: [textRow('x')] },
    ])
    expect(written).toEqual([
      { name: 'a_b', rows: 0, hasHeadings: true },
      { name: 'A_B (2)', rows: 1, hasHeadings: false },
    ])
    expect((await readSheet(file, 'A_B (2)')).getCell('A1').value).toBe('x')
  })

  it('shares styles between the cells of a format', async () => {
    const rows = Array.from({ length: 300 }, (_, n): OutputCell[] => [
      { t: 'd', v: '2026-03-01T00:00:00' },
      { t: 'n', v: n, f: '000' },
    ])
    await write([{ name: 'Results', columns: [{ heading: 'a' }, { heading: 'b' }], rows }])
    const styles = (await readParts(file)).get('xl/styles.xml') ?? ''
    expect(Number(/<cellXfs count="(\d+)"/.exec(styles)?.[1])).toBeLessThan(6)
  })

  it('is readable by its owner only, and never overwrites a file', async () => {
    await write([{ name: 'a', columns: [{ heading: 'a' }], rows: [] }])
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    await expect(write([{ name: 'a', columns: [{ heading: 'a' }], rows: [] }])).rejects.toMatchObject({
      code: 'EEXIST',
    })
  })
})

describe('a sheet that is full', () => {
  const columns = [{ heading: 'n' }]
  const rows = Array.from({ length: 250 }, (_, n): OutputCell[] => [{ t: 'n', v: n }])

  it('continues as the next one with the same headings', async () => {
    const written = await write(
      [
        { name: 'Results', columns, rows },
        { name: 'Summary', columns, rows: [] },
      ],
      { rows: 100 },
    )
    expect(written.map(({ name, rows }) => [name, rows])).toEqual([
      ['Results', 100],
      ['Results (2)', 100],
      ['Results (3)', 50],
      ['Summary', 0],
    ])
    const third = await readSheet(file, 'Results (3)')
    expect(third.getCell('A1').value).toBe('n')
    expect(third.getCell('A51').value).toBe(249)
    expect(third.rowCount).toBe(51)
  })

  it('is not begun when the rows fit exactly', async () => {
    expect(await write([{ name: 'Results', columns, rows: rows.slice(0, 100) }], { rows: 100 })).toHaveLength(1)
  })

  it('continues before its XML is too large for an archive', async () => {
    const written = await write([{ name: 'Results', columns, rows }], { bytes: 8000 })
    expect(written.length).toBeGreaterThan(1)
    expect(written.reduce((sum, sheet) => sum + sheet.rows, 0)).toBe(250)
  })

  it('holds 65,530 links at most; further addresses are text', async () => {
    const addresses = Array.from({ length: 65_532 }, (_, index) => `https://a.test/${index}`)
    const cells = addresses.map((href): OutputCell => ({ t: 'link', v: href, href }))
    const width = 127
    const rows = Array.from({ length: cells.length / width }, (_, row) => cells.slice(row * width, (row + 1) * width))
    await writeUnchecked([{ name: 'Results', columns: Array(width).fill({ heading: 'url' }), rows }])
    const parts = await readParts(file)
    const xml = parts.get('xl/worksheets/sheet1.xml') ?? ''
    expect(xml.match(/<hyperlink /g)).toHaveLength(65_530)
    expect(xml.match(/<v>https:\/\/a\.test\/\d+<\/v>/g)).toHaveLength(65_532)
    const relationships = parts.get('xl/worksheets/_rels/sheet1.xml.rels') ?? ''
    const targets = Array.from(relationships.matchAll(/ Target="([^"]*)"/g), ([, target]) => target)
    expect(targets).toEqual(addresses.slice(0, 65_530))
  })
})

describe('a workbook that cannot be written', () => {
  it('fails with the reason of the file system, on a row or at the end', async () => {
    file = join(folder, 'missing', 'out.xlsx')
    const sheet = { name: 'a', columns: [{ heading: 'a' }] }
    await expect(write([{ ...sheet, rows: [] }])).rejects.toMatchObject({ code: 'ENOENT' })
    const rows = Array.from({ length: 5000 }, () => textRow('x'))
    await expect(write([{ ...sheet, rows }])).rejects.toMatchObject({ code: 'ENOENT' })
  })

  it('lets go of the file when given up', async () => {
    const workbook = createWorkbook(file)
    await workbook.addSheet({ name: 'a', columns: [] }).write(textRow('x'))
    await workbook.abort()
    await workbook.abort()
    await expect(workbook.finish()).rejects.toThrow()
  })

  it('refuses a second sheet while one is open, too many columns, and a list that does not fit', async () => {
    const workbook = createWorkbook(file, { columns: 2 })
    const three = [{ heading: 'a' }, { heading: 'b' }, { heading: 'c' }]
    expect(() => workbook.addSheet({ name: 'x', columns: three })).toThrow(/3 columns: a worksheet holds 2/)
    const sheet = workbook.addSheet({ name: 'a', columns: [{ heading: 'a', dropDown: ['x'.repeat(300)] }] })
    expect(() => workbook.addSheet({ name: 'b', columns: [] })).toThrow(/before the last one ended/)
    await expect(sheet.finish()).rejects.toThrow(/drop-down of "a"/)
    await workbook.abort()
  })
})

it('a stamped workbook shows its word on every sheet, on paper and before the headings, whose values stay what they are', async () => {
  const workbook = createWorkbook(file, { stamp: 'SIMULATED' })
  for (const name of ['Results', 'Decisions']) {
    const sheet = workbook.addSheet({ name, columns: [{ heading: 'row', width: 8 }] })
    await sheet.write([{ t: 's', v: 'scored' }])
    await sheet.finish()
  }
  await workbook.finish()
  const { default: reader } = await import('exceljs')
  const read = new reader.Workbook()
  await read.xlsx.readFile(file)
  expect(
    read.worksheets.map((sheet) => [
      sheet.getCell('A1').value,
      sheet.getCell('A1').numFmt,
      sheet.getCell('A2').numFmt ?? '',
      sheet.headerFooter.oddHeader,
      sheet.properties.tabColor,
      // No word of the heading is broken.
      sheet.getColumn(1).width,
    ]),
  ).toEqual(Array(2).fill(['row', '"SIMULATED "@', '', '&C&"-,Bold"&14SIMULATED', { argb: 'FF16684A' }, 12]))
})
