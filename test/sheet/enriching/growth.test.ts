import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import {
  planEnriching,
  RowInspector,
  RowPatcher,
  SheetSplitter,
  verifyEnriched,
  writeEnriched,
} from '../../rooms/sheet/enriching.ts'
import { zip } from '../reading/workbook-parts.ts'
import { inFolder, resultColumns, resultsOf } from './enrich.ts'
import { richWorkbook } from './rich-workbook.ts'

const headings = ['employeeId', 'destination', 'days']

/**
 * Bytes that were searched, compared, decoded or copied while a workbook of so many rows was planned, written, read back.
 * It breaks off, and gives Infinity, as soon as it is too much.
 */
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
    const meter = watchBuffers(mostForRow * count)
    try {
      const plan = await planEnriching({
        file,
        sheets: [{ sheet: 'Trips', headingRow: 1, headings, lastRow: count + 1, columns }],
      })
      if (plan.kind !== 'safe') throw new Error(plan.reason)
      const results = Array.from({ length: count }, (_, index) => ({ row: index + 2, cells: resultsOf(index + 2) }))
      const written = await writeEnriched(plan, output, { rowsOf: () => [results] })
      expect(await verifyEnriched(plan, output, written)).toBeUndefined()
    } catch (error) {
      if (meter.work() < Infinity) throw error
    } finally {
      meter.stop()
    }
    return meter.work()
  })
}

/** By hand: a spy would keep every buffer that it saw. */
function watchBuffers(most: number): { work: () => number; stop: () => void } {
  const { concat } = Buffer
  const { copy, indexOf, lastIndexOf } = Buffer.prototype
  let work = 0
  const add = (bytes: number): void => {
    work += bytes
    if (work <= most) return
    work = Infinity
    throw new Error(`more than ${most} bytes of work`)
  }
  Buffer.concat = (list, length) => {
    const joined = concat(list, length)
    add(joined.length)
    return joined
  }
  type Search = (this: Buffer, what: string, from?: number) => number
  const count = (search: Search, first: (bytes: Buffer) => number, last: (bytes: Buffer) => number): Search =>
    function (this: Buffer, what, from = first(this)) {
      const found = search.call(this, what, from)
      add(Math.abs((found < 0 ? last(this) : found) - from) + 1)
      return found
    }
  const end = (bytes: Buffer): number => bytes.length
  Buffer.prototype.indexOf = count(indexOf as Search, () => 0, end) as typeof indexOf
  Buffer.prototype.lastIndexOf = count(lastIndexOf as Search, end, () => 0) as typeof lastIndexOf
  Buffer.prototype.copy = function (this: Buffer, ...to: Parameters<Buffer['copy']>) {
    const copied = copy.apply(this, to)
    add(copied)
    return copied
  }
  const stop = (): void => {
    Buffer.concat = concat
    Object.assign(Buffer.prototype, { copy, indexOf, lastIndexOf })
  }
  return { work: () => work, stop }
}

const [few, many] = [200, 1_600]
/** Of each row: what is searched or copied while some 200 bytes are read twice, added to, written, and read back. */
const mostForRow = 5_000

/** What is wrong with work that has grown so; undefined when it grows with the rows, and no faster. */
function judgeGrowth(ofFew: number, ofMany: number): string | undefined {
  if (ofMany === Infinity) return `more than ${mostForRow} bytes for each row`
  return ofMany / ofFew > 1.15 * (many / few)
    ? `${many / few} times the rows are ${ofMany / ofFew} times the work`
    : undefined
}

it.each([
  ['new columns', false],
  ['columns that are filled again, with cells behind them', true],
])('the work for %s grows with the rows, and no faster', async (_, isRefilled) => {
  const [ofFew, ofMany] = [await workOf(few, isRefilled), await workOf(many, isRefilled)]
  expect(ofFew).toBeGreaterThan(25_000)
  expect(judgeGrowth(ofFew, ofMany)).toBeUndefined()
})

/** Ways to write it that have seemed harmless before; each gives back what it replaced. */
const careless: Readonly<Record<string, () => () => void>> = {
  'looks for the end of the rows from each of them': () => {
    const { inspectRow } = RowInspector.prototype
    RowInspector.prototype.inspectRow = function (this: RowInspector, row) {
      const { buffer, byteOffset } = row.bytes
      Buffer.from(buffer, byteOffset).indexOf('</sheetData')
      inspectRow.call(this, row)
    }
    return () => Object.assign(RowInspector.prototype, { inspectRow })
  },
  'joins what was made so far with each row': () => {
    const { patchRow } = RowPatcher.prototype
    const made = new WeakMap<RowPatcher, Buffer>()
    RowPatcher.prototype.patchRow = function (this: RowPatcher, row) {
      made.set(this, Buffer.concat([made.get(this) ?? Buffer.alloc(0), row.bytes]))
      return patchRow.call(this, row)
    }
    return () => Object.assign(RowPatcher.prototype, { patchRow })
  },
  'keeps what it has read, and looks through all of it when more comes': () => {
    const { push } = SheetSplitter.prototype
    const read = new WeakMap<SheetSplitter, Buffer>()
    SheetSplitter.prototype.push = function (this: SheetSplitter, chunk) {
      const all = Buffer.concat([read.get(this) ?? Buffer.alloc(0), chunk])
      read.set(this, all)
      all.indexOf('</sheetData')
      return push.call(this, chunk)
    }
    return () => Object.assign(SheetSplitter.prototype, { push })
  },
}

it.each(Object.entries(careless))('is found where it %s', async (_, spoil) => {
  const restore = spoil()
  try {
    expect(judgeGrowth(await workOf(few, false), await workOf(many, false))).toBeDefined()
  } finally {
    restore()
  }
})
