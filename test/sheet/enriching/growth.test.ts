import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { planEnriching } from '../../../src/sheet/enriching/plan-enriching.ts'
import { verifyEnriched } from '../../../src/sheet/enriching/verify-enriched.ts'
import { writeEnriched } from '../../../src/sheet/enriching/write-enriched.ts'
import { zip } from '../xlsx/workbook-parts.ts'
import { inFolder, resultColumns, resultsOf } from './enrich.ts'
import { richWorkbook } from './rich-workbook.ts'

const headings = ['employeeId', 'destination', 'days']

/** Bytes that were searched, compared, decoded or copied while a workbook of so many rows was planned, written, read back. */
function workOf(count: number, isRefilled: boolean): Promise<number> {
  return inFolder(async (folder) => {
    const [file, output] = [join(folder, 'a.xlsx'), join(folder, 'b.xlsx')]
    const rows = Array.from({ length: count }, (_, index) => {
      const row = index + 2
      return `<row r="${row}"><c r="A${row}"><v>${row}</v></c><c r="B${row}"/><c r="C${row}"><v>1</v></c>${isRefilled ? `<c r="D${row}"><v>1</v></c><c r="Z${row}"><v>1</v></c>` : ''}</row>`
    })
    const heading = headings.map((name, index) => `<c r="${'ABC'.charAt(index)}1" t="str"><v>${name}</v></c>`)
    await writeFile(file, zip(richWorkbook({ rows: `<row r="1">${heading.join('')}</row>${rows.join('')}` })))
    const columns = resultColumns.map((column, index) => (isRefilled ? { ...column, at: 3 + index } : column))
    const meter = watchBuffers()
    try {
      const plan = await planEnriching({
        file,
        sheets: [{ sheet: 'Trips', headingRow: 1, headings, lastRow: count + 1, columns }],
      })
      if (plan.kind !== 'safe') throw new Error(plan.reason)
      const results = Array.from({ length: count }, (_, index) => ({ row: index + 2, cells: resultsOf(index + 2) }))
      const written = await writeEnriched(plan, output, { rowsOf: () => [results] })
      expect(await verifyEnriched(plan, output, written)).toBeUndefined()
    } finally {
      meter.stop()
    }
    return meter.work()
  })
}

/** By hand: a spy would keep every buffer that it saw. */
function watchBuffers(): { work: () => number; stop: () => void } {
  const { concat } = Buffer
  const { indexOf, lastIndexOf } = Buffer.prototype
  let work = 0
  Buffer.concat = (list, length) => {
    const joined = concat(list, length)
    work += joined.length
    return joined
  }
  type Search = (this: Buffer, what: string, from?: number) => number
  const count = (search: Search, first: (bytes: Buffer) => number, last: (bytes: Buffer) => number): Search =>
    function (this: Buffer, what, from = first(this)) {
      const found = search.call(this, what, from)
      work += Math.abs((found < 0 ? last(this) : found) - from) + 1
      return found
    }
  const end = (bytes: Buffer): number => bytes.length
  Buffer.prototype.indexOf = count(indexOf as Search, () => 0, end) as typeof indexOf
  Buffer.prototype.lastIndexOf = count(lastIndexOf as Search, end, () => 0) as typeof lastIndexOf
  const stop = (): void => {
    Buffer.concat = concat
    Object.assign(Buffer.prototype, { indexOf, lastIndexOf })
  }
  return { work: () => work, stop }
}

it.each([
  ['new columns', false],
  ['columns that are filled again, with cells behind them', true],
])('the work for %s grows with the rows, and no faster', async (_, isRefilled) => {
  const [few, many] = [await workOf(400, isRefilled), await workOf(3_200, isRefilled)]
  expect(few).toBeGreaterThan(50_000)
  expect(many / few).toBeLessThan(9)
})
