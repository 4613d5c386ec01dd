import { foldHeading, headingWords } from '../fold-text.ts'
import { type Candidate, foldCandidate, nearestCandidate, nearestMatch } from '../nearest-match.ts'
import {
  type FieldHeading,
  foldAll,
  gather,
  type HeadingColumn,
  type HeadingContext,
  indexHeadings,
  notRead,
} from './heading-names.ts'

interface MissingColumn {
  field: string
  nearest: HeadingColumn | undefined
  usual: FieldHeading['usual']
  /** Empty where they are not known. */
  choices: readonly string[]
}

/** At least one list is not empty. */
export interface HeadingFaults {
  missing: readonly MissingColumn[]
  doubled: readonly { field: string; columns: readonly HeadingColumn[] }[]
  /** Headings of `--columns` that the sheet does not have, where no other column has their field. */
  unknownHeadings: readonly { heading: string; nearest: HeadingColumn | undefined }[]
  /** Entries of `--columns` whose field does not exist. */
  unknownFields: readonly { heading: string; field: string; nearest: string | undefined }[]
}

export function countFields(columns: readonly HeadingColumn[]): number {
  return new Set(columns.flatMap(({ field }) => field ?? [])).size
}

/** `findFaults` would find none; does not search for similar spellings. */
export function hasNoFaults(columns: readonly HeadingColumn[], context: HeadingContext): boolean {
  const { fields, names, own } = context
  const claimed = columns.flatMap(({ field }) => field ?? [])
  const known = new Set(claimed)
  if (claimed.length > known.size) return false
  if (fields.some(({ field, isRequired }) => isRequired && !known.has(field))) return false
  if (own.size === 0) return true
  return (
    [...own.values()].every((field) => field === notRead || names.named(field) !== undefined) &&
    findAbsent(columns, context).length === 0
  )
}

/**
 * Mapped headings that the sheet does not have. One profile serves several layouts: such a heading is passed over when
 * the sheet has another column for the same field (`column`, unless that one is mapped itself), and absent otherwise,
 * or when a heading of the sheet is spelled almost alike.
 */
function findUnwritten(
  columns: readonly HeadingColumn[],
  { own, names }: HeadingContext,
): { heading: string; column: HeadingColumn | undefined; isMapped: boolean }[] {
  const written = indexHeadings(columns)
  const isThere = ([heading]: readonly [string, string]): boolean => written(heading).length > 0
  const mapped = new Set([...own].filter(isThere).map(([, name]) => names.named(name)))
  return [...own].flatMap(([heading, name]) => {
    if (name === notRead || isThere([heading, name])) return []
    const field = names.named(name)
    const column = field === undefined ? undefined : columns.find((each) => each.field === field)
    return { heading, column, isMapped: field !== undefined && mapped.has(field) }
  })
}

function findAbsent(columns: readonly HeadingColumn[], context: HeadingContext): string[] {
  const free = foldFree(columns)
  return findUnwritten(columns, context).flatMap(({ heading, column, isMapped }) => {
    const isPassedOver = isMapped || (column !== undefined && findBySpelling([heading], free) === undefined)
    return isPassedOver ? [] : heading
  })
}

/** Where a known heading is read for the field of a mapped one instead. */
export function findPassedOver(
  columns: readonly HeadingColumn[],
  context: HeadingContext,
): { heading: string; column: HeadingColumn }[] {
  return findUnwritten(columns, context).flatMap(({ heading, column, isMapped }) =>
    column === undefined || isMapped ? [] : { heading, column },
  )
}

export function findFaults(columns: readonly HeadingColumn[], context: HeadingContext): HeadingFaults {
  const { fields, names, own } = context
  const free = foldFree(columns)
  const byField = new Map<string, HeadingColumn[]>()
  for (const column of columns) if (column.field !== undefined) gather(byField, column.field, column)
  const missing = fields.filter(({ field, isRequired }) => isRequired && !byField.has(field))
  const offered = offerHeadings(missing, fields, columns)
  const fieldNames = fields.map(({ field }) => field)
  return {
    missing: missing.map(({ field, usual, choices = [] }) => ({
      field,
      nearest: offered.get(field)?.column,
      usual,
      choices,
    })),
    doubled: [...byField].flatMap(([field, claiming]) => (claiming.length < 2 ? [] : { field, columns: claiming })),
    // "Host town" is near "Host country" by a word.
    unknownHeadings: findAbsent(columns, context).map((heading) => {
      return { heading, nearest: findBySpelling([heading], free) ?? findByWords([heading], free) }
    }),
    unknownFields: [...own]
      .filter(([, field]) => field !== notRead && names.named(field) === undefined)
      .map(([heading, field]) => ({ heading, field, nearest: nearestMatch(field, fieldNames) })),
  }
}

/** Maximum columns compared with missing fields: a sheet with more is a calendar or a matrix. */
const mostCompared = 200

/** Headings without a meaning that are spelled almost like the name of a field that no column has. */
export function findNearMisses(
  columns: readonly HeadingColumn[],
  fields: readonly FieldHeading[],
): { field: string; column: HeadingColumn }[] {
  const prepare = prepareSearch(columns, fields)
  const known = new Set(columns.map(({ field }) => field))
  return fields.flatMap((sought) => {
    const { field } = sought
    if (known.has(field)) return []
    const { names, free } = prepare(sought)
    const column = findBySpelling(names, free)
    return column === undefined ? [] : { field, column }
  })
}

