import { readFile } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import { crc32 } from 'node:zlib'
import ExcelJS from 'exceljs'
import { fromBufferPromise } from 'yauzl'

/** The parts of a workbook by name, as text, without any spreadsheet library between; what is no sound zip throws. */
export async function readParts(file: string): Promise<Map<string, string>> {
  const zip = await fromBufferPromise(await readFile(file), { lazyEntries: true })
  const parts = new Map<string, string>()
  for await (const entry of zip.eachEntry()) {
    const { fileName } = entry
    const bytes = await buffer(await zip.openReadStreamPromise(entry))
    if (crc32(bytes) !== entry.crc32) throw new Error(`${fileName} is not what its check sum says`)
    if (parts.has(fileName)) throw new Error(`${fileName} stands twice in the archive`)
    parts.set(fileName, new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes))
  }
  return parts
}

export async function readSheet(file: string, name: string): Promise<ExcelJS.Worksheet> {
  const workbook = new ExcelJS.Workbook()
  await workbook.xlsx.readFile(file)
  const sheet = workbook.getWorksheet(name)
  if (sheet === undefined) throw new Error(`no sheet ${name}`)
  return sheet
}

/** What the cell shows, rich text or not. */
export function readText(sheet: ExcelJS.Worksheet, address: string): string {
  const { value } = sheet.getCell(address)
  if (typeof value === 'object' && value !== null && 'richText' in value) {
    return value.richText.map((run) => run.text).join('')
  }
  return typeof value === 'string' ? value : `not text: ${JSON.stringify(value)}`
}

/** Texts that writers get wrong, or that readers take for something else. */
export const hazards: readonly string[] = [
  '=1+1',
  '=HYPERLINK("https://evil.test")',
  '+1',
  '-1',
  '@SUM(A1)',
  '\tx',
  '\rx',
  ' lead',
  'trail ',
  ' ',
  'a\nb',
  'a\r\nb',
  '_x0041_',
  '_x0041_x0042_',
  '_x0041\u0001',
  '\u0000\u001f\u007f',
  '"<&>\'',
  '{"formula":"1"}',
  '007',
  '1E5',
  '2026-03-01',
  'Ærøskøbing 東京 😀',
]
