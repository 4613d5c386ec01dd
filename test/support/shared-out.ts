import { readdirSync } from 'node:fs'
import type ExcelJS from 'exceljs'
import { partText, withArchive } from '../rooms/sheet/package.ts'
import { alterWorkbook } from './edit-workbook.ts'
import type { Workspace } from './program.ts'
import { toXlsx, trip } from './trips.ts'

/** Trips with a line manager each, assessed: `out.xlsx`, or `<name>.out.xlsx`. */
export async function assessManaged(
  space: Workspace,
  managers: readonly string[],
  name = '',
  letter = 'E',
): Promise<void> {
  const rows = managers.map((manager, index) => ({
    ...trip(`${letter}-${String(index + 1).padStart(4, '0')}`),
    Name: `Traveller ${index + 1}`,
    'Line manager': manager,
  }))
  const before = name === '' ? '' : `${name}.`
  space.write(`${before}trips.xlsx`, await toXlsx(rows))
  const { code, stderr } = await space.run(['assess', `${before}trips.xlsx`, '-o', `${before}out.xlsx`])
  if (code !== 0) throw new Error(stderr)
}

/** The names in a zip file, in lower case. */
export const listParts = (file: string): Promise<string[]> => withArchive(file, async ({ names }) => names)

/** Every part of a workbook as text, by its name. */
export async function readRawParts(file: string): Promise<Map<string, string>> {
  return withArchive(file, async (archive) => {
    const parts = new Map<string, string>()
    for (const name of archive.names) parts.set(name, await partText(archive, name))
    return parts
  })
}

export function listShared(folder: string): string[] {
  return readdirSync(folder)
    .filter((file) => file !== 'Shared out.xlsx')
    .toSorted()
}

/** The lines of a workbook that was shared out, as its reader has them. */
export interface SharedLine {
  row: ExcelJS.Row
  get(heading: string): ExcelJS.Cell
}

/** A manager fills in a workbook and saves it with another program. */
export function answer(
  file: string,
  fill: (line: SharedLine, index: number) => void,
  change: (sheet: ExcelJS.Worksheet, headings: number) => void = () => {},
): Promise<void> {
  return alterWorkbook(file, (workbook) => {
    const sheet = workbook.getWorksheet('Decisions')
    if (sheet === undefined) throw new Error(`no decisions in ${file}`)
    const headings = findHeadingRow(sheet)
    const names = new Map<string, number>()
    sheet.getRow(headings).eachCell((cell, column) => names.set(cell.text.replace(/^SIMULATED /, ''), column))
    for (let number = headings + 1; number <= sheet.rowCount; number += 1) {
      const row = sheet.getRow(number)
      const get = (heading: string): ExcelJS.Cell => row.getCell(names.get(heading) ?? Number.NaN)
      if (get('Reference').text !== '') fill({ row, get }, number - headings - 1)
    }
    change(sheet, headings)
  })
}

export function findHeadingRow(sheet: ExcelJS.Worksheet): number {
  for (let number = 1; number <= 20; number += 1)
    if (JSON.stringify(sheet.getRow(number).values).includes('Reference"')) return number
  throw new Error('no headings')
}

export const approve = ({ get }: SharedLine): void => {
  get('Decision').value = 'Manager Approved'
  get('Manager').value = 'M-042'
}
