// Makes the sample sheets, the same bytes every time: node samples/make-samples.mjs [folder]
// lists.json beside it holds the values that the sandbox accepts; the trips are made of them.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { stringify } from 'csv-stringify/sync'
import ExcelJS from 'exceljs'

const here = import.meta.dirname
const folder = process.argv[2] ?? here
/** @type {Record<'roleType' | 'urgency' | 'citizenship' | 'destination' | 'residency', string[]>} */
const lists = JSON.parse(readFileSync(join(here, 'lists.json'), 'utf8'))
const dayMs = 86_400_000

writeFileSync(join(folder, 'quarterly-review.xlsx'), await makeQuarterlyReview())
writeFileSync(join(folder, 'three-quarters.xlsx'), await makeThreeQuarters())
writeFileSync(join(folder, 'historical-trips.csv'), makeHistoricalTrips())
writeFileSync(join(folder, 'compliance-staff.csv'), makeComplianceStaff())
writeFileSync(join(folder, 'decisions.xlsx'), await makeDecisions())

/** A workbook as a mobility team keeps it by hand. */
async function makeQuarterlyReview() {
  const random = seed(20260401)
  const workbook = new ExcelJS.Workbook()
  workbook.creator = 'Global Mobility'
  workbook.lastModifiedBy = 'Global Mobility'
  workbook.created = new Date(Date.UTC(2026, 2, 20, 9))
  workbook.modified = workbook.created
  const sheet = workbook.addWorksheet('Q2 2026', { views: [{ state: 'frozen', xSplit: 1, ySplit: 5 }] })
  layOutReview(sheet, 'Q2 2026', '20/03/2026')

  const rows = Array.from({ length: 60 }, (_, index) => makeReviewRow(random, index))
  makeMistakes(rows)
  for (const cells of rows) formatReviewRow(sheet.addRow(cells))

  sheet.getRow(41).hidden = true
  sheet.getCell('G9').note = 'Moved from Lisbon to Porto, same country. Agreed with Legal on 12/03.'
  sheet.getCell('H19').note = 'Start may slip by a week.'
  for (const address of ['A9', 'A19', 'A33']) {
    sheet.getCell(address).fill = { type: 'pattern', pattern: 'solid', fgColor: { argb: 'FFFFF2CC' } }
  }
  addLists(workbook)
  addDropDowns(sheet, rows.length)
  return fixTimes(Buffer.from(await workbook.xlsx.writeBuffer()))
}

/** Three reviews in a row, a sheet each: people come back, and trips go on over the ends of quarters. */
async function makeThreeQuarters() {
  const random = seed(20261001)
  const workbook = new ExcelJS.Workbook()
  workbook.creator = 'Global Mobility'
  workbook.lastModifiedBy = 'Global Mobility'
  workbook.created = new Date(Date.UTC(2026, 8, 20, 9))
  workbook.modified = workbook.created
  for (const quarter of [2, 3, 4]) {
    const name = `Q${quarter} 2026`
    const sheet = workbook.addWorksheet(name, { views: [{ state: 'frozen', xSplit: 1, ySplit: 5 }] })
    layOutReview(sheet, name, `20/${String(quarter * 3 - 3).padStart(2, '0')}/2026`)
    for (let index = 0; index < 60; index += 1) {
      const cells = makeReviewRow(random, index, Date.UTC(2026, quarter * 3 - 3, 1))
      cells[0] = 400 + Math.floor(random() * 80)
      formatReviewRow(sheet.addRow(cells))
    }
  }
  return fixTimes(Buffer.from(await workbook.xlsx.writeBuffer()))
}

/**
 * @param {ExcelJS.Worksheet} sheet
 * @param {string} quarter
 * @param {string} status
 */
