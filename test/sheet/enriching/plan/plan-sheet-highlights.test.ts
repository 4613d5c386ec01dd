import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import {
  checks,
  type EnrichmentPlan,
  type EnrichmentResult,
  type HighlightedArea,
  planEnriching,
  type SheetEnrichmentRequest,
  verifyEnriched,
  withCopyPair,
  writeEnriched,
} from '../../../rooms/sheet/enriching.ts'
import { zip } from '../../reading/workbook-parts.ts'
import { checkWorkbook } from '../../writing/ooxml/check-workbook.ts'
import { readParts } from '../../writing/read-workbook.ts'
import { changedParts, partText } from '../compare.ts'
import { type Damage, damagePart } from '../damage.ts'
import { inFolder, pick, readRows, resultColumns, resultsOf } from '../enrich.ts'
import { newBreaches } from '../excel-rules.ts'
import { full, type Rich, richWorkbook } from '../rich-workbook.ts'

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const sheet = 'xl/worksheets/sheet1.xml'
const headings = ['employeeId', 'destination', 'days']

function cell(row: number, column: number, mark: 'wrong' | 'doubtful' = 'wrong'): HighlightedArea {
  return { range: { top: row, left: column, bottom: row, right: column }, mark }
}

const marks: readonly HighlightedArea[] = [
  { range: { top: 4, left: 1, bottom: 5, right: 1 }, mark: 'wrong' },
  cell(6, 2),
  cell(4, 0, 'doubtful'),
]

/** A workbook whose sheet has comments of its own: in a marked cell, in another, and in a conversation; and a button. */
const commented: Rich = {
  ...full,
  others: {
    ...full.others,
    'xl/comments1.xml': [
      `<comments xmlns="${main}"><authors><author>Eva</author><author>tc={1}</author></authors><commentList>` +
        '<comment ref="A4" authorId="0"><text><t>ask her first</t></text></comment>' +
        '<comment ref="B5" authorId="0" shapeId="0"><text><r><rPr><b/></rPr><t>Eva:</t></r><r><t xml:space="preserve">\nwhy Spain?</t></r></text></comment>' +
        '<comment ref="C6" authorId="1"><text><t>[Threaded comment]</t></text></comment></commentList></comments>',
      'application/vnd.openxmlformats-officedocument.spreadsheetml.comments+xml',
    ],
    'xl/drawings/vmlDrawing1.vml': [
      '<xml xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:x="urn:schemas-microsoft-com:office:excel">' +
        '<v:shapetype id="_x0000_t202"/><v:shape id="_x0000_s1030" type="#_x0000_t201"><v:textbox><div>go<br></div></v:textbox><x:ClientData ObjectType="Button"><x:Anchor>1</x:Anchor></x:ClientData></v:shape>' +
        [3, 4, 5].map((row, at) => noteShape(1031 + at, row, at)).join('') +
        '</xml>',
      'application/vnd.openxmlformats-officedocument.vmlDrawing',
    ],
  },
}

function noteShape(number: number, row: number, column: number): string {
  return `<v:shape id="_x0000_s${number}" type="#_x0000_t202"><x:ClientData ObjectType="Note"><x:Row>${row}</x:Row><x:Column>${column}</x:Column></x:ClientData></v:shape>`
}

/** With prefixes in the comments, which are none of ours to read. */
const prefixed: Rich = {
  ...commented,
  others: {
    ...commented.others,
    'xl/comments1.xml': [
      `<x:comments xmlns:x="${main}"><x:authors><x:author>Eva</x:author></x:authors><x:commentList/></x:comments>`,
      'application/vnd.openxmlformats-officedocument.spreadsheetml.comments+xml',
    ],
  },
}

const plain: Rich = { tail: '<pageMargins left="1" right="1" top="1" bottom="1" header="1" footer="1"/>' }

interface Marked {
  plan: EnrichmentPlan
  written: EnrichmentResult
}

async function mark(file: string, output: string, wanted: readonly HighlightedArea[]): Promise<Marked> {
  const request = { sheet: 'Trips', headingRow: 3, lastRow: 6, headings, columns: [], marks: wanted }
  return write(file, output, request)
}

async function write(file: string, output: string, request: SheetEnrichmentRequest): Promise<Marked> {
  const plan = await planEnriching({ file, sheets: [request] })
  if (plan.kind !== 'safe') throw new Error(plan.reason)
  const rows = request.columns.length === 0 ? [] : [4, 5, 6].map((row) => ({ row, cells: resultsOf(row) }))
  const written = await writeEnriched(plan, output, { rowsOf: () => [rows] })
  expect(await verifyEnriched(plan, output, written)).toBeUndefined()
  return { plan, written }
}

type Files = Readonly<Record<'input' | 'first' | 'second' | 'third', string>>

