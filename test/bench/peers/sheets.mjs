// Reading and writing workbooks with exceljs, streaming, as its README shows it.
import ExcelJS from 'exceljs'
import { fieldOfHeading } from './fields.mjs'

const scores = ['workingRights', 'payrollTax', 'socialSecurity', 'corporateTax', 'employmentLaw', 'overallTrip']

/**
 * @typedef {object} Trip
 * @property {unknown[]} cells as read, without exceljs's empty first one
 * @property {Record<string, unknown>} input what create is sent
 *
 * @typedef {object} Result
 * @property {unknown[]} cells
 * @property {string} assessmentId
 * @property {string} reportUrl
 * @property {Record<string, unknown>} data what retrieve answered
 */

/** @param {string} file @returns {Promise<{ headings: string[], trips: Trip[] }>} */
export async function readTrips(file) {
  const workbook = new ExcelJS.stream.xlsx.WorkbookReader(file, {
    worksheets: 'emit',
    sharedStrings: 'cache',
    styles: 'cache',
    hyperlinks: 'ignore',
  })
  /** @type {string[]} */
  let headings = []
  /** @type {Trip[]} */
  const trips = []
  for await (const sheet of workbook) {
    for await (const row of sheet) {
      const cells = /** @type {unknown[]} */ (row.values).slice(1)
      if (row.number === 1) headings = cells.map(String)
      else trips.push({ cells, input: toInput(headings, cells) })
    }
    break
  }
  return { headings, trips }
}

/** @param {string[]} headings @param {unknown[]} cells */
function toInput(headings, cells) {
  const byHeading = Object.fromEntries(headings.map((heading, index) => [heading, cells[index]]))
  /** @type {Record<string, unknown>} */
  const input = {}
  for (const [heading, field] of Object.entries(fieldOfHeading)) {
    const value = byHeading[heading]
    input[field] = value instanceof Date ? value.toISOString() : value
  }
  return input
}

/** @param {string} file @param {string[]} headings @param {Result[]} results */
export async function writeResults(file, headings, results) {
  const workbook = new ExcelJS.stream.xlsx.WorkbookWriter({ filename: file, useStyles: true })
  const sheet = workbook.addWorksheet('Results')
  sheet.columns = [...headings, 'assessmentId', 'reportUrl', ...scores].map((header) =>
    header.endsWith(' date') ? { header, style: { numFmt: 'dd/mm/yyyy' } } : { header },
  )
  for (const { cells, assessmentId, reportUrl, data } of results) {
    sheet.addRow([...cells, assessmentId, reportUrl, ...scores.map((score) => data[score])]).commit()
  }
  sheet.commit()
  await workbook.commit()
}
