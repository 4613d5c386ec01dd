import { nearestMatch } from '../nearest-match.ts'
import {
  type FieldHeading,
  gather,
  type HeadingColumn,
  type HeadingContext,
  MappedHeadings,
  notRead,
} from './heading-names.ts'
import { findBySpelling, findByWords, foldFree, offerHeadings } from './nearest-heading.ts'

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

/** Mapped headings that the sheet does not have, with the column that is read for their field, if there is one. */
function findUnwritten(
  columns: readonly HeadingColumn[],
  { own, names }: HeadingContext,
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
function findAbsent(columns: readonly HeadingColumn[], context: HeadingContext): string[] {
  const free = foldFree(columns)
  return findUnwritten(columns, context).flatMap(({ heading, column, isMapped }) => {
    const isPassedOver = isMapped || (column !== undefined && findBySpelling([heading], free) === undefined)
    return isPassedOver ? [] : heading
  })
}

/** Mapped headings that the sheet does not have, where a known heading is read for their field instead. */
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
    missing: missing.map(({ field, usual, choices = [] }) => ({ field, nearest: offered.get(field), usual, choices })),
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
