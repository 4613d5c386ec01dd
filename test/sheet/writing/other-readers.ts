import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import ExcelJS from 'exceljs'
import { runPython } from '../../support/openpyxl.ts'

/** A cell as another program reads it: dates as the number of the day, errors as text, undefined when it is empty. */
export type ReadValue = string | number | boolean | undefined

const dump = `
import datetime, json, sys
from openpyxl import load_workbook
from openpyxl.utils.datetime import to_excel
values = []
for (cell,) in load_workbook(sys.argv[1]).active.iter_rows(min_row=2, min_col=2, max_col=2):
    value = cell.value
    if isinstance(value, datetime.time):
        value = (value.hour * 3600 + value.minute * 60 + value.second + value.microsecond / 1e6) / 86400
    elif isinstance(value, (datetime.datetime, datetime.date, datetime.timedelta)):
        value = to_excel(value)
    values.append(value)
json.dump(values, sys.stdout)
`

/** The second column below the heading, by openpyxl. */
export function readWithOpenpyxl(file: string): ReadValue[] {
  const values: (Exclude<ReadValue, undefined> | null)[] = JSON.parse(runPython(['-c', dump, file]))
  return values.map((value) => value ?? undefined)
}

/** The same by exceljs. */
export async function readWithExceljs(file: string): Promise<ReadValue[]> {
  const workbook = new ExcelJS.Workbook()
  await workbook.xlsx.readFile(file)
  const values: ReadValue[] = []
  workbook.worksheets[0]?.eachRow((row, number) => {
    if (number > 1) values.push(plainValue(row.getCell(2).value))
  })
  return values
}

function plainValue(value: ExcelJS.CellValue): ReadValue {
  if (value === null || value === undefined) return undefined
  if (value instanceof Date) return value.getTime() / 86_400_000 + 25_569
  if (typeof value !== 'object') return value
  if ('richText' in value) return value.richText.map(({ text }) => text).join('')
  if ('error' in value) return value.error
  return 'hyperlink' in value ? plainValue(value.text as ExcelJS.CellValue) : JSON.stringify(value)
}

/** The same by LibreOffice: values and types from its own format, texts from CSV. */
export function readWithLibreOffice(file: string): ReadValue[] {
  convert(file, 'fods')
  convert(file, 'csv:Text - txt - csv (StarCalc):44,34,76,1,,0,true,true,false')
  const base = file.replace(/\.xlsx$/, '')
  const texts = readQuotedCsv(readFileSync(`${base}.csv`, 'utf8')).slice(1)
  const cells = [...readFileSync(`${base}.fods`, 'utf8').matchAll(/<table:table-row[^>]*>(.*?)<\/table:table-row>/gs)]
    .map(([, row = '']) => [...row.matchAll(/<table:(?:covered-)?table-cell([^>]*?)\/?>/g)].map(([, one = '']) => one))
    .filter(([first = '']) => first.includes('office:value-type'))
    .slice(1)
  return cells.map(([, attributes = ''], index) => readOfficeValue(attributes, texts[index]?.[1] ?? ''))
}

/** Opens the file in LibreOffice and saves it in another format beside it. */
function convert(file: string, format: string): void {
  const folder = dirname(file)
  const profile = `-env:UserInstallation=${pathToFileURL(join(folder, 'profile'))}`
  const { status, stderr } = spawnSync(
    'soffice',
    [profile, '--headless', '--convert-to', format, '--outdir', folder, file],
    { encoding: 'utf8', timeout: 120_000 },
  )
  if (status !== 0) throw new Error(`soffice ended with ${status}: ${stderr}`)
}

function readOfficeValue(attributes: string, text: string): ReadValue {
  const read = (name: string): string => new RegExp(` ${name}="([^"]*)"`).exec(attributes)?.[1] ?? ''
  switch (read('office:value-type')) {
    case '':
      return undefined
    case 'float':
    case 'percentage':
    case 'currency':
      return Number(read('office:value'))
    case 'boolean':
      return read('office:boolean-value') === 'true'
    case 'date':
      return (
        Date.parse(
          `${read('office:date-value')
            .replace(/^([^T]*)$/, '$1T00:00:00')
            .slice(0, 23)}Z`,
        ) /
          86_400_000 +
        25_569
      )
    case 'time':
      return readLength(read('office:time-value'))
    default:
      return text
  }
}

/** `PT30H05M00.250S` in days. */
function readLength(text: string): number {
  const [, sign, hours, minutes, seconds] = /^(-?)PT(\d+)H(\d+)M([\d.]+)S$/.exec(text) ?? []
  const days = (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) / 86_400
  return sign === '-' ? -days : days
}

export function readQuotedCsv(text: string): string[][] {
  const records: string[][] = [[]]
  for (const [, quoted, plain, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/g)) {
    records.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain ?? '')
    if (end !== ',') records.push([])
  }
  return records
}
