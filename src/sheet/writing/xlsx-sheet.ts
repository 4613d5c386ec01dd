import { columnName } from '../cell.ts'
import type { WorkbookOut } from '../package/workbook-out.ts'
import { countLines, lineHeight, maxHeight } from './cell-width.ts'
import { writeSheetCharts } from './chart.ts'
import { choosePages, fitToStamp, headXml, pageXml, widthOf, wrapXml } from './page-setup.ts'
import { SheetStream } from './sheet-stream.ts'
import { type Styles, scoreRulesXml } from './styles.ts'
import { inputFormat, promptXml, validationOf, validationXml } from './validation.ts'
import type { OutputCell, OutputColumn, OutputSheet } from './workbook-writer.ts'
import { emptyForm, toXlsxCell } from './xlsx-cell.ts'

/** Leaves room for new rows. */
const defaultEntryRows = 1_000

/** Constants of a column. */
interface WrittenColumn {
  letter: string
  plan: OutputColumn | undefined
  wrapWidth: number | undefined
  entryFormat: string | undefined
}

export interface WorksheetContext {
  out: WorkbookOut
  part: string
  name: string
  styles: Styles
  stamp: string | undefined
  onFailure(error: unknown): void
}

/** Formats cells, applies back-pressure, and sets ranges once the number of rows is known. */
export class XlsxSheet {
  readonly name: string
  readonly hasHeadings: boolean
  rows = 0
  #lines = 0
  readonly #plan: OutputSheet
  readonly #stream: SheetStream
  readonly #context: WorksheetContext
  readonly #columns: WrittenColumn[] = []

  constructor(context: WorksheetContext, given: OutputSheet) {
    const { out, part, name, stamp, onFailure } = context
    const plan = fitToStamp(given, stamp)
    this.name = name
    this.hasHeadings = plan.hasHeadings ?? true
    this.#plan = plan
    this.#context = context
    this.#stream = new SheetStream(out, part, onFailure)
    this.#stream.write(headXml(plan, stamp, (column) => this.#styleOfEntry(column)))
    if (this.hasHeadings) this.#writeHeadings()
  }

  get bytes(): number {
    return this.#stream.bytes
  }

  async write(cells: readonly OutputCell[], signal: AbortSignal): Promise<void> {
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
    this.#lines += lines
    this.#stream.write(rowXml(row, lines, xml))
    if (this.#stream.isFull) await this.#stream.drain(signal)
  }

  async finish(signal: AbortSignal): Promise<void> {
    const { columns, hasAutoFilter = false, charts = [] } = this.#plan
    const { out, part, name, stamp } = this.#context
    const lastRow = this.rows + (this.hasHeadings ? 1 : 0)
    const lastColumn = columnName(Math.max(0, columns.length - 1))
    const filter = hasAutoFilter && this.hasHeadings ? `<autoFilter ref="A1:${lastColumn}${lastRow}"/>` : ''
    const scales = columns.map((column, index) => this.#scaleXml(index, column, lastRow)).join('')
    const checks = columns.flatMap((column, index) => this.#validationsXml(index, column, lastRow))
    const stream = this.#stream
    stream.write(`</sheetData>${filter}${scales}${wrapXml(`dataValidations count="${checks.length}"`, checks)}`)
    await stream.writeLinks(signal)
    const drawing = charts.length === 0 ? '' : '<drawing r:id="drawing"/>'
    stream.write(`${pageXml(this.#plan, stamp, choosePages(this.#plan, this.#lines))}${drawing}</worksheet>`)
    await stream.end(signal)
    if (charts.length > 0) stream.links.relationships.add(await writeSheetCharts(out, { part, name }, charts))
    await stream.writeRelationships()
  }

  abort(): void {
    this.#stream.abort()
  }

  #writeHeadings(): void {
    const id = this.#context.styles.heading
    const { stamp } = this.#context
    const before = stamp === undefined ? '' : `${stamp} `
    let xml = ''
    let lines = 1
    for (const [index, column] of this.#plan.columns.entries()) {
      const { heading } = column
      lines = Math.max(lines, countLines(before + heading, widthOf(column)))
      const { form, content } = toXlsxCell({ t: 's', v: heading }, false)
      xml += `<c r="${columnName(index)}1" s="${id}"${form.before}${content}${form.after}`
    }
    this.#lines += lines
    this.#stream.write(rowXml(1, lines, xml))
  }

  #cellXml(row: number, index: number, cell: OutputCell): string {
    const { mark, look } = cell
    if (cell.t === 'z' && mark === undefined) return ''
    const { form, content, format, usualFormat, link } = toXlsxCell(cell, this.#stream.links.hasCapacity)
    if (form === emptyForm && mark === undefined) return ''
    const column = this.#columnState(index)
    const address = `${column.letter}${row}`
    if (link !== undefined) this.#stream.links.add(address, link)
    const id = this.#context.styles.idOf({
      format,
      usualFormat: usualFormat ?? (cell.t === 'n' ? column.plan?.format : undefined) ?? column.entryFormat,
      isWrapped: column.plan?.isWrapped === true,
      isLink: link !== undefined,
      mark,
      look,
    })
    return `<c r="${address}" s="${id}"${form.before}${content}${form.after}`
  }

  #columnState(index: number): WrittenColumn {
    const known = this.#columns[index]
    if (known !== undefined) return known
    const plan = this.#plan.columns[index]
    const state = {
      letter: columnName(index),
      plan,
      wrapWidth: plan?.isWrapped === true ? widthOf(plan) : undefined,
      entryFormat: inputFormat(plan?.entry),
    }
    this.#columns[index] = state
    return state
  }

  #styleOfEntry({ entry }: OutputColumn): number | undefined {
    const usualFormat = inputFormat(entry)
    if (usualFormat === undefined) return undefined
    const plain = { format: undefined, isWrapped: false, isLink: false, mark: undefined, look: undefined }
    return this.#context.styles.idOf({ ...plain, usualFormat })
  }

  #scaleXml(index: number, { hasColourScale = false }: OutputColumn, lastRow: number): string {
    const letter = columnName(index)
    if (!hasColourScale || lastRow < this.#firstRow) return ''
    const range = `${letter}${this.#firstRow}:${letter}${lastRow}`
    const rules = scoreRulesXml(2 * index + 1, this.#context.styles.whiteText)
    return `<conditionalFormatting sqref="${range}">${rules}</conditionalFormatting>`
  }

  /** What the heading means, shown where it is selected, and the check of what is typed below it. */
  #validationsXml(index: number, column: OutputColumn, lastRow: number): string[] {
    const letter = columnName(index)
    const lastEntryRow = this.#firstRow - 1 + (this.#plan.entryRows ?? defaultEntryRows)
    const typed = `${letter}${this.#firstRow}:${letter}${Math.max(lastRow, lastEntryRow)}`
    const validation = validationOf(column, letter, this.#firstRow)
    return [
      ...(this.hasHeadings && column.note !== undefined ? [promptXml(`${letter}1`, column.note)] : []),
      ...(validation === undefined ? [] : [validationXml(typed, validation)]),
    ]
  }

  get #firstRow(): number {
    return this.hasHeadings ? 2 : 1
  }
}

/** Excel computes row heights itself; LibreOffice does so on the first sheet only. */
function rowXml(row: number, lines: number, cells: string): string {
  const height = lines === 1 ? '' : ` ht="${Math.min(maxHeight, lines * lineHeight)}"`
  return `<row r="${row}"${height}>${cells}</row>`
}
