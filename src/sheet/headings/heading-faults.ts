import { foldHeading, headingWords } from '../fold-text.ts'
import { type Candidate, foldCandidate, nearestCandidate, nearestMatch } from '../nearest-match.ts'
import { type FieldHeading, foldAll, type HeadingNames, MappedHeadings, notRead } from './heading-names.ts'

export interface HeadingColumn {
  /** 0-based. */
  index: number
  /** As written, on one line and trimmed. */
  heading: string
  /** Undefined for a column without a field. */
  field: string | undefined
}

/** At least one list is not empty. */
export interface HeadingFaults {
  missing: readonly { field: string; nearest: HeadingColumn | undefined; usual?: string | undefined }[]
  doubled: readonly { field: string; columns: readonly HeadingColumn[] }[]
  /** Headings of `--columns` that the sheet does not have, where no other column has their field. */
  unknownHeadings: readonly { heading: string; nearest: HeadingColumn | undefined }[]
  /** Entries of `--columns` whose field does not exist. */
  unknownFields: readonly { heading: string; field: string; nearest: string | undefined }[]
}

/** Maximum columns compared with missing fields: a sheet with more is a calendar or a matrix. */
const mostCompared = 200

export function countFields(columns: readonly HeadingColumn[]): number {
  return new Set(columns.flatMap(({ field }) => field ?? [])).size
}

/** `findFaults` would find none; does not search for similar spellings. */
export function hasNoFaults(
  columns: readonly HeadingColumn[],
  fields: readonly FieldHeading[],
  names: HeadingNames,
  own: ReadonlyMap<string, string>,
): boolean {
  const claimed = columns.flatMap(({ field }) => field ?? [])
  const known = new Set(claimed)
  if (claimed.length > known.size) return false
  if (fields.some(({ field, isRequired }) => isRequired && !known.has(field))) return false
  if (own.size === 0) return true
  return (
    [...own.values()].every((field) => field === notRead || names.named(field) !== undefined) &&
    findAbsent(own, columns, names).length === 0
  )
}

/** Mapped headings that the sheet does not have, with the column that is read for their field, if there is one. */
function findUnwritten(
  own: ReadonlyMap<string, string>,
  columns: readonly HeadingColumn[],
  names: HeadingNames,
): { heading: string; column: HeadingColumn | undefined; isMapped: boolean }[] {
  const written = new MappedHeadings(columns)
  const isThere = ([heading]: readonly [string, string]): boolean => written.find(heading).length > 0
  const mapped = new Set([...own].filter(isThere).map(([, name]) => names.named(name)))
  return [...own]
    .filter((entry) => entry[1] !== notRead && !isThere(entry))
    .map(([heading, name]) => {
      const field = names.named(name)
      const column = field === undefined ? undefined : columns.find((each) => each.field === field)
      return { heading, column, isMapped: mapped.has(field) && field !== undefined }
    })
}

/**
 * One profile serves several layouts: an absent heading is no fault when the sheet has another column for the same
 * field, unless a heading of the sheet is spelled almost alike.
 */
function findAbsent(
  own: ReadonlyMap<string, string>,
  columns: readonly HeadingColumn[],
  names: HeadingNames,
): string[] {
  const free = foldFree(columns)
  return findUnwritten(own, columns, names).flatMap(({ heading, column, isMapped }) => {
    const isPassedOver = isMapped || (column !== undefined && findBySpelling([heading], free) === undefined)
    return isPassedOver ? [] : heading
  })
}

/** Mapped headings that the sheet does not have, where a known heading is read for their field instead. */
export function findPassedOver(
  own: ReadonlyMap<string, string>,
  columns: readonly HeadingColumn[],
  names: HeadingNames,
): { heading: string; column: HeadingColumn }[] {
  return findUnwritten(own, columns, names).flatMap(({ heading, column, isMapped }) =>
    column === undefined || isMapped ? [] : { heading, column },
  )
}

