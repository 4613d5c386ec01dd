import { z } from 'zod'
import { type Finding, find } from '../../messages/catalogue.ts'
import type { Remedy } from '../../support/errors.ts'
import { type Cell, isUncomputed } from '../cell.ts'
import { nameCharacter, toOneLine, trimText } from '../fold-text.ts'
import { displayCell } from './display.ts'

/** Text as displayed: trimmed, line ends as LF, accents composed. Numbers and dates give their displayed form. */
export function readText(cell: Cell): ReadResult<string> {
  const unreadable = refuseUnreadable(cell)
  if (unreadable !== undefined) return unreadable
  const text = cell.t === 's' ? plainText(cell.v) : displayCell(cell)
  return refuseDamaged(text) ?? accept(text)
}

/** Plain Latin with nothing to trim, compose or unwrap, as nearly every cell is. */
const plain =
  /^[!-&(-<>-~\u00a1-\u00ac\u00ae-\u024f](?:[ -~\u00a1-\u00ac\u00ae-\u024f]*[!-~\u00a1-\u00ac\u00ae-\u024f])?$/

/** Trims, composes, and unwraps CSV texts guarded against formulas: `="007"`, `'=x`. */
export function plainText(text: string): string {
  if (plain.test(text)) return text
  const trimmed = trimText(text).replace(/\r\n?/g, '\n').normalize('NFC')
  const quoted = /^="((?:[^"]|"")*)"$/.exec(trimmed)?.[1]
  if (quoted !== undefined) return trimText(quoted.replaceAll('""', '"'))
  return /^'[=+\-@]/.test(trimmed) ? trimmed.slice(1) : trimmed
}

/** Control characters and lone surrogates are never typed; U+FFFD comes from a wrong encoding. */
const damage = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\ufffd\ufffe\uffff]|\p{Cs}/u

export function refuseDamaged(text: string): Refusal | undefined {
  const found = damage.exec(text)
  if (found === null) return undefined
  const character = nameCharacter(found[0]).slice(2)
  return refuseValue(find('character-damaged', { character, position: found.index + 1 }))
}

const address = z.email()
const withName = /^(?<name>[^<>]*)<(?<inner>[^<>]+)>$/

/** Reads one e-mail address; drops a display name, `mailto:` and white space at the ends. */
export function readEmail(cell: Cell): ReadResult<string> {
  const unreadable = refuseUnreadable(cell)
  if (unreadable !== undefined) return unreadable
  if (cell.t !== 's') return refuseValue(find('no-email'))
  const written = plainText(cell.v).trim()
  const named = withName.exec(toOneLine(written))
  const bare = (named?.groups?.['inner'] ?? written).replace(/^mailto:/i, '').trim()
  if (/\s/.test(bare)) return refuseValue(find('email-spaces'))
  if (!address.safeParse(bare).success) return refuseValue(find('no-email'))
  return named === null ? accept(bare) : accept(bare, find('email-named', { address: bare }))
}

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
  if (cell.t === 'e') return refuseValue(find('error-value', { error: cell.v, isText: false }))
  if (cell.t !== 's') return undefined
  if (cell.v.length > maxTextLength) {
    return refuseValue(find('too-long', { most: maxTextLength, length: cell.v.length }))
  }
  const text = trimText(cell.v)
  if (text === '') return refuseValue(find('invisible'))
  return errorText.test(text) ? refuseValue(find('error-value', { error: text, isText: true })) : undefined
}

/** Excel's limit for a cell, in UTF-16 units. */
export const maxTextLength = 32_767
