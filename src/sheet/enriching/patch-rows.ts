import { BatchError } from '../../support/errors.ts'
import { cellAddress, columnName } from '../cell.ts'
import type { OutCell } from '../writing/plan.ts'
import { escapeWorkbookText, escapeXml } from '../writing/safe-text.ts'
import { formatOfStamp } from '../writing/styles.ts'
import { toXlsxCell } from '../writing/xlsx-cell.ts'
import { parseReference } from '../xlsx/reference.ts'
import { ChangedCells } from './changed-cells.ts'
import type { LinkKeeper } from './links.ts'
import { mergeCells, type NewCell } from './merge-cells.ts'
import type { PlacedColumn, SheetEnriching } from './plan.ts'
import type { CutRow } from './sheet-cutter.ts'
import type { CellWish, StyleSheet } from './style-sheet.ts'
import { withPrefix } from './xml-edits.ts'

/** The cells of one row, in the order of the plan's columns; undefined leaves what is there. Rows come by ascending number. */
export interface FilledRow {
  row: number
  cells: readonly (OutCell | undefined)[]
}

/** Rows in pages, as whoever knows them gives them. */
export type FilledPages = Iterable<readonly FilledRow[]> | AsyncIterable<readonly FilledRow[]>

interface Slot {
  column: PlacedColumn
  letters: string
  /** Of the cell above: most have its style. */
  memo: { from: string; wish: CellWish | undefined; style: string }
}

/** Puts cells into the rows of a sheet as they pass. */
export class RowPatcher {
  readonly changes = new ChangedCells()
  readonly #plan: SheetEnriching
  readonly #pages: Iterator<readonly FilledRow[]> | AsyncIterator<readonly FilledRow[]>
  readonly #styles: StyleSheet
  readonly #links: LinkKeeper
  readonly #slots: readonly Slot[]
  readonly #order: readonly number[]
  readonly #cellMark: Buffer
  readonly #cellEnd: Buffer
  #page: readonly FilledRow[] = []
  #at = 0
  #isOver = false
  #out: Buffer[] = []
  filled = 0

