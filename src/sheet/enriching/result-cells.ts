import { columnName } from '../cell.ts'
import type { OutCell } from '../writing/plan.ts'
import { toXlsxCell } from '../writing/xlsx-cell.ts'
import type { LinkKeeper } from './links.ts'
import type { PlacedColumn, SheetEnriching } from './plan.ts'
import type { StyleSheet } from './style-sheet.ts'
import { withPrefix } from './xml-edits.ts'

/** A column of ours, and how the cell above was styled: most have the same style. */
export interface Slot {
  column: PlacedColumn
  /** Its place among the columns of the plan. */
  place: number
  letters: string
  memo: { from: string; format: string | undefined; isLink: boolean; isOwn: boolean; style: string } | undefined
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
      .map((column, place): Slot => ({ column, place, letters: columnName(column.index), memo: undefined }))
      .toSorted((one, other) => one.column.index - other.column.index)
    this.#prefix = prefix
    this.#styles = styles
    this.#links = links
  }

  /** To be asked once for each cell: its link is kept. `own`: the style of the cell that it takes the place of. */
  xml(slot: Slot, row: number, cell: OutCell, neighbour: string, own: string | undefined): string {
    const { xml, format: brought, usualFormat, link } = toXlsxCell(cell, this.#links.hasRoom)
    const address = `${slot.letters}${row}`
    if (link !== undefined) this.#links.add(address, link)
    const format = brought ?? usualFormat ?? (cell.t === 'n' ? slot.column.format : undefined)
    const keepsOwn = own !== undefined && format === undefined && link === undefined
    const style = keepsOwn
      ? own
      : this.#styleOf(slot, own ?? neighbour, format, { isLink: link !== undefined, isOwn: own !== undefined })
    if (xml === undefined) return style === '0' ? '' : withPrefix(`<c r="${address}" s="${style}"/>`, this.#prefix)
    return withPrefix(style === '0' ? `<c r="${address}"${xml}` : `<c r="${address}" s="${style}"${xml}`, this.#prefix)
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
    const style = this.#styles.beside(from, { format, isLink, isOwn })
    slot.memo = { from, format, isLink, isOwn, style }
    return style
  }
}
