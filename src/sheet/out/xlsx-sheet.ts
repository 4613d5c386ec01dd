import type ExcelJS from 'exceljs'
import { columnName } from '../cell.ts'
import { SheetStream } from './exceljs-stream.ts'
import type { OutCell, OutColumn, OutSheet } from './plan.ts'
import { headingStyle, type StyleOf, scoreScale } from './styles.ts'
import { toNoteText } from './text.ts'
import { formatOfEntry, validationOf } from './validation.ts'
import { toXlsxCell } from './xlsx-cell.ts'

/** Rows written between two pauses; measured: more of them and memory grows. */
const rowsPerTurn = 25
/** What Excel allows in one sheet. */
const maxLinks = 65_530
/** So that rows can be added below. */
const usualEntryRows = 1_000

/** One worksheet being written: formats the cells, keeps back-pressure, sets ranges when the number of rows is known. */
export class XlsxSheet {
  readonly name: string
  readonly hasHeadings: boolean
  rows = 0
  readonly #plan: OutSheet
  readonly #stream: SheetStream
  readonly #styleOf: StyleOf
  #links = 0

  constructor(workbook: ExcelJS.stream.xlsx.WorkbookWriter, name: string, plan: OutSheet, styleOf: StyleOf) {
    this.name = name
    this.hasHeadings = plan.hasHeadings ?? true
    this.#plan = plan
    this.#styleOf = styleOf
    const views: Partial<ExcelJS.WorksheetView>[] = this.hasHeadings
      ? [{ state: 'frozen', ySplit: 1, topLeftCell: 'A2', activeCell: 'A2' }]
      : []
    const sheet = workbook.addWorksheet(name, { views })
    this.#stream = new SheetStream(sheet)
    sheet.columns = plan.columns.map((column) => {
      const format = formatOfEntry(column.entry)
      return { width: widthOf(column), ...(format === undefined ? {} : { style: styleOf(format, false, false) }) }
    })
    if (this.hasHeadings) this.#writeHeadings(sheet)
  }

  /** Bytes of XML so far. */
  get bytes(): number {
    return this.#stream.bytes
  }

  async write(cells: readonly OutCell[], signal: AbortSignal): Promise<void> {
    this.rows += 1
    const row = this.#stream.sheet.getRow(this.rows + (this.hasHeadings ? 1 : 0))
    for (const [index, cell] of cells.entries()) this.#writeCell(row, index, cell)
    row.commit()
    if (this.rows % rowsPerTurn === 0) await this.#stream.drain(signal)
  }

  async finish(signal: AbortSignal): Promise<void> {
    const { sheet } = this.#stream
    const lastRow = this.rows + (this.hasHeadings ? 1 : 0)
    const lastColumn = columnName(Math.max(0, this.#plan.columns.length - 1))
    if (this.#plan.hasAutoFilter === true && this.hasHeadings) sheet.autoFilter = `A1:${lastColumn}${lastRow}`
    for (const [index, column] of this.#plan.columns.entries()) this.#formatRange(columnName(index), column, lastRow)
    sheet.commit()
    await this.#stream.drain(signal)
  }

  #writeHeadings(sheet: ExcelJS.Worksheet): void {
    const row = sheet.getRow(1)
    for (const [index, column] of this.#plan.columns.entries()) {
      const cell = row.getCell(index + 1)
      cell.value = toXlsxCell({ t: 's', v: column.heading }, false).value
      cell.style = headingStyle
      if (column.note !== undefined) cell.note = toNoteText(column.note)
    }
    row.commit()
  }

  #writeCell(row: ExcelJS.Row, index: number, cell: OutCell): void {
    const { mark, note } = cell
    if (cell.t === 'z' && mark === undefined && note === undefined) return
    const { value, format, isLink } = toXlsxCell(cell, this.#links < maxLinks)
    if (value === null && mark === undefined && note === undefined) return
    if (isLink === true) this.#links += 1
    const column = this.#plan.columns[index]
    const written = row.getCell(index + 1)
    written.value = value
    written.style = this.#styleOf(
      format ?? (cell.t === 'n' ? column?.format : undefined) ?? formatOfEntry(column?.entry),
      column?.isWrapped === true,
      isLink === true,
      mark,
    )
    if (note !== undefined) written.note = toNoteText(note)
  }

  #formatRange(letter: string, column: OutColumn, lastRow: number): void {
    const firstRow = this.hasHeadings ? 2 : 1
    if (column.hasColourScale === true && lastRow >= firstRow) {
      const ref = `${letter}${firstRow}:${letter}${lastRow}`
      this.#stream.sheet.addConditionalFormatting({ ref, rules: [scoreScale] })
    }
    const validation = validationOf(column, letter, firstRow)
    if (validation !== undefined) {
      const lastEntryRow = firstRow - 1 + (this.#plan.entryRows ?? usualEntryRows)
      this.#stream.addValidation(`${letter}${firstRow}:${letter}${Math.max(lastRow, lastEntryRow)}`, validation)
    }
  }
}

function widthOf(column: OutColumn): number {
  return column.width ?? Math.min(40, Math.max(10, column.heading.length + 4))
}
