import { columnName } from '../cell.ts'
import { measureText } from './cell-width.ts'
import type { OutColumn, OutSheet } from './plan.ts'
import { escapeXml } from './safe-text.ts'
import { stampColour } from './styles.ts'

/** In characters. */
const maxWidth = 255

/** The colour of its tab, that its pages are as wide as it is, and headings and columns that stay where they are. */
export function headXml({ hasHeadings = true, frozenColumns = 0 }: OutSheet, stamp: string | undefined): string {
  const tab = stamp === undefined ? '' : `<tabColor rgb="${stampColour}"/>`
  const properties = `<sheetPr>${tab}<pageSetUpPr fitToPage="1"/></sheetPr>`
  if (!hasHeadings) return properties
  const first = `${columnName(frozenColumns)}2`
  const active = frozenColumns === 0 ? 'bottomLeft' : 'bottomRight'
  const split = frozenColumns === 0 ? '' : `xSplit="${frozenColumns}" `
  const pane = `<pane ${split}ySplit="1" topLeftCell="${first}" activePane="${active}" state="frozen"/>`
  const others = frozenColumns === 0 ? '' : '<selection pane="topRight"/><selection pane="bottomLeft"/>'
  const selection = `${others}<selection pane="${active}" activeCell="${first}" sqref="${first}"/>`
  return `${properties}<sheetViews><sheetView workbookViewId="0">${pane}${selection}</sheetView></sheetViews>`
}

/** So many characters beside each other can still be read on one page. */
const readableWidth = 250

/** A wide sheet is printed on two pages beside each other, each with the columns that stay in sight. */
export function pagesAcross(columns: readonly OutColumn[]): number {
  return columns.reduce((sum, column) => sum + widthOf(column), 0) > readableWidth ? 2 : 1
}

/** Across, as wide as its pages; the stamp above and below, the sheet's name and the number of the page below. */
export function pageXml(stamp: string | undefined, across: number): string {
  const margins = '<pageMargins left="0.4" right="0.4" top="0.6" bottom="0.6" header="0.3" footer="0.3"/>'
  const line = stamp === undefined ? '' : `&C&"-,Bold"&14${stamp}`
  const header = line === '' ? '' : `<oddHeader>${escapeXml(line)}</oddHeader>`
  const footer = `<oddFooter>${escapeXml(`&L&A${line}&R&P / &N`)}</oddFooter>`
  return `${margins}<pageSetup orientation="landscape" fitToWidth="${across}" fitToHeight="0"/><headerFooter>${header}${footer}</headerFooter>`
}

/** How wide a column is. */
export function widthOf(column: OutColumn): number {
  const width = column.width ?? Math.min(40, Math.max(10, measureText(column.heading) + 4))
  return Math.min(maxWidth, Math.max(1, width))
}
