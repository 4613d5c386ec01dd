import { seededRandom } from './seeded-random.mjs'
import { type Row, toCsv } from './trips.ts'

/** A country, and how people write it in a tracker. */
const spellings: readonly (readonly [meant: string, ...written: string[]])[] = [
  ['United Kingdom', 'Great Britain', 'England', 'UK', 'United Kingdom'],
  ['Netherlands', 'Holland', 'The Netherlands', 'Netherlands'],
  ['Germany', 'Germany', 'Deutschland', 'Gemany', 'Niemcy'],
  ['Poland', 'Poland', 'Polska'],
  ['Spain', 'Spain', 'España'],
  ['Portugal', 'Portugal'],
  ['United States', 'USA', 'United States'],
  ['France', 'France'],
  ['India', 'India'],
  ['Brazil', 'Brazil'],
]
const isoCodes = ['GBR', 'NLD', 'DEU', 'POL', 'ESP', 'PRT', 'USA', 'FRA', 'IND', 'BRA', 'SWE', 'ITA']
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const twoDigits = (number: number): string => String(number).padStart(2, '0')

/** One day in the forms of those who type it. */
function inForm(day: Date, form: number): string | Date {
  const [year, month, date] = [day.getUTCFullYear(), day.getUTCMonth(), day.getUTCDate()]
  if (form === 0) return day
  if (form === 1) return `${twoDigits(date)}/${twoDigits(month + 1)}/${year}`
  return form === 2 ? `${date} ${months[month]} ${twoDigits(year % 100)}` : day.toISOString().slice(0, 10)
}

/** What the maker of a sheet knows of it. */
export interface MadeSheet {
  content: Uint8Array
  /** Their employees, in the order of the sheet. */
  trips: readonly string[]
  cancelled: readonly string[]
  /** Without a date, or there twice. */
  open: readonly string[]
  /** Rows that are no trips: titles of regions, totals and notes. */
  titles: number
  totals: number
}

const regions = ['EMEA', 'AMER', 'APAC'] as const
const trackerHeadings = [
  'Name',
  'Work e-mail',
  'Nationality',
  'Home country',
  'Level',
  'Role',
  'Purpose of stay',
  'Host country',
  'City',
  'Start',
  'End',
  'Working days',
  'Past trips (days, 12 months)',
  'Signs contracts?',
  'Visa / right to work?',
  'Helps local market',
  'Manager',
  'Notes',
]
const trackerBands = [
  ['Traveller', 1, 6],
  ['Trip', 7, 13],
  ['Compliance', 14, 16],
  ['Desk', 17, 18],
] as const
const headingRow = 5

/**
 * A tracker kept by hand: a title block, bands over the headings, 621 trips in three regions, each with a title and a
 * subtotal; 59 trips are cancelled in their notes, 17 have no date yet, 4 rows are hidden.
 */
