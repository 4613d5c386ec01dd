import type { NonDataPatterns } from '../../pipeline/model/operation.ts'
import { foldText } from '../../sheet/fold-text.ts'
import { createValueList } from '../../sheet/values/value-list.ts'
import dutch from './dutch.json' with { type: 'json' }
import english from './english.json' with { type: 'json' }
import french from './french.json' with { type: 'json' }
import german from './german.json' with { type: 'json' }
import italian from './italian.json' with { type: 'json' }
import portuguese from './portuguese.json' with { type: 'json' }
import spanish from './spanish.json' with { type: 'json' }

// The compiler compares each file with the English one; the tests, its fields with those of the operations.
const translations: readonly Language[] = [german, french, spanish, italian, dutch, portuguese]

/** English first. */
export const languages: readonly Language[] = [english, ...translations]

/** Headings of an operation's fields, by field name. */
export function namesOf(operation: HeadedOperation) {
  const list = (field: string, { headings, spellings }: Language): readonly string[] =>
    spellEach(headings[operation][field] ?? [], spellings)
  return (field: string) => ({
    aliases: list(field, english),
    translations: translations.map((language) => list(field, language)),
    people: languages.flatMap(({ people, spellings }) => spellEach(people[field] ?? [], spellings)),
  })
}

/** Text in any language → value, for those of the values that have such words. */
export function synonymsFor(values: readonly string[]): Map<string, string> {
  const words = new Map<string, string>()
  for (const { values: lists, spellings } of languages) {
    for (const [value, listed] of Object.entries(lists) as [SynonymValue, readonly string[]][]) {
      if (values.includes(value)) for (const word of spellEach(listed, spellings)) words.set(word, value)
    }
  }
  return words
}

/** Words for decisions in any language → what they may mean; proposed to a person, never sent. */
export const decisionWords = createValueList(
  ['Approved', 'Rejected', 'Pending', 'Canceled'],
  new Map(
    languages.flatMap(({ decisions, rows, spellings }) =>
      Object.entries({ ...decisions, Canceled: rows.cancelled }).flatMap(([value, words]) =>
        spellEach(words, spellings).map((word) => [word, value] as const),
      ),
    ),
  ),
)

/** Beginnings of rows without data, in any language. */
export const strayWords: NonDataPatterns = {
  totals: startingWith(({ rows }) => rows.totals, ''),
  notes: startingWith(({ rows }) => rows.notes, '[^.]*[: ]'),
}

/** Beginnings of remarks that a trip does not take place, in any language. */
export const cancelledWords = startingWith(({ rows }) => rows.cancelled, '')

/** Matches folded texts. */
function startingWith(listOf: (language: Language) => readonly string[], rest: string): RegExp {
  const words = languages.flatMap((language) => spellEach(listOf(language), language.spellings))
  const folded = new Set(words.map((word) => foldText(word).replace(/[\s-]+/g, String.raw`[\s-]?`)))
  return new RegExp(String.raw`^(?:${[...folded].join('|')})(?![\p{L}\p{N}])${rest}`, 'u')
}

/** Each text, and its other spelling. */
function spellEach(texts: readonly string[], spellings?: Readonly<Record<string, string>>): readonly string[] {
  if (spellings === undefined) return texts
  const letters = new RegExp(`[${Object.keys(spellings).join('')}]`, 'g')
  return texts.flatMap((text) => {
    const other = text.replace(letters, (letter) => spellings[letter] ?? letter)
    return other === text ? [text] : [text, other]
  })
}

/** A new language is one more file of this form, listed in `all.ts`. */
export interface Language {
  /** ISO 639 code; country names in this language are understood too. */
  code: string
  /** Headings by operation and field, matched without case, accents, spaces and punctuation. */
  headings: Readonly<Record<HeadedOperation, Readonly<Record<string, readonly string[]>>>>
  /** Headings that are a person rather than an ID, by field: they yield to any other column of the field. */
  people: Readonly<Record<string, readonly string[]>>
  decisions: Readonly<Record<keyof typeof english.decisions, readonly string[]>>
  /** Words in cells for a value of a closed list. */
  values: Readonly<Record<SynonymValue, readonly string[]>>
  rows: {
    /** Beginnings of a row of totals. */
    totals: readonly string[]
    /** Beginnings of a note, before a colon or more words. */
    notes: readonly string[]
    /** Beginnings of a remark that a trip does not take place. */
    cancelled: readonly string[]
  }
  /** Letters with a second spelling: Zürich and Zuerich. */
  spellings?: Readonly<Record<string, string>>
}

export type HeadedOperation = keyof typeof english.headings

export type SynonymValue = keyof typeof english.values
