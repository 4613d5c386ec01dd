import { foldText } from '../fold-text.ts'
import { type Candidate, foldCandidate, nearestCandidate } from '../nearest-match.ts'

/** A closed list of values, prepared once for many cells; made by `createValueList`. */
export interface ValueList {
  values: readonly string[]
  /** Values, and synonyms, by folded key. Keys that fold together by accident are left out. */
  byKey: ReadonlyMap<string, string>
  candidates: readonly Candidate<string>[]
}

const yesNoSynonyms = new Map([
  ['y', 'Yes'],
  ['true', 'Yes'],
  ['1', 'Yes'],
  ['n', 'No'],
  ['false', 'No'],
  ['0', 'No'],
])

/** Shorter words are spelled much like any other. */
const shortestNear = 4

/**
 * A list of allowed values. Lists with Yes and No also know Y/N, TRUE/FALSE and 1/0; `synonyms` adds others (what people
 * write → value of the list).
 */
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
  // An exact value always is itself, also where its key is doubtful.
  const exact = values.map((value): [string, string] => [value, value])
  let candidates: readonly Candidate<string>[] | undefined
  return {
    values,
    byKey: new Map([...byKey, ...exact]),
    // On the first question: most sheets ask none.
    get candidates() {
      candidates ??= [...values, ...longSynonyms].map((text) => foldCandidate(text, text))
      return candidates
    },
  }
}

/** The value that the text stands for, without regard to case, accents, spaces, hyphens, apostrophes and full stops. */
export function findValue(text: string, list: ValueList): string | undefined {
  return list.byKey.get(text) ?? list.byKey.get(toKey(text))
}

/** The value, or the synonym, that was probably meant. */
export function findNearestValue(text: string, list: ValueList): string | undefined {
  return nearestCandidate(text, list.candidates)
}

/** What stands between digits, or makes a number negative, stays: 1.5 is not 15. */
function toKey(text: string): string {
  return foldText(text)
    .replaceAll('&', 'and')
    .replace(/(?<!\p{N}|^)[\s\-_'.,]+|[\s\-_'.,]+(?!\p{N})/gu, '')
}

/** What people answer a question of ours with. */
export const yesNoAnswers = createValueList(['Yes', 'No'])
