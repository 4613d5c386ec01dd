import { type Finding, find } from '../../messages/catalogue.ts'
import { toListFact } from '../../messages/cells.ts'
import type { Cell } from '../cell.ts'
import { toOneLine } from '../fold-text.ts'
import { plainNumber } from '../number-format/show-number.ts'
import { displayCell } from './display.ts'
import { findHomoglyphs, hasMixedScripts } from './homoglyphs.ts'
import {
  accept,
  plainText,
  type ReadResult,
  type Refusal,
  refuseDamaged,
  refuseUnreadable,
  refuseValue,
} from './text.ts'
import { findNearestValue, findValue, type ValueList } from './value-list.ts'

/** Reads a value of a closed list, spelled as in the list. Yes and No also from TRUE and FALSE cells, and 1 and 0. */
export function readChoice(cell: Cell, choices: ValueList, guess = guessBySpelling): ReadResult<string> {
  const unreadable = refuseUnreadable(cell)
  if (unreadable !== undefined) return unreadable
  const text = oneLineOf(cell)
  // A 1 shown as 1.00 is still a 1.
  const value = findValue(text, choices) ?? (cell.t === 'n' ? findValue(plainNumber(cell.v), choices) : undefined)
  return value === undefined ? refuseUnlisted(text, choices, guess) : accept(value)
}

/** Like `readChoice` with a list; without one, the text as written (trimmed, on one line). */
export function readListed(cell: Cell, list: ValueList | undefined, guess?: GuessValue): ReadResult<string> {
  if (list !== undefined) return readChoice(cell, list, guess)
  const unreadable = refuseUnreadable(cell)
  if (unreadable !== undefined) return unreadable
  const text = oneLineOf(cell)
  if (cell.t === 'b' || cell.t === 'd') return refuseValue(find('no-text', { shown: text }))
  const damaged = refuseDamaged(text)
  if (damaged !== undefined) return damaged
  return accept(text, hasMixedScripts(text) ? homoglyphWarning(text) : undefined)
}

function oneLineOf(cell: Cell): string {
  return toOneLine(cell.t === 's' ? plainText(cell.v) : displayCell(cell))
}

function refuseUnlisted(text: string, list: ValueList, guess: GuessValue): Refusal {
  const values = toListFact(list.values)
  const twin = findHomoglyphs(text)
  const meant = twin === undefined ? undefined : findValue(twin.latin, list)
  if (twin !== undefined && meant !== undefined) {
    return refuseValue(find('unlisted-alike', { values, meant, letters: twin.found }), { kind: 'use', value: meant })
  }
  const guessed = guess(twin?.latin ?? text, list)
  if (guessed === undefined) return refuseValue(find('unlisted', { values }))
  const { value, why, text: near } = guessed
  return refuseValue(find('unlisted-near', { values, near, ...(why && { why }) }), { kind: 'use', value })
}

export interface ValueGuess {
  value: string
  /** The value or synonym with the nearest spelling. */
  text: string
  /** The reason when it is not obvious; a sentence without a full stop. */
  why?: string
}

export type GuessValue = (text: string, list: ValueList) => ValueGuess | undefined

/** Marks that mean Yes in a column of Yes and No. */
const checkMarks = new Set(['x', '✓', '✔', '☑', '☒', '√'])

export function guessBySpelling(text: string, list: ValueList): ValueGuess | undefined {
  const yes = findValue('Yes', list)
  if (yes !== undefined && checkMarks.has(text.toLowerCase())) {
    return { value: yes, text: yes, why: `“${text}” often marks a ${yes}` }
  }
  const near = findNearestValue(text, list)
  return near === undefined ? undefined : { value: findValue(near, list) ?? near, text: near }
}

function homoglyphWarning(text: string): Finding {
  return find('letters-alike', { text, letters: findHomoglyphs(text)?.found ?? ['it mixes alphabets'] })
}