export async function makeTracker(seed = 64): Promise<MadeSheet> {
  // Half a second of loading that most tests can do without.
  const { default: ExcelJS } = await import('exceljs')
  const random = seededRandom(seed)
  const pick = <Item>(of: readonly Item[]): Item => of[Math.floor(random() * of.length)] as Item
  const workbook = new ExcelJS.Workbook()
  const sheet = workbook.addWorksheet('Q1 2027', { views: [{ state: 'frozen', xSplit: 2, ySplit: headingRow }] })
  sheet.addRow(['Global Mobility – travel tracker Q1 2027'])
  sheet.addRow(['Kept by the mobility desk; ask before you sort'])
  sheet.addRow([])
  const band = sheet.addRow([])
  for (const [title, from, until] of trackerBands) {
    band.getCell(from).value = title
    sheet.mergeCells(headingRow - 1, from, headingRow - 1, until)
  }
  sheet.addRow(trackerHeadings).font = { bold: true }
  const numbers = Array.from({ length: 621 }, (_, at) => at)
  const nameOf = (at: number): string => `name.${at}@acme.example`
  // 59 and 17, spread over the sheet, and never the same row.
  const isCancelled = (at: number): boolean => at % 10 === 4 && at < 590
  const isUndated = (at: number): boolean => at % 35 === 7 && at < 595
  const countryOf = (): string => pick(pick(spellings).slice(1))
  for (const [part, region] of regions.entries()) {
    sheet.addRow([region]).font = { bold: true }
    let days = 0
    for (const at of numbers.filter((each) => Math.floor(each / 207) === part)) {
      const start = new Date(Date.UTC(2027, 0, 4 + Math.floor(random() * 80)))
      const length = 5 + Math.floor(random() * 40)
      const end = new Date(start.getTime() + length * 86_400_000)
      const working = Math.ceil((length * 5) / 7)
      days += working
      const row = sheet.addRow([
        `Person ${at}`,
        nameOf(at),
        countryOf(),
        countryOf(),
        at % 90 === 11 ? 'Director' : pick(['Mid', 'Senior', 'Low']),
        pick(['Engineering', 'Sales', 'Finance']),
        'Work From Anywhere',
        countryOf(),
        pick(['Lisbon', 'Madrid', 'Pune', 'Leeds']),
        isUndated(at) ? pick(['tbc', 'mid March', 'Q1']) : inForm(start, at % 4),
        inForm(end, at % 4),
        working,
        Math.floor(random() * 30),
        pick(['No', 'No', 'Yes']),
        'Yes',
        at % 4 === 1 ? '' : 'No',
        pick(['A. Silva', 'B. Kowalski']),
        isCancelled(at) ? pick(['CANCELLED – visa refused', 'cancelled by client', 'Trip cancelled 12 Nov']) : '',
      ])
      if (isCancelled(at)) row.font = { strike: true }
      if (at % 150 === 20) row.hidden = true
    }
    const total = sheet.addRow([`Subtotal ${region}`])
    total.getCell(12).value = days
  }
  sheet.addRow(['Total']).getCell(13).value = numbers.length
  sheet.addRow(['Note: dates of APAC are local dates.'])
  sheet.autoFilter = { from: { row: headingRow, column: 1 }, to: { row: headingRow, column: trackerHeadings.length } }
  sheet.getCell('H12').note = 'ask Anna'
  sheet.getCell('E12').dataValidation = { type: 'list', allowBlank: true, formulae: ['"Low,Mid,Senior,Director"'] }
  const lists = workbook.addWorksheet('Lists', { state: 'hidden' })
  lists.addRows(['Level', 'Low', 'Mid', 'Senior'].map((text) => [text]))
  const contacts = workbook.addWorksheet('Contacts')
  contacts.addTable({
    name: 'Contacts',
    ref: 'A1',
    headerRow: true,
    columns: [{ name: 'Region' }, { name: 'Contact' }],
    rows: regions.map((region) => [region, `desk.${region.toLowerCase()}@acme.example`]),
  })
  return {
    content: new Uint8Array(await workbook.xlsx.writeBuffer()),
    trips: numbers.map(nameOf),
    cancelled: numbers.filter(isCancelled).map(nameOf),
    open: numbers.filter(isUndated).map(nameOf),
    titles: regions.length,
    totals: regions.length + 2,
  }
}

/** As a payroll system writes a quarter: 1,243 rows, codes for countries, three forms of dates, 3 rows twice. */
export function makeExport(quarter: number, seed = 64): MadeSheet {
  const random = seededRandom(seed + quarter)
  const pick = <Item>(of: readonly Item[]): Item => of[Math.floor(random() * of.length)] as Item
  const rows = Array.from({ length: 1_240 }, (_, at): Row => {
    const start = new Date(Date.UTC(2027, 3 * (quarter - 1), 2 + Math.floor(random() * 80)))
    const length = 4 + Math.floor(random() * 50)
    const end = new Date(start.getTime() + length * 86_400_000)
    const day = (date: Date): string => {
      const [year, month, number] = [date.getUTCFullYear(), date.getUTCMonth(), twoDigits(date.getUTCDate())]
      if (at % 3 === 0) return date.toISOString().slice(0, 10)
      return at % 3 === 1 ? `${number}-${months[month]}-${year}` : `${number}.${twoDigits(month + 1)}.${year}`
    }
    return {
      'Personnel Number': String(40_000 + at).padStart(8, '0'),
      'Employee Name': `Person ${at}`,
      'Pay Grade': pick(['P1', 'P3', 'M2', 'X1']),
      'Job Family': pick(['Engineering', 'Sales', 'Finance', 'HR']),
      Citizenship: pick(isoCodes),
      'Country of Company': pick(isoCodes),
      'Destination Country/Region': pick(isoCodes),
      'Segment Start Date': day(start),
      'Segment End Date': day(end),
      'Business Days': at % 5 === 0 ? '' : Math.ceil((length * 5) / 7),
      'Trip Purpose': pick(['Work From Anywhere', 'Work From Anywhere', 'BUS']),
      'Prior Travel Days (Rolling 12M)': Math.floor(random() * 40),
      'Contract Authority': pick(['Y', 'N', 'N']),
      'Right to Work': pick(['Yes', 'Yes', 'No']),
      'Benefits Local Market': pick(['N', 'Y']),
      'Cost Center': pick(['4711', '4712']),
      'Approval Status': 'Approved',
    }
  })
  const duplicates = [17, 400, 1_111].map((at) => rows[at] as Row)
  const content = new TextEncoder().encode(toCsv([...rows, ...duplicates], ';'))
  const trips = [...rows, ...duplicates].map((row) => String(row['Personnel Number']))
  return { content, trips, cancelled: [], open: trips.slice(-3), titles: 0, totals: 0 }
}
