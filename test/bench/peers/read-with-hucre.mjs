// Reads all rows of a workbook with hucre, streaming; says what and how long.
import { readFile } from 'node:fs/promises'
import { streamXlsxRows } from 'hucre/xlsx'

const started = performance.now()
let rows = 0
let cells = 0
for await (const row of streamXlsxRows(await readFile(process.argv[2] ?? ''))) {
  rows += 1
  cells += row.values.length
}
const ms = performance.now() - started
console.log(JSON.stringify({ rows, cells, ms, peakBytes: process.resourceUsage().maxRSS * 1024 }))
