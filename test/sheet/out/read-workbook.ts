import { readFile } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import ExcelJS from 'exceljs'
import { fromBufferPromise } from 'yauzl'

/** The parts of a workbook by name, as text, without any spreadsheet library between. */
export async function readParts(file: string): Promise<Map<string, string>> {
  const zip = await fromBufferPromise(await readFile(file), { lazyEntries: true })
  const parts = new Map<string, string>()
  for await (const entry of zip.eachEntry()) {
    parts.set(entry.fileName, await text(await zip.openReadStreamPromise(entry)))
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
