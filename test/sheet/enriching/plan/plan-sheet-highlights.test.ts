import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import ExcelJS from 'exceljs'
import { describe, expect, it } from 'vitest'
import { type EnrichmentResult, writeEnriched } from '../../../../src/sheet/enriching/copy/write-enriched.ts'
import type {
  EnrichmentPlan,
  SheetEnrichmentRequest,
  SheetHighlights,
} from '../../../../src/sheet/enriching/enrichment-plan.ts'
import { planEnriching } from '../../../../src/sheet/enriching/plan/plan-enriching.ts'
import { checks, openCopyPair, verifyEnriched } from '../../../../src/sheet/enriching/verify/verify-enriched.ts'
import type { ZipArchive } from '../../../../src/sheet/package/zip-archive.ts'
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

function cell(row: number, column: number, mark: 'wrong' | 'doubtful' = 'wrong'): SheetHighlights['areas'][number] {
  return { range: { top: row, left: column, bottom: row, right: column }, mark }
}

const marks: SheetHighlights = {
  areas: [{ range: { top: 4, left: 1, bottom: 5, right: 1 }, mark: 'wrong' }, cell(6, 2), cell(4, 0, 'doubtful')],
  notes: [
    { row: 4, column: 0, text: 'looks odd' },
    { row: 4, column: 1, text: 'must be <listed> & known\nDid you mean “Jordan”?' },
    { row: 5, column: 1, text: 'must be listed' },
    { row: 6, column: 2, text: 'must be whole' },
  ],
}
const none: SheetHighlights = { areas: [], notes: [] }

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

const plain: Rich = { tail: '<pageMargins left="1" right="1" top="1" bottom="1" header="1" footer="1"/>' }

interface Marked {
  plan: EnrichmentPlan
  written: EnrichmentResult
}

