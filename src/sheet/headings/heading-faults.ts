import { nearestMatch } from '../nearest-match.ts'
import { type FieldHeading, type HeadingColumn, type HeadingNames, MappedHeadings, notRead } from './heading-names.ts'
import { findBySpelling, findNearestHeading, foldFree, offerHeadings } from './nearest-heading.ts'

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
  const missing = fields.filter(({ field, isRequired }) => isRequired && !byField.has(field))
  const offered = offerHeadings(missing, fields, columns)
  const ownEntries = [...own].map(([heading, field]) => ({ heading, field }))
  return {
    missing: missing.map(({ field, usual, choices = [] }) => ({ field, nearest: offered.get(field), usual, choices })),
    doubled: [...byField].flatMap(([field, claiming]) => (claiming.length < 2 ? [] : { field, columns: claiming })),
    unknownHeadings: findAbsent(own, columns, names).map((heading) => ({
      heading,
      nearest: findNearestHeading(heading, free),
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
