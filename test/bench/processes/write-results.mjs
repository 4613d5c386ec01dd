// Results beside 18 columns of input, in two ways: `node write-results.mjs enriched|new <input.xlsx> <rows> <output.xlsx>`.
// `enriched`: in a copy of the input; `new`: in a workbook of ours, which has the input's columns too. Both take what they
// write from lines of JSON, as from a ledger, and both read back what they wrote.

import { writeEnriched } from '../../../dist/sheet/enriching/copy/write-enriched.js'
import { planEnriching } from '../../../dist/sheet/enriching/plan/plan-enriching.js'
import { verifyEnriched } from '../../../dist/sheet/enriching/verify/verify-enriched.js'
import { openSheet } from '../../../dist/sheet/open.js'
import { createWorkbook } from '../../../dist/sheet/writing/workbook.js'
import { headings, makeTrips } from '../trips.mjs'

const [, , side = 'enriched', input = '', count = '0', output = ''] = process.argv
const rows = Number(count)
const page = 500
const scores =
  'workingRights payrollTax socialSecurity corporateTax employmentLaw overallTrip contractorMisclass'.split(' ')
const columns = [
  { heading: 'outcome', width: 12 },
  { heading: 'assessmentId', width: 38 },
  { heading: 'reportUrl', width: 30 },
  ...scores.map((heading) => ({ heading, width: 12, format: '0.0', hasColourScale: true })),
  ...['cumulativePeRiskLevel', 'complianceTeamMemberId', 'managerId', 'problem', 'hint', 'sentAt', 'scoredAt'].map(
    (heading) => ({ heading, width: 16 }),
  ),
]

const started = performance.now()
const readMs = await (side === 'enriched' ? enrich() : writeNew())
const ms = performance.now() - started - readMs
console.log(JSON.stringify({ ms, readMs, peakBytes: process.resourceUsage().maxRSS * 1024 }))

/** @param {number} row */
function resultsOf(row) {
  const id = `00000000-0000-4000-8000-${row.toString(16).padStart(12, '0')}`
  const href = `https://risk.example.test/reports/${id}?company=demo`
  const time = `2026-03-01T${String(row % 24).padStart(2, '0')}:30:00`
  return [
    { t: 's', v: 'scored' },
    { t: 's', v: id },
    { t: 'link', v: href, href },
    ...scores.map((_, index) => ({ t: 'n', v: ((row * 31 + index * 17) % 101) / 10 })),
    { t: 's', v: 'Low' },
    { t: 's', v: `C-${row % 40}` },
    { t: 's', v: `M-${row % 400}` },
    { t: 'z' },
    { t: 'z' },
    { t: 'd', v: time },
    { t: 'd', v: time },
  ]
}

/** As a ledger gives it: text that is parsed. @param {unknown} cells @returns {import('../../../src/sheet/writing/workbook-writer.ts').OutputCell[]} */
function fromLedger(cells) {
  return JSON.parse(JSON.stringify(cells))
}

async function enrich() {
  const request = { sheet: 'Trips', headingRow: 1, headings, lastRow: rows + 1, columns }
  const plan = await planEnriching({ file: input, sheets: [request] })
  if (plan.kind !== 'safe') throw new Error(plan.reason)
  async function* rowsOf() {
    for (let row = 2; row <= rows + 1; row += page) {
      const numbers = Array.from({ length: Math.min(page, rows + 2 - row) }, (_, index) => row + index)
      yield await Promise.resolve(numbers.map((number) => ({ row: number, cells: fromLedger(resultsOf(number)) })))
    }
  }
  const written = await writeEnriched(plan, output, { rowsOf })
  const reading = performance.now()
  const fault = await verifyEnriched(plan, output, written)
  if (fault !== undefined) throw new Error(fault)
  return performance.now() - reading
}

async function writeNew() {
  const workbook = createWorkbook(output)
  const theirs = headings.map((heading) => ({ heading, width: 14 }))
  const sheet = workbook.addSheet({ name: 'Results', columns: [...theirs, ...columns], hasAutoFilter: true })
  let row = 1
  for (const trip of makeTrips(rows)) {
    row += 1
    const cells = trip.map((value) =>
      value instanceof Date
        ? { t: 'd', v: value.toISOString().slice(0, 19), f: 'dd/mm/yyyy' }
        : { t: typeof value === 'number' ? 'n' : 's', v: value },
    )
    await sheet.write(fromLedger([...cells, ...resultsOf(row)]))
  }
  await sheet.finish()
  await workbook.finish()
  const reading = performance.now()
  const source = await openSheet(output, {})
  let found = 0
  for await (const one of source.rows()) found += one.cells.length > 0 ? 1 : 0
  await source.close()
  if (found !== rows + 1) throw new Error(`${found} rows`)
  return performance.now() - reading
}
