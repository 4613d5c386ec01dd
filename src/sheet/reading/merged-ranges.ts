import { type Cell, type CoveredCells, emptyCell, isBlank } from '../cell.ts'
import { limits } from '../limits.ts'
import { ascii } from '../package/bytes.ts'
import { type CellRange, formatRange, parseRange } from '../package/cell-range.ts'
import { toUtf8 } from '../package/decoding.ts'
import { toInputError } from '../package/part-tree.ts'
import { rowLimitError, XmlError } from '../package/xml-entities.ts'
import type { ZipArchive } from '../package/zip-archive.ts'

const { lessThan } = ascii

const mergeTag = /<(?:[\w.-]+:)?mergeCell\s[^<>]*?\bref\s*=\s*["']([^"']+)["']/g
const longestTagBytes = 4096
const maxRanges = 1_000_000

/**
 * Merged ranges follow the rows in the part, so it is inflated once for them alone. That also finds a truncated part
 * before its first row is used.
 */
export async function readMergedRanges(archive: ZipArchive, part: string): Promise<CellRange[]> {
  try {
    return await findRanges(toUtf8(archive.read(part)))
  } catch (error) {
    throw toInputError(archive.file, part, error)
  }
}

async function findRanges(chunks: AsyncIterable<Buffer>): Promise<CellRange[]> {
  const ranges: CellRange[] = []
  let carried: Buffer = Buffer.alloc(0)
  for await (const bytes of chunks) {
    const window = Buffer.concat([carried, bytes])
    refuseRowsPastTheLast(window)
    if (window.includes('mergeCell')) {
      for (const [, reference = ''] of window.toString('latin1').matchAll(mergeTag)) {
        const range = parseRange(reference)
        if (range !== undefined) ranges.push(range)
      }
      if (ranges.length > maxRanges) throw new XmlError('too-large', 'more merged ranges than any sheet needs')
    }
    carried = window.subarray(Math.max(window.lastIndexOf(lessThan), window.length - longestTagBytes))
  }
  return ranges
}

/** Checks only the last row number per window: a sheet with too many rows is refused within seconds. */
function refuseRowsPastTheLast(window: Buffer): void {
  const at = window.lastIndexOf('<row r="')
  const number = at < 0 ? 0 : Number.parseInt(window.toString('latin1', at + 8, at + 20), 10)
  if (number > limits.rows) throw rowLimitError()
}

interface ActiveRange extends CellRange {
  /** `B3:B5` */
  name: string
  hasValue: boolean
}

/** Field by field: on Node.js 20 each copy by spreading has a shape of its own, and a row under 10,000 took 7.5 ms, not 0.3. */
function activate(range: CellRange): ActiveRange {
  const { top, left, bottom, right } = range
  return { top, left, bottom, right, name: formatRange(range), hasValue: false }
}

/** Cost of a range on a row, in cells, in addition to the cells it covers. */
const workOfRange = 24

/** Empties covered cells, row by row from the top. */
export class MergeBlanker {
  readonly #waiting: readonly CellRange[]
  #active: ActiveRange[] = []
  #next = 0
  #work = 0

  constructor(ranges: readonly CellRange[]) {
    this.#waiting = ranges.toSorted((one, other) => one.top - other.top)
  }

  /** The cells covered by a value; undefined when no range includes the row. Rows must come in ascending order. */
  apply(rowNumber: number, cells: Cell[]): CoveredCells[] | undefined {
    this.#advance(rowNumber)
    if (this.#active.length === 0) return undefined
    const covered: CoveredCells[] = []
    for (const active of this.#active) {
      const { top, left, right } = active
      const isTop = top === rowNumber
      if (isTop) active.hasValue = !isBlank(cells[left])
      const from = isTop ? left + 1 : left
      const end = Math.min(right + 1, cells.length)
      this.#countWork(end - from)
      for (let column = from; column < end; column += 1) cells[column] = emptyCell
      if (!active.hasValue || from > right) continue
      covered.push({ from, to: right, range: active.name })
    }
    return covered
  }

  /** Ranges must not overlap; a forged file with many overlaps would keep the reader busy without end. */
  #countWork(cells: number): void {
    this.#work += workOfRange + Math.max(0, cells)
    if (this.#work > limits.mergedCells || this.#active.length > limits.columns) {
      throw new XmlError('too-large', 'more merged cells than any sheet needs')
    }
  }

  #advance(rowNumber: number): void {
    if (this.#active.length > 0) this.#active = this.#active.filter((range) => range.bottom >= rowNumber)
    for (;;) {
      const range = this.#waiting[this.#next]
      if (range === undefined || range.top > rowNumber) return
      if (range.bottom >= rowNumber) this.#active.push(activate(range))
      this.#next += 1
    }
  }
}
