import { countKnown, hasMostHeadings, type SheetCandidate } from '../../pipeline/load/choose-sheets.ts'
import type { FieldHeading } from '../../sheet/headings/heading-names.ts'
import { findNearMisses } from '../../sheet/headings/nearest-heading.ts'
import { formatGuess } from './profile.ts'

/** Meanings of headings, each marked as a guess; the mark alone where a person has to decide. */
export interface HeadingGuesses {
  columns: Readonly<Record<string, string>>
  set: Readonly<Record<string, string>>
}

/** Worksheets that fit or name most of the required fields; else the one that names the most. Pure. */
export function chooseBestSheets(candidates: readonly SheetCandidate[]): readonly SheetCandidate[] {
  const meant = candidates.filter((each) => each.search.kind === 'found' || hasMostHeadings(each))
  if (meant.length > 0) return meant
  const known = candidates.filter(({ search }) => countKnown(search) > 0)
  return known.toSorted((left, right) => countKnown(right.search) - countKnown(left.search)).slice(0, 1)
}

/** The nearest heading for each missing field, else one value for all rows. Pure. */
export function guessHeadings(candidates: readonly SheetCandidate[], fields: readonly FieldHeading[]): HeadingGuesses {
  const columns = new Map<string, string>()
  const set = new Map<string, string>()
  for (const { search } of candidates) {
    if (search.kind === 'none') continue
    const missing = search.kind === 'unfit' ? search.faults.missing : []
    for (const { field, nearest, usual } of missing) {
      if (usual !== undefined) set.set(field, formatGuess(usual))
      else if (nearest !== undefined && !columns.has(nearest.heading)) columns.set(nearest.heading, formatGuess(field))
      else if (![...columns.values()].includes(formatGuess(field))) set.set(field, formatGuess())
    }
    for (const { field, column } of findNearMisses(search.columns, fields)) {
      // A sheet without that column would no longer fit.
      const isEverywhere = candidates.every((candidate) => hasColumn(candidate, column.heading, field))
      if (isEverywhere && !columns.has(column.heading)) columns.set(column.heading, formatGuess(field))
    }
  }
  return { columns: Object.fromEntries(columns), set: Object.fromEntries(set) }
}

function hasColumn({ search }: SheetCandidate, heading: string, field: string): boolean {
  return search.kind !== 'none' && search.columns.some((column) => column.heading === heading || column.field === field)
}

/**
 * Headings that are understood, for fields that another worksheet gives by a guess. A mapping of one column of a field
 * replaces all others of that field. Pure.
 */
export function listSiblingHeadings(
  candidates: readonly SheetCandidate[],
  { columns }: HeadingGuesses,
): Record<string, string> {
  const guessed = new Set(Object.values(columns))
  const others = candidates.flatMap(({ search }) =>
    search.kind === 'none'
      ? []
      : search.columns.flatMap(({ heading, field }) => {
          const guess = formatGuess(field)
          return guessed.has(guess) && !Object.hasOwn(columns, heading) ? [[heading, guess] as const] : []
        }),
  )
  return Object.fromEntries(others)
}
