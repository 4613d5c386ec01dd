import type { NoFacts } from './message.ts'

/** Longer lists are counted, not listed. */
const mostListed = 12

export interface Unlisted {
  /** The values of the list, or their number. */
  values: readonly string[] | number
}

export interface WholeBounds {
  min: number
}

interface IdFacts {
  id: string
  /** What in the id it is about. */
  found?: readonly string[]
}

/** Problems of the value of a cell, of any field. Dates have a file of their own. */
export interface CellFacts {
  uncomputed: NoFacts
  empty: NoFacts
  invisible: NoFacts
  /** `isText`: as in every CSV file, it is no formula that gives it. */
  'error-value': { error: string; isText: boolean }
  'too-long': { most: number; length: number }
  'character-damaged': { character: string; position: number }
  unlisted: Unlisted
  'unlisted-near': Unlisted & { near: string; why?: string | undefined }
  'unlisted-alike': Unlisted & { meant: string; letters: readonly string[] }
  'id-name': NoFacts
  'decision-word': { text: string; meant: readonly string[] }
  'no-text': { shown: string }
  'letters-alike': { text: string; letters: readonly string[] }
  'country-digits': NoFacts
  'refused-value': { text: string; count: number; on: string; near?: string | undefined; isAccepted: boolean }
  'country-unlisted': { text: string; english: readonly string[] }
  'id-date': { shown: string }
  'no-id': { shown?: string }
  'id-lines': NoFacts
  placeholder: { text: string }
  'id-placeholder': NoFacts
  'id-rounded': { seen: string }
  'id-like-date': IdFacts
  'id-like-number': IdFacts
  'id-like-placeholder': IdFacts
  'id-letters-alike': IdFacts
  'id-unseen-dropped': { id: string; found: readonly string[] }
  'id-unseen-sent': IdFacts
  'id-fraction': { id: string }
  'no-whole': WholeBounds
  'whole-inexact': WholeBounds
  'whole-shown-otherwise': WholeBounds & { shown: string; held: string }
  'whole-duration': WholeBounds
  'whole-date': WholeBounds & { shown: string; number: string | undefined }
  'whole-ambiguous': WholeBounds & { text: string; digits: string; decimal: string }
  'whole-inside': WholeBounds & { inside: string | undefined }
  'no-email': NoFacts
  'email-spaces': NoFacts
  'email-named': { address: string }
}

/** The fact for a list: its values, or their number where they are many. */
export function toListFact(values: readonly string[]): Unlisted['values'] {
  return values.length > mostListed ? values.length : values
}