function layOutReview(sheet, quarter, status) {
  /** @type {[string, number][]} */
  const columns = [
    ['Staff ID', 10],
    ['Line manager', 18],
    ['Cost centre', 12],
    ['Purpose', 20],
    ['Nationality', 18],
    ['Home country', 18],
    ['Host country', 18],
    ['Trip start', 12],
    ['Trip end', 12],
    ['Work days abroad', 11],
    ['Past trips (days)', 11],
    ['Role type', 18],
    ['Seniority level', 11],
    ['Right to work?', 10],
    ['Sales / contract authority', 14],
    ['Benefits local market?', 12],
    ['Urgency', 16],
    ['Hires planned', 9],
  ]
  sheet.columns = columns.map(([, width]) => ({ width }))
  sheet.mergeCells('A1:H1')
  sheet.getCell('A1').value = `International remote work – quarterly review ${quarter}`
  sheet.getCell('A1').font = { bold: true, size: 16 }
  sheet.mergeCells('A2:H2')
  sheet.getCell('A2').value = `Global Mobility, status of ${status}. One line per trip or planned hire.`
  sheet.getCell('A3').value = 'Please choose from the lists where there are any; dates as dd/mm/yyyy.'
  sheet.getCell('A3').font = { italic: true, color: { argb: 'FF7F7F7F' } }
  const headings = sheet.getRow(5)
  headings.values = columns.map(([heading]) => heading)
  headings.height = 32
  headings.eachCell((cell) => {
    cell.font = { bold: true, color: { argb: 'FFFFFFFF' } }
    cell.fill = { type: 'pattern', pattern: 'solid', fgColor: { argb: 'FF1F4E78' } }
    cell.alignment = { wrapText: true, vertical: 'middle' }
  })
  // One page wide, the headings on each.
  Object.assign(sheet.pageSetup, {
    paperSize: 9,
    orientation: 'landscape',
    fitToPage: true,
    fitToWidth: 1,
    fitToHeight: 0,
  })
  sheet.pageSetup.printTitlesRow = '5:5'
  sheet.getCell('K5').note = 'Days already spent in the host country in the last twelve months.'
  sheet.getCell('O5').note = 'May this person negotiate or sign contracts while abroad?'
}

/**
 * @param {() => number} random
 * @param {number} index
 * @returns {(string | number | Date | null)[]}
 */
function makeReviewRow(random, index, from = Date.UTC(2026, 3, 1)) {
  const isHire = index % 9 === 7
  const home = pick(random, ['Germany', 'France', 'Netherlands', 'United Kingdom', 'Ireland', 'Spain', 'Denmark'])
  const abroad = ['Portugal', 'Spain', 'Italy', 'Greece', 'Croatia', 'Thailand', 'Mexico', 'Canada', 'Poland', 'Japan']
  const host = pick(
    random,
    abroad.filter((country) => country !== home),
  )
  const citizenship = random() < 0.7 ? home : pick(random, ['Brazil', 'India', 'Italy', 'Poland', 'Turkey', 'Morocco'])
  const stay = isHire
    ? makeStay(random, { least: 180, most: 720, from, within: 85 })
    : makeStay(random, { least: 4, most: 60, from, within: 85 })
  const managers = ['A. Lindqvist', 'M. Okafor', 'J. Peeters', 'S. Romano', 'T. Nakamura']
  return [
    // Contractors have a letter; the others are numbers that only their format shows with zeros.
    index % 13 === 5 ? `C${200 + index}` : 400 + index * 7 + Math.floor(random() * 7),
    pick(random, managers),
    `CC-${pick(random, ['1010', '1025', '2040', '3300'])}`,
    isHire ? 'Hire From Anywhere' : 'Work From Anywhere',
    citizenship,
    home,
    host,
    stay.start,
    stay.end,
    stay.workDays,
    isHire ? null : pick(random, [0, 0, 0, 5, 10, 14, 21, 30]),
    pick(random, lists.roleType),
    // As people type it: any case will do.
    pick(random, ['Low', 'Mid', 'Mid', 'Senior', 'senior']),
    pick(random, ['Yes', 'Yes', 'yes', 'No', 'Unsure']),
    pick(random, ['No', 'No', 'no', 'Yes']),
    pick(random, ['Yes', 'No', 'N']),
    isHire ? pick(random, lists.urgency) : null,
    isHire ? 1 + Math.floor(random() * 4) : null,
  ]
}

/** Six mistakes, each of another kind. @param {(string | number | Date | null)[][]} rows */
function makeMistakes(rows) {
  const mistakes = /** @type {const} */ ([
    // Ends before it starts: the two dates changed places.
    [4, 7, new Date(Date.UTC(2026, 4, 29))],
    [4, 8, new Date(Date.UTC(2026, 4, 4))],
    // A misspelt country.
    [11, 6, 'Portgual'],
    // A date typed as text: 3 April or 4 March?
    [20, 7, '03/04/2026'],
    // A required cell left empty.
    [29, 4, null],
    // Half a working day.
    [38, 9, 12.5],
    // Neither yes nor no.
    [47, 15, 'Maybe'],
  ])
  for (const [row, column, value] of mistakes) rows[row]?.splice(column, 1, value)
}

