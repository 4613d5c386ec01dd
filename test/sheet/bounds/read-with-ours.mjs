// Reads a sheet with the built reader; says how many rows and cells there were, how long it took and the peak of memory.
// A refusal is said as the program says it.

import { openSheet } from '../../../dist/sheet/open.js'
import { BatchError } from '../../../dist/support/errors.js'
import { peakMemory } from '../../support/peak-memory.mjs'

const started = performance.now()
const before = process.cpuUsage()
let rows = 0
let cells = 0
try {
  const source = await openSheet(process.argv[2] ?? '', {})
  for await (const row of source.rows()) {
    rows += 1
    cells += row.cells.length
  }
  await source.close()
  const ms = performance.now() - started
  const { user, system } = process.cpuUsage(before)
  const processorMs = (user + system) / 1000
  console.log(JSON.stringify({ rows, cells, ms, processorMs, peakBytes: peakMemory() }))
} catch (error) {
  if (!(error instanceof BatchError)) throw error
  console.error(`error: ${error.message}\n${error.hint}`)
  process.exitCode = 2
}
