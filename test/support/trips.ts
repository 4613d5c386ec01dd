import { stringify } from 'csv-stringify/sync'

/** One row of a sheet as people keep it: heading → cell. */
export type Row = Readonly<Record<string, string | number | Date>>

/** A trip that everything accepts; `changes` are cells by heading. */
export function trip(employeeId: string, changes: Row = {}): Row {
  return {
    'Staff ID': employeeId,
    Purpose: 'Work From Anywhere',
    Seniority: 'Mid',
    Role: 'Engineering',
    Nationality: 'Germany',
    'Host country': 'Portugal',
    'Home country': 'Germany',
    'Trip start': '2026-03-01',
    'Trip end': '2026-03-31',
    'Signs contracts': 'No',
    'Past trips (days)': '0',
    'Right to work': 'Yes',
    'Local market': 'No',
    ...changes,
  }
}

export function hire(employeeId: string, changes: Row = {}): Row {
  return trip(employeeId, {
    Purpose: 'Hire From Anywhere',
    'Past trips (days)': '',
    Urgency: 'Within 3 months',
    'Planned hires': '2',
    ...changes,
  })
}

/** `E-001` … with a trip each. */
export function trips(count: number): Row[] {
  return Array.from({ length: count }, (_, index) => trip(`E-${String(index + 1).padStart(3, '0')}`))
}

export function toCsv(rows: readonly Row[], delimiter = ','): string {
  return stringify([...rows], { header: true, columns: headingsOf(rows), delimiter })
}

export interface WorkbookChoices {
  /** Numbers of rows, the heading row being 1, that are hidden. */
  hiddenRows?: readonly number[]
}

export async function toXlsx(rows: readonly Row[], choices: WorkbookChoices = {}): Promise<Uint8Array> {
  return toWorkbook({ Trips: rows }, choices)
}

/** A workbook with several sheets, by name. */
export async function toWorkbook(
  sheets: Readonly<Record<string, readonly Row[]>>,
  { hiddenRows = [] }: WorkbookChoices = {},
): Promise<Uint8Array> {
  // Half a second of loading that most tests can do without.
  const { default: ExcelJS } = await import('exceljs')
  const workbook = new ExcelJS.Workbook()
  for (const [name, rows] of Object.entries(sheets)) {
    const sheet = workbook.addWorksheet(name)
    const headings = headingsOf(rows)
    sheet.addRow(headings)
    for (const row of rows) sheet.addRow(headings.map((heading) => row[heading] ?? null))
    for (const number of hiddenRows) sheet.getRow(number).hidden = true
  }
  return new Uint8Array(await workbook.xlsx.writeBuffer())
}

function headingsOf(rows: readonly Row[]): string[] {
  return [...new Set(rows.flatMap((row) => Object.keys(row)))]
}