/** @param {ExcelJS.Row} row */
function formatReviewRow(row) {
  row.getCell(1).numFmt = '00000'
  row.getCell(8).numFmt = 'dd/mm/yyyy'
  row.getCell(9).numFmt = 'dd/mm/yyyy'
}

/** @param {ExcelJS.Workbook} workbook */
function addLists(workbook) {
  // Hidden, as such lists are: of no use on paper.
  const sheet = workbook.addWorksheet('Lists', { state: 'hidden' })
  sheet.columns = [{ width: 24 }, { width: 24 }, { width: 18 }]
  sheet.addRow(['Countries', 'Role types', 'Urgency']).font = { bold: true }
  for (const [index, country] of lists.destination.entries()) {
    sheet.addRow([country, lists.roleType[index] ?? null, lists.urgency[index] ?? null])
  }
}

/**
 * @param {ExcelJS.Worksheet} sheet
 * @param {number} count
 */
function addDropDowns(sheet, count) {
  /** @type {Record<string, string>} */
  const sources = {
    D: '"Work From Anywhere,Hire From Anywhere"',
    G: `Lists!$A$2:$A$${lists.destination.length + 1}`,
    L: `Lists!$B$2:$B$${lists.roleType.length + 1}`,
    M: '"Low,Mid,Senior"',
    N: '"Yes,No,Unsure"',
    O: '"Yes,No"',
    P: '"Yes,No"',
    Q: `Lists!$C$2:$C$${lists.urgency.length + 1}`,
  }
  for (const [column, source] of Object.entries(sources)) {
    for (let row = 6; row < 6 + count; row += 1) {
      sheet.getCell(`${column}${row}`).dataValidation = { type: 'list', allowBlank: true, formulae: [source] }
    }
  }
}

/** Trips of past years as another system exported them: semicolons, Windows-1252, CRLF. */
function makeHistoricalTrips() {
  const random = seed(20210101)
  const firstNames = [
    'José',
    'Zoë',
    'Søren',
    'Françoise',
    'Jürgen',
    'Åsa',
    'Núria',
    'Björn',
    'Aoife',
    'Chloé',
    'Željko',
    'Ana',
  ]
  const lastNames = [
    'Müller',
    'Núñez',
    'Lefèvre',
    'Sørensen',
    'O’Brien',
    'Gonçalves',
    'Weiß',
    'Håkansson',
    'D’Amico',
    'Šimek',
    'Smith',
  ]
  const people = Array.from({ length: 1_250 }, (_, index) => ({
    id: String(700 + index * 3).padStart(6, '0'),
    name: `${pick(random, firstNames)} ${pick(random, lastNames)}`,
    department: pick(random, ['Vertrieb – DACH', 'R&D', 'Finance', 'Customer Success', 'Développement']),
    citizenship: pick(random, lists.citizenship),
    residency: pick(random, [
      'Germany',
      'France',
      'Spain',
      'Sweden',
      'United Kingdom',
      'Ireland',
      'Portugal',
      'Switzerland',
    ]),
    roleType: pick(random, lists.roleType),
    seniority: pick(random, ['Low', 'Mid', 'Senior']),
  }))
  const rows = Array.from({ length: 5_000 }, (_, index) => {
    const person = people[index % people.length] ?? people[0]
    const year = 2021 + Math.floor(index / people.length)
    const { start, end, workDays } = makeStay(random, { least: 4, most: 45, from: Date.UTC(year, 0, 4), within: 300 })
    return {
      'Employee ID': person?.id,
      'Employee name': person?.name,
      Department: person?.department,
      'Assessment type': 'Work From Anywhere',
      Citizenship: person?.citizenship,
      'Country of residence': person?.residency,
      'Destination country': pick(random, lists.destination),
      'Start date': start.toISOString().slice(0, 10),
      'End date': end.toISOString().slice(0, 10),
      'Working days': workDays,
      'Previous days abroad': Math.floor(random() * 40),
      'Role type': person?.roleType,
      Seniority: person?.seniority,
      'Legal right to work': pick(random, ['Yes', 'Yes', 'Yes', 'No', 'Unsure']),
      'Signs contracts': pick(random, ['Yes', 'No', 'No']),
      'Local market benefit': pick(random, ['Yes', 'No']),
    }
  })
  return encodeWindows1252(stringify(rows, { header: true, delimiter: ';', record_delimiter: 'windows' }))
}

