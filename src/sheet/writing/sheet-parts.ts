import { BatchError } from '../../support/errors.ts'
import { columnName } from '../cell.ts'
import { escapeWorkbookText, escapeXml, linksNamespace, mainNamespace, xmlHead } from '../package/xml-entities.ts'
import { lineHeight, measureText } from './cell-width.ts'
import { truncateCellText } from './safe-text.ts'
import { stampColour } from './styles.ts'
import type { InputRule, OutputColumn, OutputSheet } from './workbook-writer.ts'

/** In characters. */
const maxWidth = 255

export const foldedColumn = ' outlineLevel="1" hidden="1"'

/** Tab colour, fit to width, frozen headings and columns, widths. `styleOf`: the style number of empty cells. */
export function headXml(
  { columns, hasHeadings = true, frozenColumns = 0, lead = [] }: OutputSheet,
  stamp: string | undefined,
  styleOf: (column: OutputColumn) => number | undefined,
): string {
  const tab = stamp === undefined ? '' : `<tabColor rgb="${stampColour}"/>`
  const properties = `<sheetPr>${tab}<pageSetUpPr fitToPage="1"/></sheetPr>`
  const outline = columns.some(({ isFolded }) => isFolded) ? ' outlineLevelCol="1"' : ''
  const widths = columns.map((column, index) => {
    const style = styleOf(column)
    const format = style === undefined ? '' : ` style="${style}"`
    return `<col min="${index + 1}" max="${index + 1}" width="${widthOf(column)}"${format} customWidth="1"${column.isFolded ? foldedColumn : ''}/>`
  })
  return (
    `${xmlHead}<worksheet xmlns="${mainNamespace}" xmlns:r="${linksNamespace}">${properties}${hasHeadings ? viewsXml(frozenColumns, lead.length + 1) : ''}` +
    `<sheetFormatPr defaultRowHeight="${lineHeight}"${outline}/>${wrapXml('cols', widths)}<sheetData>`
  )
}

function viewsXml(frozenColumns: number, frozenRows: number): string {
  const first = `${columnName(frozenColumns)}${frozenRows + 1}`
  const active = frozenColumns === 0 ? 'bottomLeft' : 'bottomRight'
  const split = frozenColumns === 0 ? '' : `xSplit="${frozenColumns}" `
  const pane = `<pane ${split}ySplit="${frozenRows}" topLeftCell="${first}" activePane="${active}" state="frozen"/>`
  const others = frozenColumns === 0 ? '' : '<selection pane="topRight"/><selection pane="bottomLeft"/>'
  const selection = `${others}<selection pane="${active}" activeCell="${first}" sqref="${first}"/>`
  return `<sheetViews><sheetView workbookViewId="0">${pane}${selection}</sheetView></sheetViews>`
}

/** Empty without elements: an empty list is not allowed. */
export function wrapXml(tag: string, elements: readonly string[]): string {
  return elements.length === 0 ? '' : `<${tag}>${elements.join('')}</${tag.split(' ')[0]}>`
}

/** Characters and lines on an A4 page at full size. */
const upright = { width: 95, lines: 48 }
const across = { width: 145, lines: 32 }
/** Smallest readable scale. */
const smallest = 0.58

export interface Pages {
  orientation: 'portrait' | 'landscape'
  /** Pages across; a wide sheet takes two, each with the frozen columns. */
  wide: number
  /** Pages down; 0: as many as needed. */
  high: number
}

/** As few pages as stay readable: narrow sheets upright, on one page if they fit and take no new rows. */
export function choosePages({ columns, printed, isUpright = false }: OutputSheet, lines: number): Pages {
  if (printed !== undefined && printed !== 'none') return { orientation: 'landscape', wide: 1, high: 1 }
  const width = columns.reduce((sum, column) => sum + (column.isFolded === true ? 0 : widthOf(column)), 0)
  const [orientation, page] =
    isUpright || width <= upright.width ? (['portrait', upright] as const) : (['landscape', across] as const)
  const wide = !isUpright && width * smallest > page.width ? 2 : 1
  const grows = columns.some(({ entry }) => entry !== undefined)
  return { orientation, wide, high: grows || lines * smallest > page.lines ? 0 : 1 }
}

/** In bold capitals, beside the margins of a cell. */
const stampRoom = 3

/** No column is narrower than the stamp that stands before its heading: the word would be broken. */
export function fitToStamp(plan: OutputSheet, stamp: string | undefined): OutputSheet {
  if (stamp === undefined || plan.hasHeadings === false) return plan
  const least = stamp.length + stampRoom
  return { ...plan, columns: plan.columns.map((column) => ({ ...column, width: Math.max(least, widthOf(column)) })) }
}

