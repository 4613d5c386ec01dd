import { find } from '../../messages/catalogue.ts'
import { type Cell, isUncomputed } from '../cell.ts'
import { foldText, toOneLine } from '../fold-text.ts'
import { type Candidate, foldCandidate, nearestCandidate } from '../nearest-match.ts'
import { plainNumber } from '../number-format/show-number.ts'
import { displayCell } from './display.ts'
import { findHomoglyphs, hasMixedScripts } from './homoglyphs.ts'
import { findPlaceholder } from './placeholder.ts'
import {
  accept,
  plainText,
  type ReadResult,
  type Refusal,
  refuseDamaged,
  refuseUnreadable,
  refuseValue,
} from './text.ts'

/** A closed list of values, prepared once for many cells; made by `createValueList`. */
export interface ValueList {
  values: readonly string[]
  /** Values and synonyms by folded key. Keys shared by different values are omitted. */
  byKey: ReadonlyMap<string, string>
  candidates: readonly Candidate<string>[]
}

const yesNoSynonyms = Object.entries({ y: 'Yes', true: 'Yes', 1: 'Yes', n: 'No', false: 'No', 0: 'No' })

/** Shorter words resemble too many others. */
const shortestNear = 4
/** Longer lists are counted, not listed. */
const mostListed = 12

/** Lists with Yes and No also accept Y/N, TRUE/FALSE and 1/0; `synonyms` (written text → value) adds others. */
export function createValueList(values: readonly string[], synonyms?: ReadonlyMap<string, string>): ValueList {
  const byKey = new Map<string, string>()
  const doubtful = new Set<string>()
  for (const value of values) {
    const key = toKey(value)
    if (byKey.has(key) && byKey.get(key) !== value) doubtful.add(key)
    byKey.set(key, value)
  }
  for (const key of doubtful) byKey.delete(key)
  const isYesNo = values.includes('Yes') && values.includes('No')
  for (const [text, value] of [...(isYesNo ? yesNoSynonyms : []), ...(synonyms ?? [])]) {
    const key = toKey(text)
    if (!byKey.has(key) && !doubtful.has(key)) byKey.set(key, value)
  }
  const longSynonyms = [...(synonyms?.keys() ?? [])].filter((text) => text.length >= shortestNear)
  // An exact value is always itself, even when its key is ambiguous.
  const exact = values.map((value): [string, string] => [value, value])
  let candidates: readonly Candidate<string>[] | undefined
  return {
    values,
    byKey: new Map([...byKey, ...exact]),
    // Built on first use: most sheets need none.
    get candidates() {
      candidates ??= [...values, ...longSynonyms].map((text) => foldCandidate(text, text))
      return candidates
    },
  }
}

/** Ignores case, accents, spaces, hyphens, apostrophes and full stops. */
export function findValue(text: string, list: ValueList): string | undefined {
  return list.byKey.get(text) ?? list.byKey.get(toKey(text))
}

export function findNearestValue(text: string, list: ValueList): string | undefined {
  return nearestCandidate(text, list.candidates)
}

/** Keeps characters between digits and minus signs: 1.5 is not 15. */
function toKey(text: string): string {
  return foldText(text)
    .replaceAll('&', 'and')
    .replace(/(?<!\p{N}|^)[\s\-_'.,]+|[\s\-_'.,]+(?!\p{N})/gu, '')
}

/** Answers to a question of this program. */
export const yesNoAnswers = createValueList(['Yes', 'No'])

/** An entry of a fix list; empty `written` is a blank cell. */
export interface Fix {
  written: string
  meant: string
  /** The entry of another field with the same values that it comes from. */
  of?: Fix
}

/** Folded cell text → fix, prepared once for many cells; made by `createFixList`. */
export type FixList = ReadonlyMap<string, Fix>

/** Lists have no longer texts, and folding one is slow. */
const longestWritten = 1_000

/** The last of entries that differ only in case and accents wins. */
export function createFixList(entries: Readonly<Record<string, string>>): FixList {
  return new Map(Object.entries(entries).map(([written, meant]) => [foldText(written), { written, meant }]))
}

/**
 * Ignores white space at the ends, case and accents. Undefined when the fix changes nothing, and for date cells, errors
 * and formulas that were never calculated.
 */
export function findFix(list: FixList | undefined, cell: Cell): Fix | undefined {
  if (list === undefined || cell.t === 'd' || cell.t === 'e' || isUncomputed(cell)) return undefined
  if (cell.t === 's' && cell.v.length > longestWritten) return undefined
  const shown = cell.t === 's' ? plainText(cell.v) : displayCell(cell)
  const fix = list.get(foldText(shown))
  return fix?.meant === shown ? undefined : fix
}

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
  if (!hasMixedScripts(text)) return accept(text)
  return accept(text, find('letters-alike', { text, letters: findHomoglyphs(text)?.found ?? ['it mixes alphabets'] }))
}

function oneLineOf(cell: Cell): string {
  return toOneLine(cell.t === 's' ? plainText(cell.v) : displayCell(cell))
}

function refuseUnlisted(text: string, list: ValueList, guess: GuessValue): Refusal {
  const values = list.values.length > mostListed ? list.values.length : list.values
  const twin = findHomoglyphs(text)
  const meant = twin === undefined ? undefined : findValue(twin.latin, list)
  if (twin !== undefined && meant !== undefined) {
    return refuseValue(find('unlisted-alike', { values, meant, letters: twin.found }), { kind: 'use', value: meant })
  }
  const guessed = findPlaceholder(text) === undefined ? guess(twin?.latin ?? text, list) : undefined
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
