import type { Remedy } from '../../support/errors.ts'
import { type Cell, isUncomputed } from '../cell.ts'
import { trimText } from '../fold-text.ts'

/** The result for a cell that is not blank. */
export type ReadResult<T> =
  | {
      ok: true
      value: T
      /** A whole sentence for the user; the row is still sent. */
      warning?: string
      /** The change that removes the warning. */
      remedy?: Remedy
    }
  | Refusal

export interface Refusal {
  ok: false
  /** The rule, a sentence without its subject: "must be Yes or No". */
  rule: string
  /** The action to take; empty when the rule is enough. */
  hint: string
  remedy?: Remedy
  /** Refusals with a common cause are reported once per sheet. */
  cause?: 'text-date'
}

export function accept<T>(value: T, warning?: string): ReadResult<T> {
  return warning === undefined ? { ok: true, value } : { ok: true, value, warning }
}

export function refuseValue(rule: string, hint = '', remedy?: Remedy): Refusal {
  return { ok: false, rule, hint, ...(remedy === undefined ? {} : { remedy }) }
}

/** Errors of Excel and LibreOffice in any language (`#NV`, `#BEZUG!`, `#¿NOMBRE?`); in CSV they are text. */
const errorText = /^(?:#[\p{Lu}\d/_¡¿]+[!?]|#(?:N\/A|NV|N\/D|N\/B|I\/T|NIST|PUUTTUU|GETTING_DATA)|Err:\d{3})$/u

const calculate =
  'Open the file in a spreadsheet program and save it, which calculates the formulas; or type the value.'

/** For values that no field accepts: errors, formulas without a value, only invisible characters. */
export function refuseUnreadable(cell: Cell): Refusal | undefined {
  if (isUncomputed(cell)) return refuseValue('must hold a value; its formula was never calculated', calculate)
  if (cell.t === 'z') return refuseValue('must not be empty')
  if (cell.t === 'e') return refuseError(cell.v)
  if (cell.t !== 's') return undefined
  if (cell.v.length > maxTextLength) return refuseLength(cell.v.length)
  const text = trimText(cell.v)
  if (text === '')
    return refuseValue('must not be empty', 'The cell contains only invisible characters: clear it or fill it in.')
  return errorText.test(text) ? refuseError(text) : undefined
}

function refuseError(error: string): Refusal {
  return refuseValue(
    `must hold a value, not the error ${error}`,
    `The formula of this cell gives ${error}: correct it, or type the value.`,
  )
}

/** Excel's limit for a cell, in UTF-16 units. */
export const maxTextLength = 32_767

function refuseLength(length: number): Refusal {
  return refuseValue(
    `must have at most ${maxTextLength.toLocaleString('en')} characters; it has ${length.toLocaleString('en')}`,
    'Shorten the text. In a CSV file a quotation mark that is never closed also makes one long cell.',
  )
}
