// Writes what another writer wrote with SheetJS: `node write-with-sheetjs.mjs <source.xlsx> <file.xlsx>`. Timed is from the
// values on. Its free edition writes values, number formats and links, no fonts, colour scales or drop-downs.
import XLSX from 'xlsx'

const [, , source = '', file = ''] = process.argv
const read = XLSX.readFile(source, { dense: true, cellDates: true, cellNF: true })
const from = read.Sheets[read.SheetNames[0]]
/** @type {unknown[][]} */
const rows = XLSX.utils.sheet_to_json(from, { header: 1, raw: true })
/** @type {(string | undefined)[]} */
const formats = rows[1]?.map((_, column) => from[1]?.[column]?.z) ?? []
const started = performance.now()
const sheet = XLSX.utils.aoa_to_sheet(rows, { dense: true })
for (const row of sheet.slice(1)) {
  for (const [column, cell] of row.entries()) {
    if (cell === undefined) continue
    if (formats[column] !== undefined && cell.t !== 's') cell.z = formats[column]
    if (cell.t === 's' && cell.v.startsWith('https://')) cell.l = { Target: cell.v }
  }
}
const workbook = XLSX.utils.book_new()
XLSX.utils.book_append_sheet(workbook, sheet, 'Results')
XLSX.writeFile(workbook, file, { compression: true })
const ms = performance.now() - started
console.log(JSON.stringify({ rows: rows.length, ms }))
