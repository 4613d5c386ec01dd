import { assertNever } from '../../support/errors.ts'
import { classifyFormat } from '../number-format/classify.ts'
import { formatOfDate, toDateSerial } from './dates.ts'
import { type Link, linkToCell, linkToWeb } from './link.ts'
import type { OutCell } from './plan.ts'
import { escapeWorkbookText, escapeXml, fitCell, isPlainText, isPlainXml, textOf } from './safe-text.ts'

/** A cell of a worksheet but for its address and style. */
export interface XlsxCell {
  /** What follows the attributes `r` and `s`; undefined when the cell is empty. */
  xml: string | undefined
  /** The number format that it brought along; whether Excel takes it is not known yet. */
  format?: string | undefined
  /** The one to use when that is missing or refused. */
  usualFormat?: string
  link?: Link | undefined
}

const emptyXlsxCell: XlsxCell = { xml: undefined }
const errorValues: ReadonlySet<string> = new Set(['#N/A', '#REF!', '#NAME?', '#DIV/0!', '#NULL!', '#VALUE!', '#NUM!'])

export function toXlsxCell(cell: OutCell, canLink: boolean): XlsxCell {
  switch (cell.t) {
    case 's':
      return { xml: toTextXml(textOf(cell.v)) }
    case 'n':
      return Number.isFinite(cell.v)
        ? { xml: `><v>${cell.v}</v></c>`, format: cell.f }
        : { xml: toTextXml(textOf(cell.v)) }
    case 'b':
      return { xml: cell.v === true ? ' t="b"><v>1</v></c>' : ' t="b"><v>0</v></c>' }
    case 'd':
      return toDateCell(textOf(cell.v), cell.f)
    case 'e':
      return { xml: errorValues.has(cell.v) ? ` t="e"><v>${cell.v}</v></c>` : toTextXml(textOf(cell.v)) }
    case 'z':
      return emptyXlsxCell
    case 'link':
      return toLinkCell(textOf(cell.v), canLink ? linkToWeb(cell.href) : undefined)
    case 'jump':
      return toLinkCell(textOf(cell.v), canLink ? linkToCell(cell.sheet, cell.cell) : undefined)
    default:
      return assertNever(cell)
  }
}

/**
 * Rich text of one run is the only form that keeps white space at the ends in every reader, and the only one in which
 * LibreOffice decodes escapes.
 */
function toTextXml(text: string): string | undefined {
  if (text === '') return undefined
  if (isPlainXml(text)) return ` t="str"><v>${text}</v></c>`
  if (isPlainText(text)) return ` t="str"><v>${escapeXml(text)}</v></c>`
  const content = escapeXml(escapeWorkbookText(fitCell(text)))
  return ` t="inlineStr"><is><r><t xml:space="preserve">${content}</t></r></is></c>`
}

/** A date is a number with a date format. */
function toDateCell(text: string, format: string | undefined): XlsxCell {
  const isDuration = (): boolean => format !== undefined && classifyFormat(format).kind === 'duration'
  const serial = toDateSerial(text, isDuration)
  if (serial === undefined) return { xml: toTextXml(text) }
  return { xml: `><v>${serial}</v></c>`, format, usualFormat: formatOfDate(text, serial, isDuration) }
}

function toLinkCell(text: string, link: Link | undefined): XlsxCell {
  const xml = toTextXml(text)
  return { xml, link: xml === undefined ? undefined : link }
}