  constructor(plan: SheetEnriching, pages: FilledPages, { styles, links }: { styles: StyleSheet; links: LinkKeeper }) {
    this.#plan = plan
    this.#pages = Symbol.asyncIterator in pages ? pages[Symbol.asyncIterator]() : pages[Symbol.iterator]()
    this.#styles = styles
    this.#links = links
    this.#slots = plan.columns.map((column) => ({
      column,
      letters: columnName(column.index),
      memo: { from: '', wish: undefined, style: '0' },
    }))
    this.#order = plan.columns.map((_, index) => index).toSorted((a, b) => this.#indexOf(a) - this.#indexOf(b))
    this.#cellMark = Buffer.from(`<${plan.prefix}c`)
    this.#cellEnd = Buffer.from(`</${plan.prefix}c>`)
  }

  /** The next row of the sheet may only come once `fetch` has brought what is known of it. */
  get isWaiting(): boolean {
    return !this.#isOver && this.#at >= this.#page.length
  }

  async fetch(): Promise<void> {
    while (this.isWaiting) {
      const { done, value } = await this.#pages.next()
      this.#isOver = done === true
      this.#page = done === true ? [] : value
      this.#at = 0
    }
  }

  /** What was gathered since the last time. */
  take(): Buffer | undefined {
    if (this.#out.length === 0) return undefined
    const bytes = Buffer.concat(this.#out)
    this.#out = []
    return bytes
  }

  keep(bytes: Buffer): void {
    this.#out.push(bytes)
  }

  row(row: CutRow): void {
    const cells = this.#cellsOf(row.number)
    if (cells.length === 0) this.#out.push(row.bytes)
    else this.#put(row, cells)
  }

  /** @throws BatchError `defect` when a row was not found: its result would be nowhere. */
  async end(): Promise<void> {
    await this.fetch()
    if (this.#next !== undefined) throw this.#lack(this.#next)
  }

  #lack({ row }: FilledRow): BatchError {
    return new BatchError('defect', `row ${row} of the sheet "${this.#plan.sheet}" is no longer there`)
  }

  #indexOf(slot: number): number {
    return this.#plan.columns[slot]?.index ?? 0
  }

  get #next(): FilledRow | undefined {
    return this.#page[this.#at]
  }

  #cellsOf(row: number): NewCell[] {
    if (row === this.#plan.headingRow) return this.#headings()
    const next = this.#next
    if (next === undefined || next.row > row) return []
    if (next.row < row) throw this.#lack(next)
    this.#at += 1
    this.filled += 1
    return this.#order.flatMap((index) => {
      const cell = next.cells[index]
      return cell === undefined ? [] : [this.#resultCell(row, index, cell)]
    })
  }

  /** A table's heading must be a text of its own, not one that a formula could have given. */
  #headings(): NewCell[] {
    const { headingRow, stamp, prefix } = this.#plan
    const styleOf = (own: string): string =>
      stamp === undefined ? own : this.#styles.beside(own, { format: formatOfStamp(stamp), isLink: false, isOwn: true })
    const wanted = this.#order.flatMap((index) => this.#plan.columns[index] ?? [])
    return wanted.flatMap(({ index, heading, isNew }) => {
      if (!isNew && stamp === undefined) return []
      const number = styleOf(this.#plan.headingStyle)
      const style = number === '0' ? '' : ` s="${number}"`
      const text = escapeXml(escapeWorkbookText(heading))
      const place = cellAddress(headingRow, index)
      const xml = `<c r="${place}"${style} t="inlineStr"><is><t xml:space="preserve">${text}</t></is></c>`
      return [{ column: index, xml: () => withPrefix(xml, prefix), ...(isNew ? {} : { restyle: styleOf }) }]
    })
  }

  #resultCell(row: number, index: number, cell: OutCell): NewCell {
    const slot = this.#slots[index]
    if (slot === undefined) throw new BatchError('defect', `there is no column ${index} of results`)
    const { column, letters } = slot
    const made = toXlsxCell(cell, this.#links.hasRoom)
    const address = `${letters}${row}`
    if (made.link !== undefined) this.#links.add(address, made.link)
    return {
      column: column.index,
      xml: (neighbour, own) => {
        const format = made.format ?? made.usualFormat ?? (cell.t === 'n' ? column.format : undefined)
        const wish = { format, isLink: made.link !== undefined, isOwn: own !== undefined }
        const keepsOwn = own !== undefined && format === undefined && !wish.isLink
        const style = keepsOwn ? own : this.#styleOf(slot, wish, own ?? neighbour)
        const start = `<c r="${address}"${style === '0' ? '' : ` s="${style}"`}`
        if (made.xml === undefined) return style === '0' ? '' : withPrefix(`${start}/>`, this.#plan.prefix)
        return withPrefix(start + made.xml, this.#plan.prefix)
      },
    }
  }

  #styleOf({ memo }: Slot, wish: CellWish, from: string): string {
    const isSame =
      memo.wish !== undefined &&
      memo.from === from &&
      memo.wish.format === wish.format &&
      memo.wish.isLink === wish.isLink &&
      memo.wish.isOwn === wish.isOwn
    if (isSame) return memo.style
    memo.style = this.#styles.beside(from, wish)
    memo.from = from
    memo.wish = wish
    return memo.style
  }

  #put(row: CutRow, cells: readonly NewCell[]): void {
    const { bytes, number, openLength, isEmpty } = row
    const { prefix } = this.#plan
    const tag = widenSpans(bytes.toString('latin1', 0, openLength), (cells.at(-1)?.column ?? 0) + 1)
    const bodyEnd = isEmpty ? openLength : bytes.lastIndexOf('</')
    const style = isEmpty ? '0' : this.#styleOfLast(bytes, bodyEnd, cells[0]?.column ?? 0)
    this.#out.push(Buffer.from(isEmpty ? tag.replace(/\s*\/>$/, '>') : tag, 'latin1'))
    if (style === undefined) {
      const { body, changes } = mergeCells(bytes.toString('latin1', openLength, bodyEnd), cells)
      this.#out.push(body)
      this.changes.add(number, changes)
    } else {
      const added = Buffer.from(cells.map((cell) => cell.xml(style, undefined)).join(''))
      this.#out.push(bytes.subarray(openLength, bodyEnd), added)
      this.changes.add(number, added)
    }
    this.#out.push(isEmpty ? Buffer.from(`</${prefix}row>`) : bytes.subarray(bodyEnd))
  }

  /** The style of a row's last cell when ours go right behind it; undefined when the row must be looked at cell by cell. */
  #styleOfLast(bytes: Buffer, bodyEnd: number, firstColumn: number): string | undefined {
    const at = bytes.lastIndexOf(this.#cellMark, bodyEnd)
    if (at < 0) return undefined
    const tag = bytes.toString('latin1', at, Math.min(at + 120, bodyEnd)).split('>', 1)[0] ?? ''
    const reference = /^<(?:[\w.-]+:)?c r="([A-Za-z]{1,3})\d+"/.exec(tag)?.[1]
    if (reference === undefined || (parseReference(`${reference}1`)?.column ?? Infinity) >= firstColumn)
      return undefined
    // Behind the last cell there may be an extension list, which has to stay the last.
    const endsRow = tag.endsWith('/')
      ? at + tag.length + 1 === bodyEnd
      : bytes.subarray(bodyEnd - this.#cellEnd.length, bodyEnd).equals(this.#cellEnd)
    return endsRow ? (/\ss="(\d+)"/.exec(tag)?.[1] ?? '0') : undefined
  }
}

function widenSpans(tag: string, last: number): string {
  return tag.replace(/(\sspans\s*=\s*["']\d+:)(\d+)(?=["'])/, (whole, before: string, to: string) =>
    last > Number(to) ? `${before}${last}` : whole,
  )
}
