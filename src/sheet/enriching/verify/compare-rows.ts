import { columnName } from '../../cell.ts'
import { toUtf8 } from '../../package/xml-text.ts'
import { parseXml } from '../../package/xml-tree.ts'
import type { ZipArchive } from '../../package/zip-archive.ts'
import { CellChangeDigest, describeChange } from '../copy/result-cells.ts'
import { isFlexible, withoutHeight } from '../copy/row-heights.ts'
import type { SheetEnrichment } from '../enrichment-plan.ts'
import { cellsOf, type RawRow, SheetSplitter } from '../sheet-splitter.ts'
import type { HeadAndTail } from './compare-head-tail.ts'

export interface RowComparison {
  /** A clause; undefined when nothing changed outside the result columns. */
  fault?: string
  around: readonly [before: HeadAndTail, after: HeadAndTail]
  changes: string
}

/** Compares a sheet's rows with their copies byte by byte, except for cells of the result columns. */
export async function compareRows(
  before: ZipArchive,
  after: ZipArchive,
  { part, columns }: Pick<SheetEnrichment, 'part' | 'columns'>,
): Promise<RowComparison> {
  const [theirs, copy] = [new RawRowReader(before, part), new RawRowReader(after, part)]
  const ours = new Set(columns.map(({ index }) => index))
  const changes = new CellChangeDigest()
  const judge = async (): Promise<string | undefined> => {
    for (;;) {
      const row = theirs.nextBuffered() ?? (await theirs.readNext())
      const found = copy.nextBuffered() ?? (await copy.readNext())
      if (row === undefined) return found === undefined ? undefined : `row ${found.number} would be added`
      if (found === undefined || found.number > row.number) return `row ${row.number} would be missing`
      if (found.number < row.number) return `row ${found.number} would be added`
      const fault = compareRow(row, found, { ours, changes })
      if (fault !== undefined) return fault
    }
  }
  const fault = await judge().finally(() => Promise.all([theirs.close(), copy.close()]))
  return { ...(fault === undefined ? {} : { fault }), around: [theirs.around, copy.around], changes: changes.digest() }
}

function compareRow(
  before: RawRow,
  after: RawRow,
  { ours, changes }: { ours: ReadonlySet<number>; changes: CellChangeDigest },
): string | undefined {
  if (before.bytes.equals(after.bytes)) return undefined
  if (!isSameTag(tagOf(before), tagOf(after))) return `row ${before.number} would be displayed differently`
  const [kept, found] = [bodyOf(before), bodyOf(after)]
  // Usual case: the result cells follow the existing ones.
  if (found.subarray(0, kept.length).equals(kept)) {
    changes.add(before.number, found.subarray(kept.length))
    return undefined
  }
  const [was, is] = [partsOf(kept), partsOf(found)]
  if (was.others !== is.others) return `the content after the cells of row ${before.number} would be changed`
  let changed = ''
  for (const column of [...new Set([...was.cells.keys(), ...is.cells.keys()])].toSorted((a, b) => a - b)) {
    const [one, other] = [was.cells.get(column), is.cells.get(column)]
    if (ours.has(column)) changed += describeChange(column, one, other ?? '')
    else if (one !== other) return `cell ${columnName(column)}${before.number} would be changed`
  }
  changes.add(before.number, Buffer.from(changed, 'latin1'))
  return undefined
}

function tagOf({ bytes, openLength }: RawRow): string {
  return bytes.toString('latin1', 0, openLength)
}

function isSameTag(one: string, other: string): boolean {
  return one === other || withoutComputed(one) === withoutComputed(other)
}

/** A start tag may name the columns that its cells span, and a height that follows from its texts. */
function withoutComputed(tag: string): string {
  const plain = tag.replace(/\sspans\s*=\s*(?:"[^"]*"|'[^']*')/, '').replace(/\s*\/?>$/, '')
  return isFlexible(plain) ? withoutHeight(plain) : plain
}

function bodyOf({ bytes, openLength, bodyEnd }: RawRow): Buffer {
  return bytes.subarray(openLength, bodyEnd)
}

function partsOf(body: Buffer): { cells: Map<number, string>; others: string } {
  const text = body.toString('latin1')
  const tree = parseXml(text)
  const cells = new Map<number, string>()
  for (const { node, column } of cellsOf(tree)) cells.set(column, text.slice(node.start, node.end))
  const others = tree.children.filter(({ name }) => name !== 'c').map(({ start, end }) => text.slice(start, end))
  return { cells, others: others.join('') }
}

class RawRowReader {
  readonly around = { head: '', tail: '' }
  readonly #chunks: AsyncIterator<Buffer>
  readonly #splitter = new SheetSplitter()
  #rows: RawRow[] = []
  #at = 0
  #isOver = false

  constructor(archive: ZipArchive, part: string) {
    this.#chunks = toUtf8(archive.read(part))[Symbol.asyncIterator]()
  }

  nextBuffered(): RawRow | undefined {
    const row = this.#rows[this.#at]
    this.#at += 1
    return row
  }

  async readNext(): Promise<RawRow | undefined> {
    this.#rows = []
    this.#at = 0
    while (this.#rows.length === 0 && !this.#isOver) {
      const { done, value } = await this.#chunks.next()
      if (done === true) {
        this.#isOver = true
        this.around.head = this.#splitter.head
        this.around.tail = this.#splitter.end()
      } else this.#rows = [...this.#splitter.push(value)].filter((piece): piece is RawRow => !Buffer.isBuffer(piece))
    }
    return this.nextBuffered()
  }

  async close(): Promise<void> {
    await this.#chunks.return?.()
  }
}