export function findFaults(
  columns: readonly HeadingColumn[],
  fields: readonly FieldHeading[],
  names: HeadingNames,
  own: ReadonlyMap<string, string>,
): HeadingFaults {
  const free = foldFree(columns)
  const byField = groupByField(columns)
  const spoken = findLanguages(columns, fields)
  const missing = fields.filter(({ field, isRequired }) => isRequired && !byField.has(field))
  const offered = offerHeadings(missing, spoken, free)
  const ownEntries = [...own].map(([heading, field]) => ({ heading, field }))
  return {
    missing: missing.map(({ field, usual }) => ({
      field,
      nearest: offered.get(field),
      ...(usual === undefined ? {} : { usual }),
    })),
    doubled: [...byField].flatMap(([field, claiming]) => (claiming.length < 2 ? [] : { field, columns: claiming })),
    unknownHeadings: findAbsent(own, columns, names).map((heading) => ({
      heading,
      nearest: findNearest([heading], free),
    })),
    unknownFields: ownEntries
      .filter(({ field }) => field !== notRead && names.named(field) === undefined)
      .map(({ heading, field }) => ({
        heading,
        field,
        nearest: nearestMatch(
          field,
          fields.map((known) => known.field),
        ),
      })),
  }
}

export function findNearMisses(
  columns: readonly HeadingColumn[],
  fields: readonly FieldHeading[],
): { field: string; column: HeadingColumn }[] {
  const free = foldFree(columns)
  const byField = groupByField(columns)
  const spoken = findLanguages(columns, fields)
  return fields.flatMap((sought) => {
    const { field } = sought
    const column = byField.has(field) ? undefined : findBySpelling(namesIn(spoken, sought), suitable(sought, free))
    return column === undefined ? [] : { field, column }
  })
}

/** Offers each heading for one field: similar spellings of all fields come before common words. */
function offerHeadings(
  missing: readonly FieldHeading[],
  spoken: ReadonlySet<number>,
  free: readonly Candidate<HeadingColumn>[],
): ReadonlyMap<string, HeadingColumn> {
  const offered = new Map<string, HeadingColumn>()
  const taken = new Set<HeadingColumn>()
  for (const find of [findBySpelling, findByWords]) {
    for (const sought of missing) {
      if (offered.has(sought.field)) continue
      const left = suitable(sought, free).filter(({ value }) => !taken.has(value))
      const column = find(namesIn(spoken, sought), left)
      if (column === undefined) continue
      offered.set(sought.field, column)
      taken.add(column)
    }
  }
  return offered
}

/** In English, French, Spanish, Italian, Dutch and Portuguese, and compounds of German. */
const nameWords = /name|naam|\b(?:pre|sur)?nom\b|nome\b|nombre|apellid/

function suitable(
  { isIdentifier = false }: FieldHeading,
  free: readonly Candidate<HeadingColumn>[],
): readonly Candidate<HeadingColumn>[] {
  return isIdentifier ? free.filter(({ folded }) => !nameWords.test(folded)) : free
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

function foldFree(columns: readonly HeadingColumn[]): Candidate<HeadingColumn>[] {
  return columns
    .filter((column) => column.field === undefined)
    .slice(0, mostCompared)
    .map((column) => foldCandidate(column, headingWords(column.heading)))
}

function groupByField(columns: readonly HeadingColumn[]): Map<string, HeadingColumn[]> {
  const byField = new Map<string, HeadingColumn[]>()
  for (const column of columns) {
    if (column.field === undefined) continue
    const claiming = byField.get(column.field)
    if (claiming === undefined) byField.set(column.field, [column])
    else claiming.push(column)
  }
  return byField
}

/** By spelling first, then by common words: "Host town" is near "Host country". */
function findNearest(names: readonly string[], free: readonly Candidate<HeadingColumn>[]): HeadingColumn | undefined {
  return findBySpelling(names, free) ?? findByWords(names, free)
}

function findByWords(names: readonly string[], free: readonly Candidate<HeadingColumn>[]): HeadingColumn | undefined {
  if (free.length === 0) return undefined
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

function findBySpelling(
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

/** Sørensen–Dice: twice the common words over all words, 0 to 1. */
function shareOfWords(left: ReadonlySet<string>, right: ReadonlySet<string>): number {
  let common = 0
  for (const word of left) if (right.has(word)) common += 1
  return (2 * common) / (left.size + right.size)
}
