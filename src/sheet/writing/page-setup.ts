import { columnName } from '../cell.ts'
import { measureText } from './cell-width.ts'
import { escapeXml } from './safe-text.ts'
import { stampColour } from './styles.ts'
import type { OutputColumn, OutputSheet } from './workbook-writer.ts'

/** In characters. */
const maxWidth = 255

/** The colour of its tab, that its pages are as wide as it is, and headings and columns that stay where they are. */
export function headXml({ hasHeadings = true, frozenColumns = 0 }: OutputSheet, stamp: string | undefined): string {
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

/** In characters and lines of text: what an A4 page holds at full size, upright and across. */
const upright = { width: 95, lines: 48 }
const across = { width: 145, lines: 32 }
/** Of full size: smaller, nobody reads it. */
const smallest = 0.58

/** On which pages a sheet is printed. */
export interface Pages {
  orientation: 'portrait' | 'landscape'
  /** How many beside each other; a wide sheet is on two, each with the columns that stay in sight. */
  wide: number
  /** How many below each other; 0: as many as it takes. */
  high: number
}

/** On as few pages as can be read: a narrow sheet upright, and on one page where it fits on one and nobody adds rows. */
export function choosePages({ columns, printed }: OutputSheet, lines: number): Pages {
  if (printed !== undefined) return { orientation: 'landscape', wide: 1, high: 1 }
  const width = columns.reduce((sum, column) => sum + widthOf(column), 0)
  const [orientation, page] =
    width <= upright.width ? (['portrait', upright] as const) : (['landscape', across] as const)
  const wide = width * smallest > page.width ? 2 : 1
  const grows = columns.some(({ entry }) => entry !== undefined)
  return { orientation, wide, high: grows || lines * smallest > page.lines ? 0 : 1 }
}

/** The stamp above and below, the sheet's name and the number of the page below. */
export function pageXml(stamp: string | undefined, { orientation, wide, high }: Pages): string {
  const margins = '<pageMargins left="0.4" right="0.4" top="0.6" bottom="0.6" header="0.3" footer="0.3"/>'
  const line = stamp === undefined ? '' : `&C&"-,Bold"&14${stamp}`
  const header = line === '' ? '' : `<oddHeader>${escapeXml(line)}</oddHeader>`
  const footer = `<oddFooter>${escapeXml(`&L&A${line}&R&P / &N`)}</oddFooter>`
  return `${margins}<pageSetup orientation="${orientation}" fitToWidth="${wide}" fitToHeight="${high}"/><headerFooter>${header}${footer}</headerFooter>`
}

/** How wide a column is. */
export function widthOf(column: OutputColumn): number {
  const width = column.width ?? Math.min(40, Math.max(10, measureText(column.heading) + 4))
  return Math.min(maxWidth, Math.max(1, width))
}
