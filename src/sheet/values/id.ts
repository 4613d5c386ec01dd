import { find } from '../../messages/catalogue.ts'
import type { Cell } from '../cell.ts'
import { listUnseen, toOneLine } from '../fold-text.ts'
import { plainNumber, showMasked, toFifteenDigits } from '../number-format/show-number.ts'
import { displayCell } from './display.ts'
import { findForeignLetters } from './homoglyphs.ts'
import { findPlaceholder } from './placeholder.ts'
import { accept, plainText, type ReadResult, readText, refuseDamaged, refuseUnreadable, refuseValue } from './text.ts'

/** A rounded long number: `1.23E+15`, `1,23E+15`, `1E+15`. Plain `12E3` may be an id. */
const scientific = /^[+-]?(?:\d[.,]\d+E[+-]?\d+|\d+E\+\d+)$/i
/** Dates that a spreadsheet program makes of ids such as `1-3` or `MAR1`. */
const turnedIntoDate =
  /^(?:\d{1,2}-(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)-\d{2}|\d{1,2}[/.]\d{1,2}[/.]\d{4}|\d{4}-\d{2}-\d{2})$/i

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
      return refuseValue(find('id-date', { shown: displayCell(cell) }))
    default:
      return refuseValue(find('no-id', { shown: displayCell(cell) }))
  }
}

function readIdText(raw: string): ReadResult<string> {
  const text = plainText(raw).replace(/^'(?=[\d=+\-@＝＋－＠])/, '')
  if (/[\t\n\u0085\u2028\u2029]/.test(text)) return refuseValue(find('id-lines'))
  const damaged = refuseDamaged(text)
  if (damaged !== undefined) return damaged
  if (scientific.test(text)) return refuseRounded(text)
  const id = toOneLine(text)
  if (id === '') return refuseValue(find('empty'))
  const placeholder = findPlaceholder(id)
  if (placeholder === 'sure') return refuseValue(find('id-placeholder'))
  const doubtful = doubtId(id, raw)
  if (doubtful !== undefined) return doubtful
  if (turnedIntoDate.test(id)) return accept(id, find('id-like-date', { id }))
  if (/^\d+\.0$/.test(id)) return accept(id, find('id-like-number', { id }))
  if (placeholder === 'initials') return accept(id, find('id-like-placeholder', { id }))
  return accept(id)
}

/** An id that another program made: as displayed, with everything in it. */
export function readExactId(cell: Cell): ReadResult<string> {
  const reading = readText(cell)
  if (reading.ok && findPlaceholder(reading.value) === 'sure') return refuseValue(find('id-placeholder'))
  return (reading.ok && cell.t === 's' && doubtId(reading.value, cell.v)) || reading
}

/** One that looks like another: by what nobody sees in it, or by letters of other alphabets (`С-001`). */
function doubtId(id: string, written: string): ReadResult<string> | undefined {
  const [unseen, sent] = [listUnseen(written), listUnseen(id)]
  if (unseen.length > 0) {
    const code = sent.length > 0 ? 'id-unseen-sent' : 'id-unseen-dropped'
    const found = [...new Set(sent.length > 0 ? sent : unseen)]
    return { ok: true, value: id, warning: find(code, { id, found }), isCorrected: sent.length < unseen.length }
  }
  const found = findForeignLetters(id)
  return found.length === 0 ? undefined : accept(id, find('id-letters-alike', { id, found }))
}

function readIdNumber(value: number, format: string | undefined): ReadResult<string> {
  if (!Number.isFinite(value)) return refuseValue(find('no-id'))
  const plain = plainNumber(value)
  if (Math.abs(value) >= 1e15 || plain.includes('E') || isRoundedBySight(value, format)) {
    return refuseRounded(value.toExponential().toUpperCase())
  }
  if (!Number.isInteger(toFifteenDigits(value))) return accept(plain, find('id-fraction', { id: plain }))
  return accept(showMasked(toFifteenDigits(value), format) ?? plain)
}

/** A scientific format that shows the whole value: the number came from `1.23E+11`, and its other digits are lost. */
function isRoundedBySight(value: number, format: string | undefined): boolean {
  const decimals = /^0(?:\.(0+))?E\+0+$/i.exec(format ?? '')
  if (decimals === null || Math.abs(value) < 1e5) return false
  return Number(value.toExponential(decimals[1]?.length ?? 0)) === value
}

function refuseRounded(seen: string): ReadResult<string> {
  return refuseValue(find('id-rounded', { seen }))
}
