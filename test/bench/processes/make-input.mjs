// Writes an input in a process of its own, so that the bench stays small: `node make-input.mjs <file> <rows> [shared]`.
// Workbooks are exceljs's, which is nobody's own here; `shared` puts texts into one table, as Excel itself does.
import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { stringify } from 'csv-stringify'
import ExcelJS from 'exceljs'
import { headings, makeTrips } from '../trips.mjs'

const [, , file = '', count = '0', texts = 'inline'] = process.argv
await (file.endsWith('.csv') ? writeCsv() : writeXlsx())

async function writeCsv() {
  const cast = { date: (/** @type {Date} */ value) => value.toISOString().slice(0, 10) }
  const lines = stringify({ header: true, columns: headings, cast })
  await pipeline(Readable.from(makeTrips(Number(count))), lines, createWriteStream(file))
}

async function writeXlsx() {
  const useSharedStrings = texts === 'shared'
  const workbook = new ExcelJS.stream.xlsx.WorkbookWriter({ filename: file, useStyles: true, useSharedStrings })
  const sheet = workbook.addWorksheet('Trips')
  sheet.columns = headings.map((header) =>
    header.endsWith(' date') ? { header, width: 14, style: { numFmt: 'dd/mm/yyyy' } } : { header, width: 14 },
  )
  let row = 0
  for (const cells of makeTrips(Number(count))) {
    sheet.addRow(cells).commit()
    row += 1
    // The writer does not wait for the disk by itself.
    if (row % 25 === 0) await new Promise((resolve) => setImmediate(resolve))
  }
  sheet.commit()
  await workbook.commit()
}
