import { assertNever } from '../../support/errors.ts'
import { classifyFormat } from '../number-format/classify.ts'
import type { Link } from '../package/link-collector.ts'
import { escapeWorkbookText, escapeXml } from '../package/xml-entities.ts'
import { dateFormat, toDateSerial } from './dates.ts'
import { linkToCell, linkToWeb } from './link.ts'
import { isPlainText, isPlainXml, textOf, truncateCellText } from './safe-text.ts'
import type { OutputCell } from './workbook-writer.ts'

/** XML around a cell's content, after the attributes `r` and `s`. */
export interface CellForm {
  before: string
  after: string
}

export interface XlsxCell {
  form: CellForm
  content: string
  /** The cell's own number format, not yet checked. */
  format?: string | undefined
  /** Used when `format` is missing or refused. */
  usualFormat?: string
  link?: Link | undefined
}

export const emptyForm: CellForm = { before: '/>', after: '' }
const numberForm: CellForm = { before: '><v>', after: '</v></c>' }
const textForm: CellForm = { before: ' t="str"><v>', after: '</v></c>' }
/**
 * Rich text of one run: the only form that keeps white space at the ends in every reader, and whose escapes LibreOffice
 * decodes.
 */
const richForm: CellForm = {
  before: ' t="inlineStr"><is><r><t xml:space="preserve">',
  after: '</t></r></is></c>',
}
const booleanForm: CellForm = { before: ' t="b"><v>', after: '</v></c>' }
const errorForm: CellForm = { before: ' t="e"><v>', after: '</v></c>' }

const emptyXlsxCell: XlsxCell = { form: emptyForm, content: '' }
const errorValues: ReadonlySet<string> = new Set(['#N/A', '#REF!', '#NAME?', '#DIV/0!', '#NULL!', '#VALUE!', '#NUM!'])

export function toXlsxCell(cell: OutputCell, canLink: boolean): XlsxCell {
  switch (cell.t) {
    case 's':
      return toTextCell(textOf(cell.v))
    case 'n':
      return Number.isFinite(cell.v)
        ? { form: numberForm, content: textOfNumber(cell.v), format: cell.f }
        : toTextCell(textOf(cell.v))
    case 'b':
      return { form: booleanForm, content: cell.v === true ? '1' : '0' }
    case 'd':
      return toDateCell(textOf(cell.v), cell.f)
    case 'e':
      return errorValues.has(cell.v) ? { form: errorForm, content: cell.v } : toTextCell(textOf(cell.v))
    case 'z':
      return emptyXlsxCell
    case 'link':
      return toLinkCell(cell, canLink ? linkToWeb(cell.href) : undefined)
    case 'jump':
      return toTextCell(textOf(cell.v), canLink ? linkToCell(cell.sheet, cell.cell) : undefined)
    default:
      return assertNever(cell)
  }
}

function toLinkCell({ v, label = v }: { v: string; label?: string }, link: Link | undefined): XlsxCell {
  return toTextCell(textOf(link === undefined ? v : label), link)
}

function toTextCell(text: string, link?: Link): XlsxCell {
  if (text === '') return emptyXlsxCell
  if (isPlainXml(text)) return { form: textForm, content: text, link }
  if (isPlainText(text)) return { form: textForm, content: escapeXml(text), link }
  return { form: richForm, content: escapeXml(escapeWorkbookText(truncateCellText(text))), link }
}

/** Numbers up to 100 with one decimal, such as scores: a look-up takes a tenth of the time of formatting. */
const decimalTexts = Array.from({ length: 1_001 }, (_, count) => String(count / 10))

function textOfNumber(number: number): string {
  const count = Math.round(10 * number)
  return (count / 10 === number ? decimalTexts[count] : undefined) ?? String(number)
}

function toDateCell(text: string, format: string | undefined): XlsxCell {
  const isDuration = (): boolean => format !== undefined && classifyFormat(format).kind === 'duration'
  const serial = toDateSerial(text, isDuration)
  if (serial === undefined) return toTextCell(text)
  return { form: numberForm, content: String(serial), format, usualFormat: dateFormat(text, serial, isDuration) }
}
