import { assertNever, attempt } from '../../support/errors.ts'
import { dayNumberOf, daysOfTime, firstOfMarch1900 } from '../day-numbers.ts'
import { classifyFormat } from '../number-format/classify.ts'
import { cellReference } from '../package/cell-range.ts'
import type { Link } from '../package/relationships.ts'
import { escapeWorkbookText, escapeXml } from '../package/xml-entities.ts'
import { isPlainText, isPlainXml, textOf, truncateCellText } from './safe-text.ts'
import type { OutputCell } from './workbook-writer.ts'

/** XML around a cell's content, after the attributes `r` and `s`. */
type CellForm = Readonly<Record<'before' | 'after', string>>

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
/** Rich text of one run: only so each reader keeps white space at the ends, and LibreOffice decodes its escapes. */
const richForm: CellForm = { before: ' t="inlineStr"><is><r><t xml:space="preserve">', after: '</t></r></is></c>' }
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
        ? { form: numberForm, content: String(cell.v), format: cell.f }
        : toTextCell(textOf(cell.v))
    case 'b':
      return { form: booleanForm, content: cell.v === true ? '1' : '0' }
    case 'd':
      return toDateCell(textOf(cell.v), cell.f)
    case 'e':
      return errorValues.has(cell.v) ? { form: errorForm, content: cell.v } : toTextCell(textOf(cell.v))
    case 'z':
      return emptyXlsxCell
    case 'link': {
      const link = canLink ? linkToWeb(cell.href) : undefined
      return toTextCell(textOf(link === undefined ? cell.v : (cell.label ?? cell.v)), link)
    }
    case 'jump':
      return toTextCell(textOf(cell.v), canLink ? linkToCell(cell.sheet, cell.cell) : undefined)
    default:
      return assertNever(cell)
  }
}

function toTextCell(text: string, link?: Link): XlsxCell {
  if (text === '') return emptyXlsxCell
  if (isPlainXml(text)) return { form: textForm, content: text, link }
  if (isPlainText(text)) return { form: textForm, content: escapeXml(text), link }
  return { form: richForm, content: escapeXml(escapeWorkbookText(truncateCellText(text))), link }
}

function toDateCell(text: string, format: string | undefined): XlsxCell {
  const isDuration = (): boolean => format !== undefined && classifyFormat(format).kind === 'duration'
  const serial = toDateSerial(text, isDuration)
  if (serial === undefined) return toTextCell(text)
  return { form: numberForm, content: String(serial), format, usualFormat: dateFormat(text, serial, isDuration) }
}

const zero = 48
const naive = /^[1-9]\d{3}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,3})?$/

/**
 * Serial number of a date text (`2026-03-01T00:00:00`), independent of the machine's time zone. Undefined for dates
 * that spreadsheets do not have. A duration may pass one day, or be negative.
 */
export function toDateSerial(text: string, isDuration: () => boolean = () => false): number | undefined {
  const time = readTime(text)
  if (time === undefined) return undefined
  const number = dayNumberOf(time)
  const isEarly = number === undefined || (number >= 1 && number < firstOfMarch1900)
  return isEarly && isDuration() ? daysOfTime(time) : number
}

function readTime(text: string): number | undefined {
  if (!naive.test(text)) return undefined
  const day = twoDigits(text, 8)
  const milliseconds = text.length === 19 ? 0 : Number(text.slice(20).padEnd(3, '0'))
  const time = Date.UTC(
    100 * twoDigits(text, 0) + twoDigits(text, 2),
    twoDigits(text, 5) - 1,
    day,
    twoDigits(text, 11),
    twoDigits(text, 14),
    twoDigits(text, 17),
    milliseconds,
  )
  return day <= 28 || new Date(time).getUTCDate() === day ? time : undefined
}

/** Avoids a substring per field: a sheet has hundreds of thousands of dates. */
function twoDigits(text: string, at: number): number {
  return 10 * text.charCodeAt(at) + text.charCodeAt(at + 1) - 11 * zero
}

/** A format that shows every field of the value. */
export function dateFormat(text: string, serial: number, isDuration: () => boolean): string {
  if (serial < firstOfMarch1900 && isDuration()) return clockOf(text).replace('hh', '[h]')
  if (serial < 1) return clockOf(text)
  if (!hasTimeOfDay(text)) return 'yyyy-mm-dd'
  return /:00(?:\.0*)?$/.test(text) ? 'yyyy-mm-dd hh:mm' : `yyyy-mm-dd ${clockOf(text)}`
}

function clockOf(text: string): string {
  return /\.0*[1-9]/.test(text) ? 'hh:mm:ss.000' : 'hh:mm:ss'
}

function hasTimeOfDay(text: string): boolean {
  return !/T00:00(?::00(?:\.0*)?)?$/.test(text)
}

/** `2026-03-01`, or `2026-03-01T13:30:00` with a time of day. */
export function toCsvDate(text: string): string {
  return hasTimeOfDay(text) ? text.replace(/\.0+$/, '') : text.slice(0, 10)
}

/** Excel's limit, in characters. */
const maxAddress = 2079
/** Valid in browser URLs only; relationship targets must be URIs. */
const beyondUri = /[[\]^`{}|\\]/g

/** Addresses that a URL has as they are, as in each row of a sheet: to make one takes ten times as long. */
const plainAddress = /^https:\/\/(?:[a-z\d]+(?:-[a-z\d]+)*\.)+[a-z]{2,}\/[\w/-]*(?:\?[\w=&-]*)?$/

/** Undefined unless the address is http or https and short enough. */
export function linkToWeb(text: unknown): Link | undefined {
  if (typeof text === 'string' && text.length < 255 && plainAddress.test(text)) return { kind: 'web', href: text }
  // `URL.canParse` of Node.js 20 and 22, once optimised, refuses non-ASCII addresses.
  const url = typeof text === 'string' ? attempt(() => new URL(text)) : undefined
  if (url?.protocol !== 'https:' && url?.protocol !== 'http:') return undefined
  const [, origin = '', rest = ''] = /^([^/]*\/\/[^/?#]*)(.*)$/s.exec(url.href) ?? []
  const href = origin + rest.replace(beyondUri, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`)
  return href.length <= maxAddress ? { kind: 'web', href } : undefined
}

export function linkToCell(sheet: string, cell: string): Link {
  return { kind: 'cell', location: cellReference(sheet, cell) }
}