async function mark(file: string, output: string, wanted: SheetHighlights): Promise<Marked> {
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
])('a workbook %s whose cells are marked', (name, rich) => {
  it('has all other parts as they were packed, and the same cells with the same styles', () =>
    inScene(rich, async ({ input, first }) => {
      await mark(input, first, marks)
      const notes = name === 'without comments' ? [] : ['xl/comments1.xml', 'xl/drawings/vmldrawing1.vml']
      const links = name === 'without comments' ? ['[content_types].xml'] : []
      expect((await changedParts(input, first)).toSorted()).toEqual([...links, ...notes, 'xl/styles.xml', sheet])
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
      await mark(second, third, none)
      const part = async (of: string): Promise<string> =>
        partText(third, of).then((text) => text.replace(/ dxfId="\d+"/, ''))
      expect(await part(sheet)).toBe(await partText(input, sheet))
      const names = [...(await readParts(third)).keys()].toSorted()
      if (name === 'with comments of theirs') {
        const bare = (text: string): string => text.replace('<author>rwa-batch</author>', '')
        expect(bare(await part('xl/comments1.xml'))).toBe(await partText(input, 'xl/comments1.xml'))
        expect(await part('xl/drawings/vmldrawing1.vml')).toBe(await partText(input, 'xl/drawings/vmldrawing1.vml'))
      }
      if (name === 'without comments') expect(names.filter((part) => /comment|vml/i.test(part))).toEqual([])
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

describe('what a marked cell says', () => {
  it('stands behind what they say there, with its colour and its shape; nothing is added to a conversation', () =>
    inScene(commented, async ({ input, first }) => {
      const { plan } = await mark(input, first, marks)
      const comments = await partText(first, 'xl/comments1.xml')
      expect(comments).toContain(
        '<t>ask her first\n\nrwa-batch check:\nlooks odd\n(end of rwa-batch check)</t></text></comment>',
      )
      expect(comments).toContain('\nwhy Spain?\n\nrwa-batch check:\nmust be listed\n(end of rwa-batch check)</t>')
      expect(comments).toContain('<text><t>[Threaded comment]</t></text>')
      expect(plan.remarks).toEqual([
        'The sheet “Trips” keeps the comments of C6 as they are: these cells have a border only.',
      ])
      const drawing = await partText(first, 'xl/drawings/vmldrawing1.vml')
      expect(drawing.match(/<v:shape /g)).toHaveLength(5)
      expect(drawing).toContain('<v:shape id="_x0000_s1034"')
      const [workbook, sound] = [new ExcelJS.Workbook(), `${first}.xlsx`]
      await damagePart(first, sound, 'xl/drawings/vmlDrawing1.vml', (text) => text.replace('<br>', '<br/>'))
      await workbook.xlsx.readFile(sound)
      const trips = workbook.getWorksheet('Trips')
      expect(JSON.stringify(trips?.getCell('B4').note)).toContain('must be <listed> & known\\nDid you mean “Jordan”?')
      expect(trips?.getCell('B4').fill).toMatchObject({ fgColor: { argb: 'FFDDEEFF' } })
    }))

  it('is drawn where their drawing stands among alternatives, which stay when it goes', () => {
    const namespace = 'http://schemas.openxmlformats.org/markup-compatibility/2006'
    const alternative = `<mc:AlternateContent xmlns:mc="${namespace}"><mc:Choice Requires="v"><legacyDrawing r:id="rId3"/></mc:Choice></mc:AlternateContent>`
    const drawn = { ...commented, tail: commented.tail?.replace('<legacyDrawing r:id="rId3"/>', alternative) ?? '' }
    return inScene(drawn, async ({ input, first, second }) => {
      await mark(input, first, marks)
      expect((await partText(first, sheet)).match(/<legacyDrawing /g)).toHaveLength(1)
      expect(await newBreaches(input, first)).toEqual([])
      await mark(first, second, none)
      expect(await partText(second, sheet)).toBe(await partText(input, sheet))
    })
  })

  it('stands in a list of comments that was empty', () =>
    inScene(full, async ({ input, first, second }) => {
      await mark(input, first, marks)
      expect((await partText(first, 'xl/comments1.xml')).match(/<comment /g)).toHaveLength(4)
      expect(await newBreaches(input, first)).toEqual([])
      await mark(first, second, marks)
      expect(await readFile(second)).toEqual(await readFile(first))
    }))

  it('stays theirs where they wrote something before or behind it', () =>
    inScene(plain, async ({ input, first, second, third }) => {
      await mark(input, first, marks)
      await damagePart(first, second, 'xl/comments1.xml', (text) =>
        text.replace(
          'must be whole\n(end of rwa-batch check)',
          'must be whole\n(end of rwa-batch check)\nIT IS: half days',
        ),
      )
      await mark(second, third, none)
      const comments = await partText(third, 'xl/comments1.xml')
      expect(comments.match(/<comment /g)).toHaveLength(1)
      expect(comments).toContain('\nIT IS: half days</t>')
      expect(comments).not.toContain('must be whole')
      const drawing = await partText(third, 'xl/drawings/vmldrawing1.vml')
      expect(drawing.match(/<v:shape /g)).toHaveLength(1)
      expect(await partText(third, sheet)).toContain('<legacyDrawing ')
    }))
})

describe('read back', () => {
  const comments = 'xl/comments1.xml'
  const drawing = 'xl/drawings/vmlDrawing1.vml'
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
      comments,
      (xml) => xml.replace('ask her', 'tell her'),
      'notes',
      /a comment would be changed/,
    ],
    ['its author', comments, (xml) => xml.replace('>Eva<', '>Ava<'), 'notes', /a comment would be changed/],
    [
      'one less of theirs',
      comments,
      (xml) => xml.replace(/<comment ref="C6".*?<\/comment>/, ''),
      'notes',
      /a comment would be changed/,
    ],
    [
      'what we say',
      comments,
      (xml) => xml.replace('must be &lt;listed', 'may be &lt;listed'),
      'notes',
      /the comment of a cell/,
    ],
    [
      'one less of ours',
      comments,
      (xml) => xml.replace(/<comment ref="B4".*?<\/comment>/s, ''),
      'notes',
      /the comment of a cell/,
    ],
    ['one of ours elsewhere', comments, (xml) => xml.replace('ref="B4"', 'ref="B6"'), 'notes', /the comment of a cell/],
    ['a button', drawing, (xml) => xml.replace('go<br>', 'stop<br>'), 'notes', /drawing of a comment/],
    [
      'a shape less',
      drawing,
      (xml) => xml.replace(/<v:shape id="_x0000_s1034".*?<\/v:shape>/, ''),
      'notes',
      /not be drawn/,
    ],
  ])('%s is found, by one check alone', (_, part, damage, finder, words) =>
    inScene(commented, async ({ input, first, second }) => {
      const { plan, written } = await mark(input, first, marks)
      await damagePart(first, second, part, damage)
      expect(await verifyEnriched(plan, second, written)).toMatch(words)
      const archives: ZipArchive[] = []
      const pair = await openCopyPair(plan, second, archives)
      const found: string[] = []
      for (const [check, find] of Object.entries(checks))
        if ((await find(pair, written)) !== undefined) found.push(check)
      for (const archive of archives) await archive.close()
      expect(found).toEqual([finder])
    }),
  )
})

function swapLooks(xml: string): string {
  return xml.replace(/dxfId="(\d)"(.*?)dxfId="(\d)"/s, 'dxfId="$3"$2dxfId="$1"')
}
