import { foldText } from './fold-text.ts'

/** Made by `foldCandidate`. */
export interface Candidate<T> {
  value: T
  folded: string
  /** One space around each word. */
  words: string
  initials: string
}

/** Longer texts are not typing errors, and comparing them is slow. */
const maxLength = 200
/** A long text with more edits has another meaning. */
const maxEdits = 5
const smallWords = new Set(['and', 'of', 'the'])

/**
 * Finds the candidate with the fewest typing errors, ignoring case and accents. An error is a letter missing, added,
 * replaced, or two swapped; allowed are one in three letters, five in all.
 * Else the only candidate that contains the text as whole words or is contained in it ("United States"). Else the only
 * one with these initials ("UK").
 */
export function nearestMatch(text: string, candidates: readonly string[]): string | undefined {
  return nearestCandidate(
    text,
    candidates.map((value) => foldCandidate(value, value)),
  )
}

export function foldCandidate<T>(value: T, text: string): Candidate<T> {
  const folded = foldText(text)
  const words = folded.split(/[^\p{L}\p{N}\p{M}]+/u).filter((word) => word !== '')
  const initials = words.filter((word) => !smallWords.has(word)).map((word) => word.charAt(0))
  return { value, folded, words: ` ${words.join(' ')} `, initials: initials.join('') }
}

/** `nearestMatch` for candidates that are used again. */
export function nearestCandidate<T>(text: string, candidates: readonly Candidate<T>[]): T | undefined {
  const sought = foldCandidate(text, text)
  if (sought.folded === '' || sought.folded.length > maxLength) return undefined
  return (
    findByEditDistance(sought, candidates) ??
    findUnique(candidates, (candidate) => sharesAllWords(sought, candidate)) ??
    findByInitials(sought.folded, candidates)
  )
}

function findByEditDistance<T>({ folded }: Candidate<string>, candidates: readonly Candidate<T>[]): T | undefined {
  let best: Candidate<T> | undefined
  let fewest = Number.POSITIVE_INFINITY
  for (const candidate of candidates) {
    if (candidate.folded.length > maxLength) continue
    const longer = Math.max(folded.length, candidate.folded.length)
    const shorter = Math.min(folded.length, candidate.folded.length)
    // Fewer edits than letters: "Y" is not nearly "N".
    const bound = Math.min(Math.max(1, Math.floor(longer / 3)), maxEdits, shorter - 1, fewest - 1)
    if (bound < 0 || longer - shorter > bound) continue
    const slips = editDistance(folded, candidate.folded, bound)
    if (slips === undefined) continue
    best = candidate
    fewest = slips
  }
  return best?.value
}

/** Optimal string alignment: edit distance with swaps of neighbours; undefined above the bound. */
export function editDistance(left: string, right: string, bound: number): number | undefined {
  if (Math.abs(left.length - right.length) > bound) return undefined
  const tooMany = bound + 1
  let beforeLast: number[] = []
  let last: number[] = []
  for (let column = 0; column <= right.length; column++) last.push(column)
  for (let row = 1; row <= left.length; row++) {
    const current = new Array<number>(right.length + 1).fill(tooMany)
    current[0] = row
    let least = row
    // Cells far from the diagonal always exceed the bound.
    const end = Math.min(right.length, row + bound)
    for (let column = Math.max(1, row - bound); column <= end; column++) {
      const isEqual = left.charCodeAt(row - 1) === right.charCodeAt(column - 1)
      let slips = Math.min(
        (last[column] ?? tooMany) + 1,
        (current[column - 1] ?? tooMany) + 1,
        (last[column - 1] ?? tooMany) + (isEqual ? 0 : 1),
      )
      if (isSwapped(left, right, row, column)) slips = Math.min(slips, (beforeLast[column - 2] ?? tooMany) + 1)
      current[column] = slips
      if (slips < least) least = slips
    }
    if (least > bound) return undefined
    beforeLast = last
    last = current
  }
  const slips = last[right.length] ?? tooMany
  return slips > bound ? undefined : slips
}

function isSwapped(left: string, right: string, row: number, column: number): boolean {
  return (
    row > 1 &&
    column > 1 &&
    left.charCodeAt(row - 1) === right.charCodeAt(column - 2) &&
    left.charCodeAt(row - 2) === right.charCodeAt(column - 1)
  )
}

function findUnique<T>(candidates: readonly Candidate<T>[], fits: (candidate: Candidate<T>) => boolean): T | undefined {
  const fitting = candidates.filter(fits)
  return fitting.length === 1 ? fitting[0]?.value : undefined
}

function sharesAllWords(left: Candidate<unknown>, right: Candidate<unknown>): boolean {
  const [shorter, longer] = left.words.length < right.words.length ? [left, right] : [right, left]
  return shorter.folded.length >= 4 && longer.words.includes(shorter.words)
}

function findByInitials<T>(folded: string, candidates: readonly Candidate<T>[]): T | undefined {
  const letters = folded.replace(/[^\p{L}]/gu, '')
  if (letters.length < 2 || letters.length > 5) return undefined
  return findUnique(candidates, (candidate) => candidate.initials === letters)
}