function inScene(rich: Rich, use: (files: Files) => Promise<void>): Promise<void> {
  return inFolder(async (folder) => {
    const at = (name: string): string => join(folder, `${name}.xlsx`)
    const files = { input: at('input'), first: at('first'), second: at('second'), third: at('third') }
    const { 'xl/vbaProject.bin': _, ...parts } = richWorkbook(rich)
    await writeFile(files.input, zip(parts))
    await use(files)
  })
}

describe.each([
  ['without comments', plain],
  ['with comments of theirs', commented],
  ['with comments of an export program', prefixed],
])('a workbook %s whose cells are marked', (_, rich) => {
  it('has all other parts as they were packed, and the same cells with the same styles', () =>
    inScene(rich, async ({ input, first }) => {
      await mark(input, first, marks)
      expect((await changedParts(input, first)).toSorted()).toEqual(['xl/styles.xml', sheet])
      const [before, after] = [await partText(input, sheet), await partText(first, sheet)]
      expect(after.slice(0, after.indexOf('</sheetData>'))).toBe(before.slice(0, before.indexOf('</sheetData>')))
      expect(pick((await readRows(first)).rows, () => true)).toEqual(pick((await readRows(input)).rows, () => true))
      expect(await newBreaches(input, first)).toEqual([])
      const unsound = checkWorkbook(await readParts(input))
      expect(checkWorkbook(await readParts(first)).filter((problem) => !unsound.includes(problem))).toEqual([])
    }))

  it('comes out alike when it is handed in again, and as it was when nothing is to be marked any more', () =>
    inScene(rich, async ({ input, first, second, third }) => {
      await mark(input, first, marks)
      await mark(first, second, marks)
      expect(await readFile(second)).toEqual(await readFile(first))
      await mark(second, third, [])
      const part = async (of: string): Promise<string> =>
        partText(third, of).then((text) => text.replace(/ dxfId="\d+"/, ''))
      expect(await part(sheet)).toBe(await partText(input, sheet))
      expect(await newBreaches(input, third)).toEqual([])
    }))

  it('loses the marks to results, which stand where they would stand without them', () =>
    inScene(rich, async ({ input, first, second, third }) => {
      const results = { sheet: 'Trips', headingRow: 3, lastRow: 6, headings, columns: resultColumns }
      await mark(input, first, marks)
      await write(first, second, results)
      await write(input, third, results)
      const [lost, never] = [await partText(second, sheet), await partText(third, sheet)]
      // Styles of the marks stay in their list, so the next ones have higher numbers.
      expect(lost.replaceAll(/ dxfId="\d+"/g, '')).toBe(never.replaceAll(/ dxfId="\d+"/g, ''))
    }))
})

describe('read back', () => {
  it.each<[string, string, Damage, keyof typeof checks, RegExp]>([
    [
      'a cell less',
      sheet,
      (xml) => xml.replace('sqref="B4:B5 C6"', 'sqref="B4:B5"'),
      'rows',
      /the wrong cells would be highlighted/,
    ],
    ['marks in other colours', sheet, swapLooks, 'rows', /the wrong cells would be highlighted/],
    [
      'no marks',
      sheet,
      (xml) => xml.replace(/<conditionalFormatting sqref="(?:B4|A4).*?<\/cond\w+>/g, ''),
      'rows',
      /highlighted/,
    ],
    ['a rule of theirs', sheet, (xml) => xml.replace('>10</formula>', '>11</formula>'), 'rows', /lost/],
    [
      'a comment of theirs',
      'xl/comments1.xml',
      (xml) => xml.replace('ask her', 'tell her'),
      'parts',
      /comments1\.xml would be changed/,
    ],
    [
      'a button',
      'xl/drawings/vmlDrawing1.vml',
      (xml) => xml.replace('go<br>', 'stop<br>'),
      'parts',
      /vmldrawing1\.vml would be changed/,
    ],
    ['the place of a drawing', sheet, (xml) => xml.replace(/<legacyDrawing [^>]*>/, ''), 'rows', /legacyDrawing/],
  ])('%s is found, by one check alone', (_, part, damage, finder, words) =>
    inScene(commented, async ({ input, first, second }) => {
      const { plan, written } = await mark(input, first, marks)
      await damagePart(first, second, part, damage)
      expect(await verifyEnriched(plan, second, written)).toMatch(words)
      const found: string[] = []
      await withCopyPair(plan, second, async (pair) => {
        for (const [check, find] of Object.entries(checks))
          if ((await find(pair, written)) !== undefined) found.push(check)
      })
      expect(found).toEqual([finder])
    }),
  )
})

function swapLooks(xml: string): string {
  return xml.replace(/dxfId="(\d)"(.*?)dxfId="(\d)"/s, 'dxfId="$3"$2dxfId="$1"')
}
