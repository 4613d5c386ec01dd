import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  createWorkbook,
  type InputRule,
  type OutputCell,
  type OutputColumn,
  type OutputSheet,
} from '../../rooms/sheet/writing.ts'
import { anyCell, anyText } from './any-cell.ts'
import { checkWorkbook } from './ooxml/check-workbook.ts'
import { readParts, readSheet } from './read-workbook.ts'

let folder: string
let file: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rwa-out-'))
  file = join(folder, 'out.xlsx')
})

afterEach(() => rm(folder, { recursive: true }))

async function write(plan: OutputSheet, rows: readonly (readonly OutputCell[])[]): Promise<void> {
  const workbook = createWorkbook(file)
  const sheet = workbook.addSheet(plan)
  for (const row of rows) await sheet.write(row)
  await sheet.finish()
  await workbook.finish()
  expect(checkWorkbook(await readParts(file))).toEqual([])
}

describe('a mark on a cell', () => {
  it('draws a line around it, keeps its value and format, and also stands on an empty cell', async () => {
    await write({ name: 'Trips', columns: [{ heading: 'id' }, { heading: 'start' }, { heading: 'end' }] }, [
      [
        { t: 'n', v: 123, f: '00000', mark: 'wrong' },
        { t: 'z', mark: 'doubtful' },
        { t: 's', v: 'untouched' },
      ],
    ])
    const sheet = await readSheet(file, 'Trips')
    const [id, start, end] = ['A2', 'B2', 'C2'].map((address) => sheet.getCell(address))
    expect([id?.value, id?.numFmt, id?.note]).toEqual([123, '00000', undefined])
    expect(id?.border.left).toEqual({ style: 'thin', color: { argb: 'FFAD1F24' } })
    expect(start?.border.left).toEqual({ style: 'dashed', color: { argb: 'FF7B4F00' } })
    expect(end?.border?.left).toBeUndefined()
    expect([id, start, end].map((cell) => cell?.fill)).toEqual(new Array(3).fill({ type: 'pattern', pattern: 'none' }))
  })
})

describe('a column to be filled in', () => {
  it('says what its heading means where that is selected, formats empty cells, and checks what is typed far down', async () => {
    const columns: OutputSheet['columns'] = [
      { heading: 'id', note: 'Your own ID:\n<b>&amp; \u0001 "quoted"', entry: { kind: 'text' } },
      { heading: 'start', entry: { kind: 'date', notBefore: undefined, error: 'a date' } },
      { heading: 'days', entry: { kind: 'integer', error: 'a number' } },
    ]
    await write({ name: 'Trips', columns, entryRows: 50 }, [
      [
        { t: 's', v: 'x' },
        { t: 'd', v: '2026-03-01T00:00:00' },
      ],
    ])
    const sheet = await readSheet(file, 'Trips')
    expect(sheet.getCell('A1').dataValidation).toMatchObject({ showInputMessage: true })
    expect((await readParts(file)).get('xl/worksheets/sheet1.xml')).toContain(
      'prompt="Your own ID:_x000A_&lt;b&gt;&amp;amp; _x0001_ &quot;quoted&quot;"',
    )
    expect([1, 2].map((column) => sheet.getColumn(column).numFmt)).toEqual(['@', 'yyyy-mm-dd'])
    expect(['A2', 'B2'].map((address) => sheet.getCell(address).numFmt)).toEqual(['@', 'yyyy-mm-dd'])
    expect(['B51', 'C51', 'C52'].map((address) => sheet.getCell(address).dataValidation?.type)).toEqual([
      'date',
      'whole',
      undefined,
    ])
  })
})

describe('a row', () => {
  it('is as high as its broken lines, and no higher than Excel allows', async () => {
    const columns = [
      { heading: 'a', width: 20 },
      { heading: 'what\nhappened', width: 20, isWrapped: true },
    ]
    const texts = ['short', 'one\ntwo\nthree', 'x'.repeat(5000)]
    await write(
      { name: 'Trips', columns },
      texts.map((v) => [
        { t: 's', v: 'y'.repeat(100) },
        { t: 's', v },
      ]),
    )
    const sheet = await readSheet(file, 'Trips')
    expect([1, 2, 3, 4].map((row) => sheet.getRow(row).height)).toEqual([30, undefined, 45, 409])
  })

  it('is as high as a heading over numbers, or a large figure, needs', async () => {
    const columns = [{ heading: 'score', width: 10 }, { heading: 'rows' }]
    await write({ name: 'Sums', columns, hasHeadings: false }, [
      [{ t: 's', v: 'Working rights', look: 'number-heading' }],
      [{ t: 's', v: 'Mean', look: 'number-heading' }],
      [{ t: 's', v: 'Risk assessments', look: 'title' }],
      [{ t: 'n', v: 54, look: 'figure' }],
      [{ t: 's', v: 'plain, and longer than its column' }],
    ])
    const sheet = await readSheet(file, 'Sums')
    expect([1, 2, 3, 4, 5].map((row) => sheet.getRow(row).height)).toEqual([30, undefined, 22.5, 26.25, undefined])
  })
})

