import type ExcelJS from 'exceljs'
import { columnName } from '../cell.ts'
import { countLines, measureText } from './cell-width.ts'
import { SheetStream } from './exceljs-stream.ts'
import type { OutCell, OutColumn, OutSheet } from './plan.ts'
import { toNoteText } from './safe-text.ts'
import { type Styles, type StyleWish, scoreScale, stampColour } from './styles.ts'
import { formatOfEntry, validationOf } from './validation.ts'
import { toXlsxCell } from './xlsx-cell.ts'

/** What Excel allows in one sheet. */
const maxLinks = 65_530
/** In characters. */
const maxWidth = 255
/** In points: of one line, and the most that a row may be high. */
const lineHeight = 15
const maxHeight = 409
/** So that rows can be added below. */
const usualEntryRows = 1_000

/** What is the same for all cells of a column, and how the one above was formatted: the next is mostly the same. */
interface ColumnState {
  letter: string
  plan: OutColumn | undefined
  /** Where long text is broken into lines; undefined where it is not. */
  wrapWidth: number | undefined
  entryFormat: string | undefined
  above: { wish: StyleWish; id: number } | undefined
}

/** One worksheet being written: formats the cells, keeps back-pressure, sets ranges when the number of rows is known. */
export class XlsxSheet {
  readonly name: string
  readonly hasHeadings: boolean
  rows = 0
  readonly #plan: OutSheet
  readonly #stream: SheetStream
  readonly #styles: Styles
  readonly #stamp: string
  readonly #columns: ColumnState[] = []

  constructor(
    workbook: ExcelJS.stream.xlsx.WorkbookWriter,
    name: string,
    plan: OutSheet,
    styles: Styles,
    stamp?: string,
  ) {
    this.name = name
    this.hasHeadings = plan.hasHeadings ?? true
    this.#plan = plan
    this.#styles = styles
    this.#stamp = stamp === undefined ? '' : `${stamp} `
    const views: Partial<ExcelJS.WorksheetView>[] = this.hasHeadings
      ? [{ state: 'frozen', ySplit: 1, topLeftCell: 'A2', activeCell: 'A2' }]
      : []
    this.#stream = new SheetStream(workbook.addWorksheet(name, { views, ...describeStamp(stamp) }))
    this.#stream.begin(plan.columns.map((column) => ({ width: widthOf(column), ...this.#styleOfEntry(column) })))
    if (this.hasHeadings) this.#writeHeadings()
  }

  /** Bytes of XML so far, about. */
  get bytes(): number {
    return this.#stream.bytes
  }

