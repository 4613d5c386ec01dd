import { columnName } from '../cell.ts'
import { linksNamespace, mainNamespace, xmlHead } from '../package/namespaces.ts'
import { escapeXml } from '../package/xml-entities.ts'
import { lineHeight, measureText } from './cell-width.ts'
import { stampColour } from './styles.ts'
import type { OutputColumn, OutputSheet } from './workbook-writer.ts'

/** In characters. */
const maxWidth = 255

export const foldedColumn = ' outlineLevel="1" hidden="1"'

/**
 * A worksheet up to its rows: tab colour, fit to width, frozen headings and columns, widths. `styleOf`: the style number
 * of a column's empty cells.
 */
export function headXml(
  { columns, hasHeadings = true, frozenColumns = 0 }: OutputSheet,
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
    `${xmlHead}<worksheet xmlns="${mainNamespace}" xmlns:r="${linksNamespace}">${properties}${hasHeadings ? viewsXml(frozenColumns) : ''}` +
    `<sheetFormatPr defaultRowHeight="${lineHeight}"${outline}/>${wrapXml('cols', widths)}<sheetData>`
  )
}

function viewsXml(frozenColumns: number): string {
  const first = `${columnName(frozenColumns)}2`
  const active = frozenColumns === 0 ? 'bottomLeft' : 'bottomRight'
  const split = frozenColumns === 0 ? '' : `xSplit="${frozenColumns}" `
  const pane = `<pane ${split}ySplit="1" topLeftCell="${first}" activePane="${active}" state="frozen"/>`
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

/**
 * As few pages as stay readable: narrow sheets in portrait, and on one page when they fit and take no new rows. Folded
 * columns are not printed.
 */
export function choosePages({ columns, printed }: OutputSheet, lines: number): Pages {
  if (printed !== undefined) return { orientation: 'landscape', wide: 1, high: 1 }
  const width = columns.reduce((sum, column) => sum + (column.isFolded === true ? 0 : widthOf(column)), 0)
  const [orientation, page] =
    width <= upright.width ? (['portrait', upright] as const) : (['landscape', across] as const)
  const wide = width * smallest > page.width ? 2 : 1
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
  const grid = hasHeadings && printed === undefined ? '<printOptions gridLines="1"/>' : ''
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
