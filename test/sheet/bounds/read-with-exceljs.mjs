// The same with exceljs's streaming reader.

import ExcelJS from 'exceljs'
import { peakMemory } from '../../support/peak-memory.mjs'

const started = performance.now()
const before = process.cpuUsage()
const workbook = new ExcelJS.stream.xlsx.WorkbookReader(process.argv[2] ?? '', {})
let rows = 0
let cells = 0
for await (const sheet of workbook) {
  for await (const row of sheet) {
    rows += 1
    cells += row.cellCount
  }
}
const ms = performance.now() - started
const { user, system } = process.cpuUsage(before)
const processorMs = (user + system) / 1000
console.log(JSON.stringify({ rows, cells, ms, processorMs, peakBytes: peakMemory() }))