describe('any sheet', () => {
  const anyColumn: fc.Arbitrary<OutputColumn> = fc.record(
    {
      heading: anyText,
      width: fc.integer({ min: 0, max: 400 }),
      format: fc.constantFrom('0.0', '0%'),
      hasColourScale: fc.boolean(),
      dropDown: fc.constantFrom(['a', 'b "c"'], { range: "'Other one'!$A$2:$A$9" }),
      isWrapped: fc.boolean(),
      note: anyText.filter((text) => text !== ''),
      entry: fc.constantFrom<InputRule>(
        { kind: 'text' },
        { kind: 'date', notBefore: 0, error: 'later' },
        { kind: 'date', notBefore: undefined, error: 'x'.repeat(300) },
        { kind: 'integer', error: '<&">' },
      ),
    },
    { requiredKeys: ['heading'] },
  )
  const anyRemark = fc.record({ mark: fc.constantFrom('wrong' as const, 'doubtful' as const) }, { requiredKeys: [] })
  const anyMarkedRow = fc.array(
    fc.tuple(anyCell, anyRemark).map(([cell, remark]): OutputCell => ({ ...cell, ...remark })),
    { maxLength: 6 },
  )

  it('is one that the check of its parts finds nothing wrong with', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.record({
          name: anyText,
          columns: fc.array(anyColumn, { maxLength: 5 }),
          hasHeadings: fc.boolean(),
          hasAutoFilter: fc.boolean(),
          entryRows: fc.integer({ min: 0, max: 2000 }),
        }),
        fc.array(anyMarkedRow, { maxLength: 6 }),
        async (plan, rows) => {
          await rm(file, { force: true })
          await write(plan, rows)
        },
      ),
      { seed: 20260301, numRuns: 40 },
    )
  })
})

describe('a printed sheet', () => {
  async function print(plan: Partial<OutputSheet>): Promise<{ sheet: string; names: string }> {
    await write(
      {
        name: "Ann's",
        columns: [
          { heading: 'a', width: 100 },
          { heading: 'b', width: 100 },
        ],
        ...plan,
      },
      [],
    )
    const parts = await readParts(file)
    return { sheet: parts.get('xl/worksheets/sheet1.xml') ?? '', names: parts.get('xl/workbook.xml') ?? '' }
  }

  it('of few rows is on one page, with its headings, its name and the page on each', async () => {
    const { sheet, names } = await print({})
    expect(sheet).toContain('<pageSetUpPr fitToPage="1"/>')
    expect(sheet).toContain('<pageSetup orientation="landscape" fitToWidth="1" fitToHeight="1"/>')
    expect(sheet).toContain('<oddFooter>&amp;L&amp;A&amp;R&amp;P / &amp;N</oddFooter>')
    expect(names).toContain(`<definedName name="_xlnm.Print_Titles" localSheetId="0">'Ann''s'!$1:$1</definedName>`)
  })

  it('that is too wide to be read has two pages beside each other, with the columns that stay in sight on both', async () => {
    const columns = ['a', 'b', 'c'].map((heading) => ({ heading, width: 100 }))
    const { sheet, names } = await print({ columns, frozenColumns: 2 })
    expect(sheet).toContain('fitToWidth="2"')
    expect(names).toContain(`>'Ann''s'!$A:$B,'Ann''s'!$1:$1</definedName>`)
    expect(sheet).toContain('<pane xSplit="2" ySplit="1" topLeftCell="C2" activePane="bottomRight" state="frozen"/>')
  })

  it('has no headings to repeat where it has none, and only what is asked for', async () => {
    const { sheet, names } = await print({ hasHeadings: false, printed: 'A1:B9' })
    expect(names).not.toContain('Print_Titles')
    expect(names).toContain(`>'Ann''s'!$A$1:$B$9</definedName>`)
    expect(sheet).not.toContain('<pane')
  })
})
