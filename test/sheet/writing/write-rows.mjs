// Writes one large workbook and says how long it took and how much memory: `node write-rows.mjs ours|plain <rows> <file>`.
// Both sides get the same 26 columns: text, numbers and dates with formats, a web address, scores under a colour scale and
// a drop-down.

import ExcelJS from 'exceljs'
import { peakMemory } from '../../support/peak-memory.mjs'

const [, , side, count = '1000', file = 'out.xlsx'] = process.argv
const rows = Number(count)
const maxLinks = 65_530
const texts = 14
const scores = 7
const statuses = ['Pending', 'Manager Approved', 'Manager Rejected']

/** @param {number} index @param {number} row */
function textAt(index, row) {
  return index % 3 === 0
    ? `employee ${row}`
    : index % 3 === 1
      ? `City of ${(row * 7919) % 500}`
      : `note ${index}-${row}`
}

/** @param {number} row */
function dayAt(row) {
  return `2026-${String(1 + (row % 12)).padStart(2, '0')}-${String(1 + (row % 28)).padStart(2, '0')}`
}

/** @param {number} index @param {number} row */
function scoreAt(index, row) {
  return ((row * 31 + index * 17) % 101) / 10
}

/** @param {number} row */
function addressAt(row) {
  return `https://risk.example.test/reports/${row.toString(16).padStart(12, '0')}?company=demo&v=1`
}

const headings = Array.from({ length: 26 }, (_, index) => `heading ${index + 1}`)
const startedAt = performance.now()
await (side === 'ours' ? writeOurs() : writePlain())
const ms = performance.now() - startedAt
process.stdout.write(JSON.stringify({ ms, peakMb: peakMemory() / 1_048_576 }))

async function writeOurs() {
  const built = new URL('../../../dist/sheet/writing/workbook.js', import.meta.url).href
  const { createWorkbook } = await import(built)
  const workbook = createWorkbook(file)
  const columns = headings.map((heading, index) => {
    if (index >= texts + 4 && index < texts + 4 + scores)
      return { heading, width: 14, format: '0.0', hasColourScale: true }
    return index === 25 ? { heading, width: 14, dropDown: statuses } : { heading, width: 14 }
  })
  const sheet = workbook.addSheet({ name: 'Results', columns, hasAutoFilter: true })
  for (let row = 0; row < rows; row += 1) {
    const cells = []
    for (let index = 0; index < texts; index += 1) cells.push({ t: 's', v: textAt(index, row) })
    cells.push({ t: 'n', v: row, f: '000000' })
    cells.push({ t: 'd', v: `${dayAt(row)}T00:00:00`, f: 'dd/mm/yyyy' })
    cells.push({ t: 'd', v: `${dayAt(row)}T09:30:00`, f: 'dd/mm/yyyy hh:mm' })
    cells.push({ t: 'link', v: addressAt(row), href: addressAt(row) })
    for (let index = 0; index < scores; index += 1) cells.push({ t: 'n', v: scoreAt(index, row) })
    cells.push({ t: 's', v: 'Pending' })
    await sheet.write(cells)
  }
  await sheet.finish()
  await workbook.finish()
}

/** The streaming writer of exceljs as its README shows it: values, formats and links by cell, a commit for each row. */
async function writePlain() {
  const workbook = new ExcelJS.stream.xlsx.WorkbookWriter({ filename: file, useStyles: true, useSharedStrings: false })
  const sheet = workbook.addWorksheet('Results', { views: [{ state: 'frozen', ySplit: 1 }] })
  sheet.columns = headings.map((header) => ({ header, width: 14 }))
  sheet.getRow(1).font = { bold: true }
  for (let row = 0; row < rows; row += 1) {
    const values = []
    for (let index = 0; index < texts; index += 1) values.push(textAt(index, row))
    values.push(row, new Date(`${dayAt(row)}T00:00:00Z`), new Date(`${dayAt(row)}T09:30:00Z`))
    values.push(row < maxLinks ? { text: addressAt(row), hyperlink: addressAt(row) } : addressAt(row))
    for (let index = 0; index < scores; index += 1) values.push(scoreAt(index, row))
    values.push('Pending')
    const written = sheet.addRow(values)
    written.getCell(texts + 1).numFmt = '000000'
    written.getCell(texts + 2).numFmt = 'dd/mm/yyyy'
    written.getCell(texts + 3).numFmt = 'dd/mm/yyyy hh:mm'
    written.getCell(texts + 4).font = { color: { argb: 'FF0563C1' }, underline: true }
    for (let index = 0; index < scores; index += 1) written.getCell(texts + 5 + index).numFmt = '0.0'
    written.commit()
  }
  sheet.autoFilter = `A1:Z${rows + 1}`
  for (let index = 0; index < scores; index += 1) {
    const letter = String.fromCharCode(65 + texts + 4 + index)
    sheet.addConditionalFormatting({
      ref: `${letter}2:${letter}${rows + 1}`,
      rules: [
        {
          type: 'colorScale',
          priority: 1,
          cfvo: [
            { type: 'num', value: 0 },
            { type: 'num', value: 5 },
            { type: 'num', value: 10 },
          ],
          color: [{ argb: 'FFFFF8F0' }, { argb: 'FFC8681F' }, { argb: 'FF431302' }],
        },
      ],
    })
  }
  // By range: a validation object for each cell would cost it far more.
  // @ts-expect-error its types leave this out
  sheet.dataValidations.add(`Z2:Z${rows + 1}`, {
    type: 'list',
    allowBlank: true,
    formulae: [`"${statuses.join(',')}"`],
  })
  sheet.commit()
  await workbook.commit()
}
