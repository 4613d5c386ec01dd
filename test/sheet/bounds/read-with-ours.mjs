// Reads a sheet with the built reader; says how many rows and cells there were, how long it took and the peak of memory.
import { openSheet } from '../../../dist/sheet/open.js'

const started = performance.now()
const source = await openSheet(process.argv[2] ?? '', {})
let rows = 0
let cells = 0
for await (const row of source.rows()) {
  rows += 1
  cells += row.cells.length
}
await source.close()
const ms = performance.now() - started
console.log(JSON.stringify({ rows, cells, ms, peakBytes: process.resourceUsage().maxRSS * 1024 }))