  async write(cells: readonly OutCell[], signal: AbortSignal): Promise<void> {
    this.rows += 1
    const row = this.rows + (this.hasHeadings ? 1 : 0)
    let xml = ''
    let lines = 1
    for (let index = 0; index < cells.length; index += 1) {
      const cell = cells[index]
      if (cell === undefined) continue
      xml += this.#cellXml(row, index, cell)
      const { wrapWidth } = this.#columnState(index)
      if (wrapWidth !== undefined && cell.t === 's') lines = Math.max(lines, countLines(cell.v, wrapWidth))
    }
    this.#stream.writeRow(rowXml(row, lines, xml))
    if (this.#stream.isFull) await this.#stream.drain(signal)
  }

  async finish(signal: AbortSignal): Promise<void> {
    const lastRow = this.rows + (this.hasHeadings ? 1 : 0)
    const lastColumn = columnName(Math.max(0, this.#plan.columns.length - 1))
    for (const [index, column] of this.#plan.columns.entries()) this.#formatRange(index, column, lastRow)
    const hasFilter = this.#plan.hasAutoFilter === true && this.hasHeadings
    await this.#stream.finish(hasFilter ? `A1:${lastColumn}${lastRow}` : undefined, signal)
  }

  #writeHeadings(): void {
    const { id } = this.#styles.heading
    let xml = ''
    let lines = 1
    for (const [index, column] of this.#plan.columns.entries()) {
      const { heading, note } = column
      lines = Math.max(lines, countLines(this.#stamp + heading, widthOf(column)))
      xml += `<c r="${columnName(index)}1" s="${id}"${toXlsxCell({ t: 's', v: heading }, false).xml ?? '/>'}`
      if (note !== undefined) this.#stream.addNote(1, index, toNoteText(note))
    }
    this.#stream.writeRow(rowXml(1, lines, xml))
  }

  #cellXml(row: number, index: number, cell: OutCell): string {
    const { mark, note } = cell
    if (cell.t === 'z' && mark === undefined && note === undefined) return ''
    const { xml, format, usualFormat, link } = toXlsxCell(cell, this.#stream.linkCount < maxLinks)
    if (xml === undefined && mark === undefined && note === undefined) return ''
    const column = this.#columnState(index)
    const address = `${column.letter}${row}`
    if (link !== undefined) this.#stream.addLink(address, link)
    if (note !== undefined) this.#stream.addNote(row, index, toNoteText(note))
    const id = this.#styleId(column, {
      format,
      usualFormat: usualFormat ?? (cell.t === 'n' ? column.plan?.format : undefined) ?? column.entryFormat,
      isWrapped: column.plan?.isWrapped === true,
      isLink: link !== undefined,
      mark,
    })
    return `<c r="${address}" s="${id}"${xml ?? '/>'}`
  }

  #columnState(index: number): ColumnState {
    const known = this.#columns[index]
    if (known !== undefined) return known
    const plan = this.#plan.columns[index]
    const state = {
      letter: columnName(index),
      plan,
      wrapWidth: plan?.isWrapped === true ? widthOf(plan) : undefined,
      entryFormat: formatOfEntry(plan?.entry),
      above: undefined,
    }
    this.#columns[index] = state
    return state
  }

  #styleId(column: ColumnState, wish: StyleWish): number {
    const { above } = column
    const isSame =
      above !== undefined &&
      above.wish.format === wish.format &&
      above.wish.usualFormat === wish.usualFormat &&
      above.wish.isLink === wish.isLink &&
      above.wish.mark === wish.mark
    if (isSame) return above.id
    const { id } = this.#styles.find(wish)
    column.above = { wish, id }
    return id
  }

  #styleOfEntry({ entry }: OutColumn): { style?: Partial<ExcelJS.Style> } {
    const usualFormat = formatOfEntry(entry)
    if (usualFormat === undefined) return {}
    const wish = { format: undefined, usualFormat, isWrapped: false, isLink: false, mark: undefined }
    return { style: this.#styles.find(wish).style }
  }

  #formatRange(index: number, column: OutColumn, lastRow: number): void {
    const letter = columnName(index)
    const firstRow = this.hasHeadings ? 2 : 1
    if (column.hasColourScale === true && lastRow >= firstRow) {
      this.#stream.addColourScale(`${letter}${firstRow}:${letter}${lastRow}`, scoreScale(index + 1))
    }
    const validation = validationOf(column, letter, firstRow)
    if (validation !== undefined) {
      const lastEntryRow = firstRow - 1 + (this.#plan.entryRows ?? usualEntryRows)
      this.#stream.addValidation(`${letter}${firstRow}:${letter}${Math.max(lastRow, lastEntryRow)}`, validation)
    }
  }
}

/** Above each page and in the tab. */
function describeStamp(stamp: string | undefined): Partial<ExcelJS.AddWorksheetOptions> {
  if (stamp === undefined) return {}
  const header = `&C&"-,Bold"&14${stamp}`
  return { properties: { tabColor: { argb: stampColour } }, headerFooter: { oddHeader: header, oddFooter: header } }
}

/** Excel finds out itself how high a row must be; LibreOffice does so on the first sheet only. */
function rowXml(row: number, lines: number, cells: string): string {
  const height = lines === 1 ? '' : ` ht="${Math.min(maxHeight, lines * lineHeight)}"`
  return `<row r="${row}"${height}>${cells}</row>`
}

function widthOf(column: OutColumn): number {
  const width = column.width ?? Math.min(40, Math.max(10, measureText(column.heading) + 4))
  return Math.min(maxWidth, Math.max(1, width))
}
