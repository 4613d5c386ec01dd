import { BatchError } from '../../support/errors.ts'
import { cellAddress } from '../cell.ts'
import type { OutCell } from '../writing/plan.ts'
import { escapeWorkbookText, escapeXml } from '../writing/safe-text.ts'
import { formatOfStamp } from '../writing/styles.ts'
import { ascii, stands } from '../xlsx/bytes.ts'
import { ByteGatherer } from './byte-gatherer.ts'
import { ChangedCells } from './changed-cells.ts'
import { readLastCell } from './last-cell.ts'
import type { LinkKeeper } from './links.ts'
import { mergeCells, type NewCell } from './merge-cells.ts'
import type { SheetEnriching } from './plan.ts'
import { ResultCells } from './result-cells.ts'
import { RowTags } from './row-tags.ts'
import type { CutRow } from './sheet-cutter.ts'
import type { StyleSheet } from './style-sheet.ts'
import { withPrefix } from './xml-edits.ts'

/** The cells of one row, in the order of the plan's columns; undefined leaves what is there. Rows come by ascending number. */
export interface FilledRow {
  row: number
  cells: readonly (OutCell | undefined)[]
}

/** Rows in pages, as whoever knows them gives them. */
export type FilledPages = Iterable<readonly FilledRow[]> | AsyncIterable<readonly FilledRow[]>

const { greaterThan, slash } = ascii
const styled = /\ss="(\d+)"/

/** Puts cells into the rows of a sheet as they pass. */
export class RowPatcher {
  readonly changes = new ChangedCells()
  readonly #plan: SheetEnriching
  readonly #pages: Iterator<readonly FilledRow[]> | AsyncIterator<readonly FilledRow[]>
  readonly #styles: StyleSheet
  readonly #cells: ResultCells
  readonly #cellMark: Buffer
  readonly #cellEnd: Buffer
  readonly #endTag: string
  readonly #tags = new RowTags()
  #page: readonly FilledRow[] = []
  #at = 0
  #isOver = false
  readonly #out = new ByteGatherer()
  filled = 0

  constructor(plan: SheetEnriching, pages: FilledPages, { styles, links }: { styles: StyleSheet; links: LinkKeeper }) {
    this.#plan = plan
    this.#pages = Symbol.asyncIterator in pages ? pages[Symbol.asyncIterator]() : pages[Symbol.iterator]()
    this.#styles = styles
    this.#cells = new ResultCells(plan, { styles, links })
    this.#cellMark = Buffer.from(`<${plan.prefix}c`)
    this.#cellEnd = Buffer.from(`</${plan.prefix}c>`)
    this.#endTag = `</${plan.prefix}row>`
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
    return this.#out.take()
  }

  keep(bytes: Buffer): void {
    this.#out.add(bytes)
  }

  row(row: CutRow): void {
    if (row.number === this.#plan.headingRow) {
      this.#merge(row, this.#headings())
      return
    }
    const next = this.#next
    if (next === undefined || next.row > row.number) {
      this.#out.add(row.bytes)
      return
    }
    if (next.row < row.number) throw this.#lack(next)
    this.#at += 1
    this.filled += 1
    this.#fill(row, next.cells)
  }

  /** @throws BatchError `defect` when a row was not found: its result would be nowhere. */
  async end(): Promise<void> {
    await this.fetch()
    if (this.#next !== undefined) throw this.#lack(this.#next)
  }

  #lack({ row }: FilledRow): BatchError {
    return new BatchError('defect', `row ${row} of the sheet "${this.#plan.sheet}" is no longer there`)
  }