/** New members of the compliance team, as a person types them. */
function makeComplianceStaff() {
  return stringify(
    [
      ['First name', 'Surname', 'E-mail address', 'Staff ID'],
      ['Ingrid', 'Solberg', 'ingrid.solberg@example.com', 'C-301'],
      ['Mateo', 'Quiroga', 'Mateo Quiroga <mateo.quiroga@example.com>', 'C-302'],
      ['Amara', 'Diallo', 'amara.diallo@example.com', 'C-303'],
    ],
    { record_delimiter: 'windows' },
  )
}

/** What the committee decided, by staff ID; who copies it into the sheet Decisions adds nothing. */
async function makeDecisions() {
  const workbook = new ExcelJS.Workbook()
  workbook.creator = 'Compliance'
  workbook.lastModifiedBy = 'Compliance'
  workbook.created = new Date(Date.UTC(2026, 2, 27, 15))
  workbook.modified = workbook.created
  const sheet = workbook.addWorksheet('Committee 27 March')
  sheet.columns = [10, 22, 22, 12, 14, 44].map((width) => ({ width }))
  sheet.addRow(['Staff ID', 'status', 'complianceTeamMemberId', 'managerId', 'cancelledByStaffId', 'note']).font = {
    bold: true,
  }
  sheet.addRows([
    ['00404', 'Compliance Approved', 'C-301', null, null, 'A1 certificate requested.'],
    // The names that people use for the same decision.
    ['00413', 'approved', 'C-301', null, null, null],
    ['00418', 'Final Approved', 'C-303', null, null, 'Not more than 10 days in one stretch.'],
    ['00424', 'Manager Approved', null, 'M-120', null, 'Compliance to follow.'],
    ['C205', 'Rejected', 'C-301', null, null, 'Contractor: to be assessed as a hire.'],
    ['00447', 'Canceled', null, null, 'M-077', 'Trip called off.'],
    ['00449', 'Pending', null, null, null, 'Tax opinion outstanding.'],
    // No one is named.
    ['00459', 'Rejected', null, null, null, null],
    // A member who was invited and has not set up the account.
    ['00465', 'Compliance Approved', 'C-302', null, null, null],
  ])
  return fixTimes(Buffer.from(await workbook.xlsx.writeBuffer()))
}

/**
 * A stay of between `least` and `most` days that starts within days of `from`.
 * @param {() => number} random
 * @param {{ least: number, most: number, from: number, within: number }} range
 */
function makeStay(random, { least, most, from, within }) {
  const start = from + Math.floor(random() * within) * dayMs
  const days = least + Math.floor(random() * (most - least))
  const workDays = Math.max(1, Math.floor((days * 5) / 7) - Math.floor(random() * 3))
  return { start: new Date(start), end: new Date(start + days * dayMs), workDays }
}

/** @template T @param {() => number} random @param {readonly T[]} values @returns {T} */
function pick(random, values) {
  const value = values[Math.floor(random() * values.length)]
  if (value === undefined) throw new Error('nothing to pick from')
  return value
}

/** Equal numbers in [0, 1) for equal seeds (mulberry32). @param {number} start */
function seed(start) {
  let state = start
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/**
 * Latin-1, with characters where that has controls from 0x80 on; a space holds the place of the five that are none.
 * @param {string} text
 */
function encodeWindows1252(text) {
  const special = new Map([...'€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ'].map((character, index) => [character, 0x80 + index]))
  const bytes = Array.from(text, (character) =>
    character === ' ' ? 0x20 : (special.get(character) ?? character.charCodeAt(0)),
  )
  if (bytes.some((byte) => byte > 0xff)) throw new Error('a character that Windows-1252 does not have')
  return Buffer.from(bytes)
}

/** exceljs stamps the archive's entries with the present time. @param {Buffer} zip */
function fixTimes(zip) {
  const fixed = 0x5c74_0000 // 2026-03-20, 00:00
  const end = zip.lastIndexOf('PK\x05\x06', undefined, 'latin1')
  let entry = zip.readUInt32LE(end + 16)
  while (zip.readUInt32LE(entry) === 0x02014b50) {
    zip.writeUInt32LE(fixed, entry + 12)
    zip.writeUInt32LE(fixed, zip.readUInt32LE(entry + 42) + 10)
    entry += 46 + zip.readUInt16LE(entry + 28) + zip.readUInt16LE(entry + 30) + zip.readUInt16LE(entry + 32)
  }
  return zip
}
