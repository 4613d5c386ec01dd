import { find } from '../../messages/catalogue.ts'
import type { Cell } from '../cell.ts'
import { dayNumberOf } from '../day-numbers.ts'
import { toOneLine } from '../fold-text.ts'
import { classifyFormat } from '../number-format/classify.ts'
import { plainNumber, scaleOf, toFifteenDigits } from '../number-format/show-number.ts'
import { displayCell } from './display.ts'
import { accept, plainText, type ReadResult, type Refusal, refuseUnreadable, refuseValue } from './text.ts'

export interface IntegerBounds {
  min: number
}

/** Reads an integer from a number cell or text; thousands separators only when unambiguous. */
export function readInteger(cell: Cell, bounds: IntegerBounds): ReadResult<number> {
  const unreadable = refuseUnreadable(cell)
  if (unreadable !== undefined) return unreadable
  const read = readNumber(cell, bounds)
  if (typeof read !== 'number') return read
  const value = toFifteenDigits(read)
  if (!Number.isInteger(value)) return refuseFraction(cell, value, bounds)
  if (!Number.isSafeInteger(value)) return refuseValue(find('whole-inexact', bounds))
  // `+ 0` turns -0 into 0.
  return value < bounds.min ? refuseValue(find('no-whole', bounds)) : accept(value + 0)
}

function readNumber(cell: Cell, bounds: IntegerBounds): number | Refusal {
  switch (cell.t) {
    case 'n':
      return readNumberCell(cell.v, cell.f, bounds)
    case 's':
      return readNumberText(plainText(cell.v), bounds)
    case 'd': {
      const serial = dayNumberOf(Date.parse(`${cell.v}Z`))
      const number = serial === undefined ? undefined : plainNumber(serial)
      return refuseValue(find('whole-date', { ...bounds, shown: displayCell(cell), number }))
    }
    default:
      return refuseValue(find('no-whole', bounds))
  }
}

function readNumberCell(value: number, format: string | undefined, bounds: IntegerBounds): number | Refusal {
  if (format !== undefined && classifyFormat(format).kind === 'duration') {
    return refuseValue(find('whole-duration', bounds))
  }
  if (scaleOf(value, format) !== 1) {
    const shown = displayCell({ t: 'n', v: value, f: format ?? '' })
    return refuseValue(find('whole-shown-otherwise', { ...bounds, shown, held: plainNumber(value) }))
  }
  return value
}

function refuseFraction(cell: Cell, value: number, bounds: IntegerBounds): Refusal {
  const shown = displayCell(cell)
  return cell.t === 'n' && Number(shown.replaceAll(',', '')) !== value
    ? refuseValue(find('whole-shown-otherwise', { ...bounds, shown, held: plainNumber(value) }))
    : refuseValue(find('no-whole', bounds))
}

const whole = /^[+-]?\d+(?:[.,]0*)?$/
const fraction = /^[+-]?\d*[.,]\d+$/
/** Groups of three with one separator, then decimals after another one. */
const grouped = /^[+-]?\d{1,3}(?:([.,' ])\d{3}(?:\1\d{3})*)(?:(?!\1)[.,]\d+)?$/
const ambiguous = /^[+-]?[1-9]\d{0,2}[.,]\d{3}$/

function readNumberText(text: string, bounds: IntegerBounds): number | Refusal {
  const line = toOneLine(text).normalize('NFKC').replace(/[−–]/g, '-').replace(/[’‘]/g, "'")
  if (ambiguous.test(line)) {
    const [digits, decimal] = [line.replace(/[.,]/, ''), line.replace(',', '.')]
    return refuseValue(find('whole-ambiguous', { ...bounds, text, digits, decimal }))
  }
  if (whole.test(line) || fraction.test(line)) return Number(line.replace(',', '.').replace(/\.$/, ''))
  const separator = grouped.exec(line)?.[1]
  if (separator !== undefined) {
    return Number(line.replaceAll(separator, '').replace(',', '.'))
  }
  const inside = /^\D*(\d+)\D*$/.exec(line)?.[1]
  return refuseValue(find('whole-inside', { ...bounds, inside }))
}