  get #next(): FilledRow | undefined {
    return this.#page[this.#at]
  }

  /** A table's heading must be a text of its own, not one that a formula could have given. */
  #headings(): NewCell[] {
    const { headingRow, stamp, prefix } = this.#plan
    const styleOf = (own: string): string =>
      stamp === undefined ? own : this.#styles.beside(own, { format: formatOfStamp(stamp), isLink: false, isOwn: true })
    return this.#cells.slots.flatMap(({ column: { index, heading, isNew } }) => {
      if (!isNew && stamp === undefined) return []
      const number = styleOf(this.#plan.headingStyle)
      const style = number === '0' ? '' : ` s="${number}"`
      const text = escapeXml(escapeWorkbookText(heading))
      const place = cellAddress(headingRow, index)
      const xml = `<c r="${place}"${style} t="inlineStr"><is><t xml:space="preserve">${text}</t></is></c>`
      return [{ column: index, xml: () => withPrefix(xml, prefix), ...(isNew ? {} : { restyle: styleOf }) }]
    })
  }

  #fill(row: CutRow, cells: FilledRow['cells']): void {
    const { slots } = this.#cells
    let [first, last] = [0, slots.length - 1]
    while (first <= last && cells[slots[first]?.place ?? 0] === undefined) first += 1
    while (last > first && cells[slots[last]?.place ?? 0] === undefined) last -= 1
    const [left, right] = [slots[first], slots[last]]
    if (left === undefined || right === undefined) {
      this.#out.add(row.bytes)
      return
    }
    const { number } = row
    const name = String(number)
    const style = row.isEmpty ? '0' : this.#styleOfLast(row, left.column.index)
    if (style === undefined) {
      const merged = slots.flatMap((slot): NewCell[] => {
        const cell = cells[slot.place]
        if (cell === undefined) return []
        const xml: NewCell['xml'] = (neighbour, own) => this.#cells.xml(slot, name, cell, neighbour, own)
        return [{ column: slot.column.index, xml }]
      })
      this.#merge(row, merged)
      return
    }
    const bodyStart = this.#tags.begin(this.#out, row, right.column.index + 1)
    this.#out.add(row.bytes, bodyStart, row.bodyEnd)
    const from = this.#out.length
    for (const slot of slots) {
      const cell = cells[slot.place]
      if (cell !== undefined) this.#cells.put(this.#out, slot, name, cell, style)
    }
    this.changes.add(number, this.#out.view(from))
    this.#end(row)
  }

  /** For rows with cells at or behind ours. */
  #merge(row: CutRow, cells: readonly NewCell[]): void {
    const last = cells.at(-1)
    if (last === undefined) {
      this.#out.add(row.bytes)
      return
    }
    const { bytes, number, openLength, bodyEnd } = row
    const { body, changes } = mergeCells(bytes.toString('latin1', openLength, bodyEnd), cells)
    this.#out.add(bytes, this.#tags.begin(this.#out, row, last.column + 1), openLength)
    this.#out.add(body)
    this.#end(row)
    this.changes.add(number, changes)
  }

  #end({ bytes, bodyEnd, isEmpty }: CutRow): void {
    if (isEmpty) this.#out.addText(this.#endTag)
    else this.#out.add(bytes, bodyEnd)
  }

  /** The style of a row's last cell when ours go right behind it; undefined when the row must be looked at cell by cell. */
  #styleOfLast(row: CutRow, firstColumn: number): string | undefined {
    const { bytes, bodyEnd } = row
    const last = readLastCell(row, this.#cellMark)
    if (last === 'none' || last === 'unusual' || last.column >= firstColumn) return undefined
    const { attributes } = last
    const tagEnd = bytes.indexOf(greaterThan, attributes)
    // Behind the last cell there may be an extension list, which has to stay the last.
    const endsRow =
      bytes[tagEnd - 1] === slash
        ? tagEnd + 1 === bodyEnd
        : stands(this.#cellEnd, bytes, bodyEnd - this.#cellEnd.length)
    if (!endsRow) return undefined
    return tagEnd === attributes ? '0' : (styled.exec(bytes.toString('latin1', attributes, tagEnd))?.[1] ?? '0')
  }
}
