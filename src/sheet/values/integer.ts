import type { Cell } from '../cell.ts'
import { dayNumberOf } from '../day-numbers.ts'
import { toOneLine } from '../fold-text.ts'
import { classifyFormat } from '../number-format/classify.ts'
import { plainNumber, scaleOf, toFifteenDigits } from '../number-format/show-number.ts'
import { displayCell } from './display.ts'
import { accept, type ReadResult, type Refusal, refuseUnreadable, refuseValue } from './read-result.ts'
import { plainText } from './text.ts'

export interface IntegerBounds {
  min: number
}

/** Reads an integer from a number cell or text; thousands separators only when unambiguous. */
export function readInteger(cell: Cell, bounds: IntegerBounds): ReadResult<number> {
  const rule = `must be a whole number of ${bounds.min} or more`
  const unreadable = refuseUnreadable(cell)
  if (unreadable !== undefined) return unreadable
  const read = readNumber(cell, rule)
  if (typeof read !== 'number') return read
  const value = toFifteenDigits(read)
  if (!Number.isInteger(value)) return refuseValue(rule, hintAtFraction(cell, value))
  if (!Number.isSafeInteger(value)) return refuseValue(rule, 'The number is too large to be exact.')
  // `+ 0` turns -0 into 0.
  return value < bounds.min ? refuseValue(rule) : accept(value + 0)
}

function readNumber(cell: Cell, rule: string): number | Refusal {
  switch (cell.t) {
    case 'n':
      return readNumberCell(cell.v, cell.f, rule)
    case 's':
      return readNumberText(plainText(cell.v), rule)
    case 'd': {
      const serial = dayNumberOf(Date.parse(`${cell.v}Z`))
      const hint = serial === undefined ? '' : `; formatted as a number it would be ${plainNumber(serial)}`
      return refuseValue(rule, `The cell is formatted as a date and shows ${displayCell(cell)}${hint}.`)
    }
    default:
      return refuseValue(rule)
  }
}

function readNumberCell(value: number, format: string | undefined, rule: string): number | Refusal {
  if (format !== undefined && classifyFormat(format).kind === 'duration') {
    return refuseValue(rule, 'The cell is formatted as a duration: format it as a number.')
  }
  if (scaleOf(value, format) !== 1) {
    return refuseValue(
      rule,
      `The cell shows ${displayCell({ t: 'n', v: value, f: format ?? '' })} but holds ${plainNumber(value)}.`,
    )
  }
  return value
}

function hintAtFraction(cell: Cell, value: number): string {
  const shown = displayCell(cell)
  return cell.t === 'n' && Number(shown.replaceAll(',', '')) !== value
    ? `The cell shows ${shown} but holds ${plainNumber(value)}.`
    : ''
}

const whole = /^[+-]?\d+(?:[.,]0*)?$/
const fraction = /^[+-]?\d*[.,]\d+$/
/** Groups of three with one separator, then decimals after another one. */
const grouped = /^[+-]?\d{1,3}(?:([.,' ])\d{3}(?:\1\d{3})*)(?:(?!\1)[.,]\d+)?$/
const ambiguous = /^[+-]?[1-9]\d{0,2}[.,]\d{3}$/

function readNumberText(text: string, rule: string): number | Refusal {
  const line = toOneLine(text).normalize('NFKC').replace(/[−–]/g, '-').replace(/[’‘]/g, "'")
  if (ambiguous.test(line)) {
    const [digits, decimal] = [line.replace(/[.,]/, ''), line.replace(',', '.')]
    return refuseValue(
      rule,
      `“${text}” can be ${digits} or ${decimal}: write ${digits} without a separator if that is meant.`,
    )
  }
  if (whole.test(line) || fraction.test(line)) return Number(line.replace(',', '.').replace(/\.$/, ''))
  const separator = grouped.exec(line)?.[1]
  if (separator !== undefined) {
    const rest = line.replaceAll(separator, '')
    return Number(rest.replace(',', '.'))
  }
  const inside = /^\D*(\d+)\D*$/.exec(line)?.[1]
  return refuseValue(rule, inside === undefined ? 'Write digits only.' : `Write the number alone: ${inside}.`)
}
