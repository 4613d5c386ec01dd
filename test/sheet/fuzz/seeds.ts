import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fromBufferPromise } from 'yauzl'
import { relationships, styles, workbookParts, worksheet, zip } from '../reading/workbook-parts.ts'
import type { WorkbookSeed } from './mutate-workbook.ts'

const corpus = new URL('../../../../shared/corpus/', import.meta.url).pathname
const largestSeed = 200_000

export interface Seeds {
  workbooks: readonly WorkbookSeed[]
  texts: readonly Buffer[]
}

/** What is mutated: files made by hand, and the real ones of the corpus where it is there. */
export async function gatherSeeds(): Promise<Seeds> {
  const workbooks: WorkbookSeed[] = []
  for (const bytes of [...ownWorkbooks(), ...filesOf('xlsx')]) {
    const parts = await takeApart(bytes)
    if (parts !== undefined) workbooks.push({ bytes, parts })
  }
  return { workbooks, texts: [...ownTexts(), ...filesOf('csv')] }
}

function filesOf(kind: 'xlsx' | 'csv'): Buffer[] {
  const folder = join(corpus, kind)
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .toSorted()
    .map((name) => readFileSync(join(folder, name)))
    .filter((bytes) => bytes.length > 0 && bytes.length < largestSeed)
}

/** Undefined for what is no zip file, or none that can be unpacked. */
async function takeApart(bytes: Buffer): Promise<Record<string, Buffer> | undefined> {
  try {
    const archive = await fromBufferPromise(bytes, { decodeStrings: true, strictFileNames: false })
    const parts: Record<string, Buffer> = {}
    for await (const entry of archive.eachEntry()) {
      const pieces: Buffer[] = []
      for await (const piece of await archive.openReadStreamPromise(entry)) pieces.push(piece as Buffer)
      parts[entry.fileName] = Buffer.concat(pieces)
    }
    return Object.keys(parts).length === 0 ? undefined : parts
  } catch {
    return undefined
  }
}

function ownWorkbooks(): Buffer[] {
  const rows =
    '<row r="1" spans="1:4"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c><c r="C1" t="str"><v>Größe</v></c></row>' +
    '<row r="2" hidden="1"><c r="A2" t="inlineStr"><is><t>E-1</t></is></c><c r="B2" s="1"><v>46082</v></c><c r="C2"><f>1+1</f><v>2</v></c></row>' +
    '<row r="3"><c r="A3" t="b"><v>1</v></c><c r="B3" t="e"><v>#N/A</v></c><c r="C3" t="d" s="1"><v>2026-03-01</v></c></row>' +
    '<row><c><v>12.5</v></c><c r="D4" t="inlineStr"><is><r><t xml:space="preserve"> rich </t></r><r><t>text</t></r></is></c></row>'
  const texts =
    '<sst count="2"><si><t>employeeId</t></si><si><r><t xml:space="preserve">start </t></r><r><rPr/><t>date_x000D_</t></r><rPh sb="0"><t>x</t></rPh></si></sst>'
  const merged = '<mergeCells count="1"><mergeCell ref="A1:A2"/></mergeCells>'
  const full = workbookParts('', {
    'xl/worksheets/sheet1.xml': worksheet(rows, merged),
    'xl/sharedStrings.xml': texts,
    'xl/styles.xml': styles('', 'dd/mm/yyyy', '[h]:mm', '0.00'),
  })
  const prefixed = Object.fromEntries(
    Object.entries(full).map(([name, xml]) => [name, String(xml).replace(/<(\/?)(?=[a-zA-Z])/g, '<$1x:')]),
  )
  const two = {
    ...full,
    'xl/worksheets/sheet2.xml': worksheet('<row r="1"><c r="A1"><v>2</v></c></row>'),
    'xl/workbook.xml':
      '<workbook xmlns:r="u"><workbookPr date1904="1"/><sheets><sheet name="One" sheetId="1" state="hidden" r:id="rId1"/><sheet name="Two" sheetId="2" r:id="rId4"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels': relationships(
      { id: 'rId1', type: 'worksheet', target: 'worksheets/sheet1.xml' },
      { id: 'rId4', type: 'worksheet', target: '/xl/worksheets/sheet2.xml' },
    ),
  }
  return [full, prefixed, two].map((parts) => zip(parts))
}

function ownTexts(): Buffer[] {
  const rows = [
    'employeeId,start,remark',
    'E-1,2026-03-01,"a, b"',
    'E-2,2026-04-01,"line\nbreak ""quoted"""',
    'E-3,,Größe',
  ]
  const text = rows.join('\r\n')
  return [
    Buffer.from(text),
    Buffer.from(`\ufeff${text.replaceAll(',', ';')}`),
    Buffer.from(text, 'latin1'),
    Buffer.from(`\ufeff${text}`, 'utf16le'),
    Buffer.from(`sep=|\n${text.replaceAll(',', '|')}`),
  ]
}
