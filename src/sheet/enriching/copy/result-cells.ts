import { columnName } from '../../cell.ts'
import type { LinkCollector } from '../../package/link-collector.ts'
import type { StyleSheet } from '../../package/style-sheet.ts'
import type { OutputCell } from '../../writing/workbook-writer.ts'
import { emptyForm, toXlsxCell, type XlsxCell } from '../../writing/xlsx-cell.ts'
import type { PlannedColumn, SheetEnrichment } from '../enrichment-plan.ts'

/** A result column, and the XML for the style of the cell above: most rows repeat it, so it is built once. */
export interface ColumnState {
  column: PlannedColumn
  /** Index in the columns of the plan. */
  planIndex: number
  /** XML of a cell up to its row number. */
  start: string
  letters: string
  previousStyle:
    | { from: string; format: string | undefined; isLink: boolean; isOwn: boolean; style: string }
    | undefined
}

/** XML after the reference of a cell without a style. */
const unstyled = '"'

function styleAttribute(number: string): string {
  return number === '0' ? unstyled : `" s="${number}"`
}

export class ResultCells {
  /** In ascending column order. */
  readonly slots: readonly ColumnState[]
  readonly #styles: StyleSheet
  readonly #links: LinkCollector

  constructor({ columns }: SheetEnrichment, { styles, links }: { styles: StyleSheet; links: LinkCollector }) {
    this.slots = columns
      .map((column, planIndex): ColumnState => {
        const letters = columnName(column.index)
        return { column, planIndex, start: `<c r="${letters}`, letters, previousStyle: undefined }
      })
      .toSorted((one, other) => one.column.index - other.column.index)
    this.#styles = styles
    this.#links = links
  }

  /**
   * `row`: the row number as text; `own`: style number of the replaced cell. Call it once per cell, since it stores the
   * cell's link.
   */
  toXml(slot: ColumnState, row: string, cell: OutputCell, neighbour: string, own: string | undefined): string {
    const known = toXlsxCell(cell, this.#links.hasCapacity)
    const style = this.#resolveStyle(known, slot, row, cell, { neighbour, own })
    const { form, content } = known
    if (form === emptyForm && style === unstyled) return ''
    return slot.start + row + style + form.before + content + form.after
  }

  /** Stores the link, and returns the XML of the style. */
  #resolveStyle(
    { format: brought, usualFormat, link }: XlsxCell,
    slot: ColumnState,
    row: string,
    cell: OutputCell,
    { neighbour, own }: { neighbour: string; own: string | undefined },
  ): string {
    if (link !== undefined) this.#links.add(slot.letters + row, link)
    const format = brought ?? usualFormat ?? (cell.t === 'n' ? slot.column.format : undefined)
    if (own !== undefined && format === undefined && link === undefined) return styleAttribute(own)
    return this.#memoizedStyle(slot, own ?? neighbour, format, { isLink: link !== undefined, isOwn: own !== undefined })
  }

  #memoizedStyle(
    slot: ColumnState,
    from: string,
    format: string | undefined,
    { isLink, isOwn }: { isLink: boolean; isOwn: boolean },
  ): string {
    const { previousStyle } = slot
    const isSame =
      previousStyle !== undefined &&
      previousStyle.from === from &&
      previousStyle.format === format &&
      previousStyle.isLink === isLink &&
      previousStyle.isOwn === isOwn
    if (isSame) return previousStyle.style
    const style = styleAttribute(this.#styles.deriveStyle(from, { format, isLink, isOwn }))
    slot.previousStyle = { from, format, isLink, isOwn, style }
    return style
  }
}
