import { type Finding, find } from '../../messages/catalogue.ts'
import type { Remedy } from '../../support/errors.ts'
import { type Cell, isUncomputed } from '../cell.ts'
import { trimText } from '../fold-text.ts'

export type ReadResult<T> =
  | {
      ok: true
      value: T
      /** The row is still sent. */
      warning?: Finding
      remedy?: Remedy
      /** Something of the cell was dropped that a reader may take for a part of the value. */
      isCorrected?: boolean
    }
  | Refusal

export interface Refusal extends Finding {
  ok: false
  remedy?: Remedy
}

export function accept<T>(value: T, warning?: Finding): ReadResult<T> {
  return warning === undefined ? { ok: true, value } : { ok: true, value, warning }
}

export function refuseValue(finding: Finding, remedy?: Remedy): Refusal {
  return { ok: false, ...finding, ...(remedy === undefined ? {} : { remedy }) }
}

/** Errors of Excel and LibreOffice in any language (`#NV`, `#BEZUG!`, `#¿NOMBRE?`); in CSV they are text. */
const errorText = /^(?:#[\p{Lu}\d/_¡¿]+[!?]|#(?:N\/A|NV|N\/D|N\/B|I\/T|NIST|PUUTTUU|GETTING_DATA)|Err:\d{3})$/u

/** For values that no field accepts: errors, formulas without a value, only invisible characters. */
export function refuseUnreadable(cell: Cell): Refusal | undefined {
  if (isUncomputed(cell)) return refuseValue(find('uncomputed'))
  if (cell.t === 'z') return refuseValue(find('empty'))
  if (cell.t === 'e') return refuseError(cell.v)
  if (cell.t !== 's') return undefined
  if (cell.v.length > maxTextLength) {
    return refuseValue(find('too-long', { most: maxTextLength, length: cell.v.length }))
  }
  const text = trimText(cell.v)
  if (text === '') return refuseValue(find('invisible'))
  return errorText.test(text) ? refuseError(text) : undefined
}

function refuseError(error: string): Refusal {
  return refuseValue(find('error-value', { error }))
}

/** Excel's limit for a cell, in UTF-16 units. */
export const maxTextLength = 32_767
