import { columnName } from '../cell.ts'
import type { OutCell } from '../writing/plan.ts'
import { emptyForm, toXlsxCell, type XlsxCell } from '../writing/xlsx-cell.ts'
import type { ByteGatherer } from './byte-gatherer.ts'
import type { LinkKeeper } from './links.ts'
import type { PlacedColumn, SheetEnriching } from './plan.ts'
import type { StyleSheet } from './style-sheet.ts'
import { withPrefix } from './xml-edits.ts'

/** A column of ours, and how the cell above was styled: most have the same style. What does not change is written once. */
export interface Slot {
  column: PlacedColumn
  /** Its place among the columns of the plan. */
  place: number
  /** Of an element of a cell, up to the number of its row. */
  start: string
  letters: string
  memo: { from: string; format: string | undefined; isLink: boolean; isOwn: boolean; style: string } | undefined
}

/** What follows the place of a cell without a style. */
const unstyled = '"'

function styleAttribute(number: string): string {
  return number === '0' ? unstyled : `" s="${number}"`
}

/** What the cells of our columns are in XML. */
export class ResultCells {
  /** By ascending column. */
  readonly slots: readonly Slot[]
  readonly #prefix: string
  readonly #styles: StyleSheet
  readonly #links: LinkKeeper

  constructor({ columns, prefix }: SheetEnriching, { styles, links }: { styles: StyleSheet; links: LinkKeeper }) {
    this.slots = columns
      .map((column, place): Slot => {
        const letters = columnName(column.index)
        return { column, place, start: `<${prefix}c r="${letters}`, letters, memo: undefined }
      })
      .toSorted((one, other) => one.column.index - other.column.index)
    this.#prefix = prefix
    this.#styles = styles
    this.#links = links
  }

  /** Puts a cell right behind those of its row; each cell is asked for once, here or there: its link is kept. */
  put(out: ByteGatherer, slot: Slot, row: string, cell: OutCell, neighbour: string): void {
    const known = toXlsxCell(cell, this.#links.hasRoom)
    const style = this.#take(known, slot, row, cell, { neighbour, own: undefined })
    const { form, content } = known
    if (form === emptyForm && style === unstyled) return
    // Piece by piece: a text made of them would be put together twice.
    out.addText(slot.start)
    out.addText(row)
    out.addText(style)
    out.addText(withPrefix(form.before, this.#prefix))
    out.addText(content)
    out.addText(withPrefix(form.after, this.#prefix))
  }

  /** `row`: its number, told once for all its cells; `own`: the style of the cell that it takes the place of. */
  xml(slot: Slot, row: string, cell: OutCell, neighbour: string, own: string | undefined): string {
    const known = toXlsxCell(cell, this.#links.hasRoom)
    const style = this.#take(known, slot, row, cell, { neighbour, own })
    const { form, content } = known
    if (form === emptyForm && style === unstyled) return ''
    return slot.start + row + style + withPrefix(form.before + content + form.after, this.#prefix)
  }

  /** Keeps its link, and gives what says its style. */
  #take(
    { format: brought, usualFormat, link }: XlsxCell,
    slot: Slot,
    row: string,
    cell: OutCell,
    { neighbour, own }: { neighbour: string; own: string | undefined },
  ): string {
    if (link !== undefined) this.#links.add(slot.letters + row, link)
    const format = brought ?? usualFormat ?? (cell.t === 'n' ? slot.column.format : undefined)
    if (own !== undefined && format === undefined && link === undefined) return styleAttribute(own)
    return this.#styleOf(slot, own ?? neighbour, format, { isLink: link !== undefined, isOwn: own !== undefined })
  }

  #styleOf(
    slot: Slot,
    from: string,
    format: string | undefined,
    { isLink, isOwn }: { isLink: boolean; isOwn: boolean },
  ): string {
    const { memo } = slot
    const isSame =
      memo !== undefined &&
      memo.from === from &&
      memo.format === format &&
      memo.isLink === isLink &&
      memo.isOwn === isOwn
    if (isSame) return memo.style
    const style = styleAttribute(this.#styles.beside(from, { format, isLink, isOwn }))
    slot.memo = { from, format, isLink, isOwn, style }
    return style
  }
}
