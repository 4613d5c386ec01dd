import { columnName } from '../../cell.ts'
import type { LinkCollector } from '../../package/link-collector.ts'
import type { CellStyleRequest, StyleSheet } from '../../package/style-sheet.ts'
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
  previousStyle: (CellStyleRequest & { from: string; style: string }) | undefined
}

export interface CellSurroundings {
  /** Style numbers of the cell on the left, and of the replaced cell. */
  neighbour: string
  own?: string | undefined
  /** The row is high enough for text that wraps. */
  hasRoom?: boolean
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
   * `row`: the row number as text. Call it once per cell, since it stores the cell's link.
   */
  toXml(slot: ColumnState, row: string, cell: OutputCell, around: CellSurroundings): string {
    const known = toXlsxCell(cell, this.#links.hasCapacity)
    const style = this.#resolveStyle(known, slot, row, cell, around)
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
    { neighbour, own, hasRoom = false }: CellSurroundings,
  ): string {
    if (link !== undefined) this.#links.add(slot.letters + row, link)
    const format = brought ?? usualFormat ?? (cell.t === 'n' ? slot.column.format : undefined)
    const [isLink, isOwn] = [link !== undefined, own !== undefined]
    const isWrapped = hasRoom && slot.column.isWrapped === true && cell.t === 's'
    if (own !== undefined && format === undefined && !isLink && !isWrapped) return styleAttribute(own)
    return this.#memoizedStyle(slot, own ?? neighbour, { format, isLink, isWrapped, isOwn })
  }

  #memoizedStyle(slot: ColumnState, from: string, request: CellStyleRequest): string {
    const { previousStyle } = slot
    const isSame =
      previousStyle !== undefined &&
      previousStyle.from === from &&
      previousStyle.format === request.format &&
      previousStyle.isLink === request.isLink &&
      previousStyle.isWrapped === request.isWrapped &&
      previousStyle.isOwn === request.isOwn
    if (isSame) return previousStyle.style
    const style = styleAttribute(this.#styles.deriveStyle(from, request))
    slot.previousStyle = { ...request, from, style }
    return style
  }
}