/** Offers each heading for one field: similar spellings (`isSpelt`) of all fields come before common words. */
export function offerHeadings(
  missing: readonly FieldHeading[],
  fields: readonly FieldHeading[],
  columns: readonly HeadingColumn[],
): ReadonlyMap<string, { column: HeadingColumn; isSpelt: boolean }> {
  const prepare = prepareSearch(columns, fields)
  const offered = new Map<string, { column: HeadingColumn; isSpelt: boolean }>()
  const taken = new Set<HeadingColumn>()
  for (const find of [findBySpelling, findByWords]) {
    for (const sought of missing) {
      if (offered.has(sought.field)) continue
      const { names, free } = prepare(sought)
      const column = find(
        names,
        free.filter(({ value }) => !taken.has(value)),
      )
      if (column === undefined) continue
      offered.set(sought.field, { column, isSpelt: find === findBySpelling })
      taken.add(column)
    }
  }
  return offered
}

export function findBySpelling(
  names: readonly string[],
  free: readonly Candidate<HeadingColumn>[],
): HeadingColumn | undefined {
  if (free.length === 0) return undefined
  for (const name of names) {
    const near = nearestCandidate(headingWords(name), free)
    if (near !== undefined) return near
  }
  return undefined
}

export function foldFree(columns: readonly HeadingColumn[]): Candidate<HeadingColumn>[] {
  return columns
    .filter((column) => column.field === undefined)
    .slice(0, mostCompared)
    .map((column) => foldCandidate(column, headingWords(column.heading)))
}

/** In English, French, Spanish, Italian, Dutch and Portuguese, and compounds of German. */
const nameWords = /name|naam|\b(?:pre|sur)?nom\b|nome\b|nombre|apellid/

/** The names of a field, and the headings that may mean it. */
function prepareSearch(
  columns: readonly HeadingColumn[],
  fields: readonly FieldHeading[],
): (sought: FieldHeading) => { names: readonly string[]; free: readonly Candidate<HeadingColumn>[] } {
  const free = foldFree(columns)
  const spoken = findLanguages(columns, fields)
  const subjects = listSubjects(fields, spoken)
  const told = free.map(({ value, folded }) => foldCandidate(value, withoutSubject(folded, subjects)))
  return (sought) => {
    const names = namesIn(spoken, sought)
    if (!sought.isIdentifier) return { names: names.map((name) => withoutSubject(name, subjects)), free: told }
    const others = sought.others?.map((name) => foldCandidate(name, headingWords(name))) ?? []
    const isMeant = (text: string): boolean => !nameWords.test(text) && nearestCandidate(text, others) === undefined
    return { names, free: free.filter(({ folded }) => isMeant(folded)) }
  }
}

/** Shorter words resemble too many others. */
const shortestTranslation = 4

/** Languages of the recognised columns: similarity to a name in another language is chance. */
function findLanguages(columns: readonly HeadingColumn[], fields: readonly FieldHeading[]): ReadonlySet<number> {
  const spoken = new Set<number>()
  for (const { heading, field } of columns) {
    if (field === undefined) continue
    const folded = foldHeading(heading)
    const translations = fields.find((known) => known.field === field)?.translations ?? []
    for (const [language, names] of translations.entries()) if (foldAll(names).includes(folded)) spoken.add(language)
  }
  return spoken
}

function namesIn(spoken: ReadonlySet<number>, { field, aliases, translations = [] }: FieldHeading): readonly string[] {
  const others = translations.flatMap((names, language) => (spoken.has(language) ? names : []))
  return [field, ...aliases, ...others.filter((name) => name.length >= shortestTranslation)]
}

/** Words that say whom a column is about: “Employee” of “Employee ID” does not make “Employee name” a grade. */
function listSubjects(fields: readonly FieldHeading[], spoken: ReadonlySet<number>): ReadonlySet<string> {
  const names = fields.filter(({ isIdentifier }) => isIdentifier).flatMap((field) => namesIn(spoken, field))
  const words = names.map((name) => headingWords(name).split(' '))
  return new Set(words.flatMap(([first = '', ...others]) => (others.length > 0 ? first : [])))
}

function withoutSubject(text: string, subjects: ReadonlySet<string>): string {
  const words = headingWords(text).split(' ')
  const told = words.filter((word) => !subjects.has(word))
  return (told.length > 0 ? told : words).join(' ')
}

export function findByWords(
  names: readonly string[],
  free: readonly Candidate<HeadingColumn>[],
): HeadingColumn | undefined {
  const sought = names.map((name) => new Set(headingWords(name).split(' ')))
  let best: HeadingColumn | undefined
  let most = 0
  for (const { folded, value } of free) {
    const words = new Set(folded.split(' '))
    const share = Math.max(...sought.map((name) => shareOfWords(name, words)))
    if (share > most) [best, most] = [value, share]
  }
  return most >= 0.5 ? best : undefined
}

/** Sørensen–Dice: twice the common words over all words, 0 to 1. */
function shareOfWords(left: ReadonlySet<string>, right: ReadonlySet<string>): number {
  let common = 0
  for (const word of left) if (right.has(word)) common += 1
  return (2 * common) / (left.size + right.size)
}
