import ExcelJS from 'exceljs'
import { labelState } from '../rooms/messages.ts'
import { nameColumns } from './outputs.ts'

/** To pack it would be half of the work. */
const unpacked: Partial<ExcelJS.XlsxWriteOptions> = { zip: { compression: 'STORE' } }

/** What somebody fills into the row of a sheet in which `find` stands: heading → value. */
export interface Fill {
  sheet: string
  /** Text of any cell of the row; every row has a number as well: 2 is the first below the headings. */
  row: string | number
  values: Readonly<Record<string, string | number>>
}

/** Hides something of a workbook, as a person does in another program than ours. */
export async function alterWorkbook(file: string, alter: (workbook: ExcelJS.Workbook) => void): Promise<void> {
  const workbook = new ExcelJS.Workbook()
  await workbook.xlsx.readFile(file)
  alter(workbook)
  await workbook.xlsx.writeFile(file, unpacked)
}

/** Lets another program than ours open a workbook, fill in cells, and save it. */
export async function editWorkbook(file: string, fills: readonly Fill[], target = file): Promise<void> {
  const workbook = new ExcelJS.Workbook()
  await workbook.xlsx.readFile(file)
  for (const { sheet: name, ...fill } of fills) {
    const sheet = workbook.getWorksheet(name)
    if (sheet === undefined) throw new Error(`there is no sheet ${name}`)
    fillIn(sheet, fill)
  }
  await workbook.xlsx.writeFile(target, unpacked)
}

export function fillIn(sheet: ExcelJS.Worksheet, { row, values }: Omit<Fill, 'sheet'>): void {
  const line = typeof row === 'number' ? row : findRow(sheet, row)
  for (const [heading, value] of Object.entries(values)) {
    sheet.getRow(line).getCell(findColumn(sheet, heading)).value = value
  }
}

function findRow(sheet: ExcelJS.Worksheet, text: string): number {
  let found = 0
  sheet.eachRow((row, number) => {
    row.eachCell((cell) => {
      if (found === 0 && [text, labelState(text)].includes(cell.text)) found = number
    })
  })
  if (found === 0) throw new Error(`no row of ${sheet.name} has ${text}`)
  return found
}

function findColumn(sheet: ExcelJS.Worksheet, heading: string): number {
  const titles = Array.from({ length: sheet.columnCount }, (_, index) => sheet.getRow(1).getCell(index + 1).text)
  const found = 1 + Math.max(titles.lastIndexOf(heading), nameColumns(sheet.name, titles).lastIndexOf(heading))
  if (found === 0) throw new Error(`${sheet.name} has no column ${heading}`)
  return found
}
