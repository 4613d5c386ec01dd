import type { Cell } from '../cell.ts'
import { toOneLine } from '../fold-text.ts'
import { plainNumber, showMasked, toFifteenDigits } from '../number-format/show-number.ts'
import { displayCell } from './display.ts'
import { findHomoglyphs } from './homoglyphs.ts'
import { accept, type ReadResult, refuseUnreadable, refuseValue } from './read-result.ts'
import { plainText, refuseDamaged } from './text.ts'

const asText = 'Format the column as text, then type the id again.'
/** A rounded long number: `1.23E+15`, `1,23E+15`, `1E+15`. Plain `12E3` may be an id. */
const scientific = /^[+-]?(?:\d[.,]\d+E[+-]?\d+|\d+E\+\d+)$/i
/** Dates that a spreadsheet program makes of ids such as `1-3` or `MAR1`. */
const turnedIntoDate =
  /^(?:\d{1,2}-(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)-\d{2}|\d{1,2}[/.]\d{1,2}[/.]\d{4}|\d{4}-\d{2}-\d{2})$/i

/** Placeholders for an unknown or missing id. */
const placeholder =
  /^(?:[-–—?.*_/\s]+|n[./]\s?a\.?|none|null|undefined|unknown|not known|not available|not applicable|pending)$/i
/** May be initials that serve as ids. */
const maybePlaceholder = /^(?:na|nan|nil|t\.?b\.?[acd]\.?)$/i

/** Ids are text: `00123` stays so when the cell shows it. Values damaged by a spreadsheet are refused. */
export function readId(cell: Cell): ReadResult<string> {
  const unreadable = refuseUnreadable(cell)
  if (unreadable !== undefined) return unreadable
  switch (cell.t) {
    case 's':
      return readIdText(cell.v)
    case 'n':
      return readIdNumber(cell.v, cell.f)
    case 'd':
      return refuseValue(`must be an id; the spreadsheet turned it into the date ${displayCell(cell)}`, asText)
    default:
      return refuseValue(`must be an id, not ${displayCell(cell)}`, asText)
  }
}

function readIdText(raw: string): ReadResult<string> {
  const text = plainText(raw).replace(/^'(?=[\d=+\-@＝＋－＠])/, '')
  if (/[\t\n\u0085\u2028\u2029]/.test(text)) {
    return refuseValue('must be one id on one line', 'Remove the line breaks and tabs from the cell.')
  }
  const damaged = refuseDamaged(text)
  if (damaged !== undefined) return damaged
  if (scientific.test(text)) return refuseRounded(text)
  const id = toOneLine(text)
  if (id === '') return refuseValue('must not be empty')
  if (placeholder.test(id)) return refuseValue('must be an id, not a placeholder', 'Fill in the id, or clear the cell.')
  if (turnedIntoDate.test(id)) {
    return accept(id, `The id “${id}” looks like one that a spreadsheet program turned into a date.`)
  }
  if (/^\d+\.0$/.test(id)) return accept(id, `The id “${id}” looks like a number that a program gave a decimal.`)
  if (maybePlaceholder.test(id)) return accept(id, `The id “${id}” looks like a placeholder.`)
  return accept(id, homoglyphWarning(id))
}

/** `С-001` with a Cyrillic С looks the same, but is another id. */
function homoglyphWarning(id: string): string | undefined {
  const twin = findHomoglyphs(id)
  if (twin === undefined || /[\p{Script=Cyrillic}\p{Script=Greek}]/u.test(twin.latin)) return undefined
  return `The id “${id}” holds letters that look Latin and are not: ${twin.found.join(', ')}.`
}

function readIdNumber(value: number, format: string | undefined): ReadResult<string> {
  if (!Number.isFinite(value)) return refuseValue('must be an id', asText)
  const plain = plainNumber(value)
  if (Math.abs(value) >= 1e15 || plain.includes('E') || isRoundedBySight(value, format)) {
    return refuseRounded(value.toExponential().toUpperCase())
  }
  if (!Number.isInteger(toFifteenDigits(value))) {
    return accept(
      plain,
      `The id was read as ${plain}; zeros at its end would be lost. Ids belong in cells formatted as text.`,
    )
  }
  return accept(showMasked(toFifteenDigits(value), format) ?? plain)
}

/** A scientific format that shows the whole value: the number came from `1.23E+11`, and its other digits are lost. */
function isRoundedBySight(value: number, format: string | undefined): boolean {
  const decimals = /^0(?:\.(0+))?E\+0+$/i.exec(format ?? '')
  if (decimals === null || Math.abs(value) < 1e5) return false
  return Number(value.toExponential(decimals[1]?.length ?? 0)) === value
}

function refuseRounded(seen: string): ReadResult<string> {
  return refuseValue(
    `must be an id; ${seen} was damaged by a spreadsheet, which keeps 15 digits of a number`,
    'Format the column as text, then take the full id from its source again.',
  )
}