/**
 * The stamp in header and footer; sheet name and page number in the footer. A table has lines: without them a number
 * and the text of the next column are read as one.
 */
export function pageXml(
  { hasHeadings = true, printed }: Pick<OutputSheet, 'hasHeadings' | 'printed'>,
  stamp: string | undefined,
  { orientation, wide, high }: Pages,
): string {
  const grid = hasHeadings && (printed === undefined || printed === 'none') ? '<printOptions gridLines="1"/>' : ''
  const margins = '<pageMargins left="0.4" right="0.4" top="0.6" bottom="0.6" header="0.3" footer="0.3"/>'
  const line = stamp === undefined ? '' : `&C&"-,Bold"&14${stamp}`
  const header = line === '' ? '' : `<oddHeader>${escapeXml(line)}</oddHeader>`
  const footer = `<oddFooter>${escapeXml(`&L&A${line}&R&P / &N`)}</oddFooter>`
  return `${grid}${margins}<pageSetup orientation="${orientation}" fitToWidth="${wide}" fitToHeight="${high}"/><headerFooter>${header}${footer}</headerFooter>`
}

/** In characters. */
export function widthOf(column: OutputColumn): number {
  const width = column.width ?? Math.min(40, Math.max(10, measureText(column.heading) + 4))
  return Math.min(maxWidth, Math.max(1, width))
}

/** Excel's limit for an error message or a prompt, in characters. */
const maxMessage = 255
/** Excel's limit for an inline list, in characters. */
const maxInlineList = 255
/** Serial numbers of 1900-03-01 and 2200-12-31, the dates that the readers accept. */
const dateSerials = ['61', '109939']

/** Number format of empty cells, so that typed values keep their form. */
export function inputFormat(entry: InputRule | undefined): string | undefined {
  if (entry?.kind === 'date') return 'yyyy-mm-dd'
  return entry?.kind === 'text' ? '@' : undefined
}

/** A check of what is typed into rows of a column; empty when any value is allowed. */
export function validationXml(column: OutputColumn, letter: string, firstRow: number, lastRow: number): string {
  const { heading, dropDown, entry } = column
  const check = (rule: string, errorTitle: string, error: string, ...formulas: string[]): string => {
    const messages = `errorTitle="${escapeXml(errorTitle)}" error="${toMessage(error)}"`
    const content = formulas.map((formula, index) => `<formula${index + 1}>${escapeXml(formula)}</formula${index + 1}>`)
    return `<dataValidation type=${rule} allowBlank="1" showErrorMessage="1" ${messages} sqref="${letter}${firstRow}:${letter}${lastRow}">${content.join('')}</dataValidation>`
  }
  if (dropDown !== undefined) {
    return check('"list"', 'Not in the list', 'Please choose one of the listed values.', listFormula(heading, dropDown))
  }
  if (entry === undefined || entry.kind === 'text') return ''
  if (entry.kind === 'integer') {
    return check('"whole" operator="greaterThanOrEqual"', 'Not a whole number', entry.error, '0')
  }
  if (entry.notBefore === undefined) return check('"date"', 'Not a date', entry.error, ...dateSerials)
  const [cell, start] = [`${letter}${firstRow}`, `${columnName(entry.notBefore)}${firstRow}`]
  return check('"custom"', 'Not a date', entry.error, `AND(ISNUMBER(${cell}),${cell}>=${start})`)
}

/** A text that is shown while the cell is selected. */
export function promptXml(cell: string, text: string): string {
  return `<dataValidation allowBlank="1" showInputMessage="1" prompt="${toMessage(text)}" sqref="${cell}"/>`
}

/** Line breaks in Excel's own form: a reader of XML makes spaces of others in an attribute. */
function toMessage(text: string): string {
  return escapeXml(escapeWorkbookText(truncateCellText(text.slice(0, maxMessage)))).replaceAll('\n', '_x000A_')
}

/** A longer list is written to cells, and named by their range. */
export function fitsDropDown(list: readonly string[]): boolean {
  return quoteList(list).length <= maxInlineList + 2 && !list.some((value) => value.includes(','))
}

function listFormula(heading: string, list: NonNullable<OutputColumn['dropDown']>): string {
  if ('range' in list) return list.range
  const formula = quoteList(list)
  if (!fitsDropDown(list)) {
    const wanted = `expected at most ${maxInlineList} characters and no commas, got ${formula.length - 2} characters`
    throw new BatchError('defect', `the drop-down of "${heading}" does not fit a cell: ${wanted}`)
  }
  return formula
}

function quoteList(list: readonly string[]): string {
  return `"${list.join(',').replaceAll('"', '""')}"`
}
