import type { CellValue } from 'exceljs'
import { assertNever } from '../../support/errors.ts'
import { hasTimeOfDay, toDateSerial } from './dates.ts'
import type { OutCell } from './plan.ts'
import { escapeWorkbookText, fitCell, isPlainText, textOf } from './text.ts'

/** What exceljs is given for one cell: never an object that came from data, as it would read formulas into it. */
export interface XlsxCell {
  value: CellValue
  format?: string | undefined
  isLink?: boolean
}

const emptyXlsxCell: XlsxCell = { value: null }
const errorValues = ['#N/A', '#REF!', '#NAME?', '#DIV/0!', '#NULL!', '#VALUE!', '#NUM!'] as const
const maxFormat = 255
const maxAddress = 2079

export function toXlsxCell(cell: OutCell, canLink: boolean): XlsxCell {
  switch (cell.t) {
    case 's':
      return { value: toTextValue(textOf(cell.v)) }
    case 'n':
      return Number.isFinite(cell.v)
        ? { value: cell.v, format: checkFormat(cell.f) }
        : { value: toTextValue(textOf(cell.v)) }
    case 'b':
      return { value: cell.v === true }
    case 'd':
      return toDateCell(cell.v, cell.f)
    case 'e':
      return toErrorCell(cell.v)
    case 'z':
      return emptyXlsxCell
    case 'link':
      return canLink ? toLinkCell(cell.v, readWebAddress(cell.href)) : { value: toTextValue(textOf(cell.v)) }
    case 'jump':
      return canLink
        ? toLinkCell(cell.v, `#'${cell.sheet.replaceAll("'", "''")}'!${cell.cell}`)
        : { value: toTextValue(textOf(cell.v)) }
    default:
      return assertNever(cell)
  }
}

/**
 * Text for exceljs. A rich text of one run is its only form that keeps white space at the ends, and the only one in which
 * LibreOffice decodes escapes.
 */
function toTextValue(text: string): CellValue {
  if (text === '') return null
  return isPlainText(text) ? text : { richText: [{ text: escapeWorkbookText(fitCell(text)) }] }
}

/** A date is a number with a date format; exceljs's own dates are not used, so no time zone can come in. */
function toDateCell(text: string, format: string | undefined): XlsxCell {
  const serial = toDateSerial(textOf(text))
  if (serial === undefined) return { value: toTextValue(textOf(text)) }
  const own = hasTimeOfDay(text) ? 'yyyy-mm-dd hh:mm' : 'yyyy-mm-dd'
  return { value: serial, format: checkFormat(format) ?? (serial < 1 ? 'hh:mm:ss' : own) }
}

function toErrorCell(text: string): XlsxCell {
  const error = errorValues.find((known) => known === text)
  return { value: error === undefined ? toTextValue(textOf(text)) : { error } }
}

function toLinkCell(text: string, target: string | undefined): XlsxCell {
  const shown = textOf(text)
  if (target === undefined || shown === '') return { value: toTextValue(shown) }
  return { value: { text: escapeWorkbookText(fitCell(shown)), hyperlink: target }, isLink: true }
}

/** The address when it is http or https and short enough for a link. */
function readWebAddress(text: unknown): string | undefined {
  const address = typeof text === 'string' && URL.canParse(text) ? new URL(text) : undefined
  if (address?.protocol !== 'https:' && address?.protocol !== 'http:') return undefined
  return address.href.length <= maxAddress ? address.href : undefined
}

/** A number format that a workbook can hold; exceljs would write any. */
function checkFormat(format: string | undefined): string | undefined {
  const isFit =
    typeof format === 'string' &&
    format !== '' &&
    format.length <= maxFormat &&
    !/[\x00-\x1f\x7f\ufffe\uffff]/.test(format)
  return isFit ? format : undefined
}
