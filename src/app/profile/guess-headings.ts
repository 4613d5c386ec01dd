import { countKnown, type SheetLook } from '../../pipeline/load/choose-sheets.ts'
import type { HeadingSearch } from '../../sheet/headings/find-headings.ts'
import { findNearMisses } from '../../sheet/headings/fit.ts'
import type { FieldHeading } from '../../sheet/headings/names.ts'
import { guessMark } from './profile.ts'

/** What the headings of some sheets may mean, each marked as a guess; a mark alone where somebody has to say. */
export interface HeadingGuesses {
  columns: Readonly<Record<string, string>>
  set: Readonly<Record<string, string>>
}

/** Of the sheets those that are meant: they fit, or name most of what is needed; else the one that names the most. Pure. */
export function chooseMeant(looks: readonly SheetLook[]): readonly SheetLook[] {
  const meant = looks.filter(({ search }) => search.kind === 'found' || namesMost(search))
  if (meant.length > 0) return meant
  const known = looks.filter(({ search }) => countKnown(search) > 0)
  return known.toSorted((left, right) => countKnown(right.search) - countKnown(left.search)).slice(0, 1)
}

function namesMost(search: HeadingSearch): boolean {
  return search.kind === 'unfit' && countKnown(search) > search.faults.missing.length
}

/** What is nearest to each field that a sheet lacks, else one value for all rows. Pure. */
export function guessHeadings(looks: readonly SheetLook[], fields: readonly FieldHeading[]): HeadingGuesses {
  const columns = new Map<string, string>()
  const set = new Map<string, string>()
  for (const { search } of looks) {
    if (search.kind === 'none') continue
    const missing = search.kind === 'unfit' ? search.faults.missing : []
    for (const { field, nearest, usual } of missing) {
      if (usual !== undefined) set.set(field, `${guessMark} ${usual}`)
      else if (nearest !== undefined && !columns.has(nearest.heading))
        columns.set(nearest.heading, `${guessMark} ${field}`)
      else if (![...columns.values()].includes(`${guessMark} ${field}`)) set.set(field, guessMark)
    }
    for (const { field, column } of findNearMisses(search.columns, fields)) {
      // A sheet without that column would not fit any more.
      const isEverywhere = looks.every((look) => hasColumn(look, column.heading, field))
      if (isEverywhere && !columns.has(column.heading)) columns.set(column.heading, `${guessMark} ${field}`)
    }
  }
  return { columns: Object.fromEntries(columns), set: Object.fromEntries(set) }
}

function hasColumn({ search }: SheetLook, heading: string, field: string): boolean {
  return search.kind !== 'none' && search.columns.some((column) => column.heading === heading || column.field === field)
}

/**
 * Headings that are understood, of fields that another sheet gives by a guess: who names one column of a field by hand
 * names them all. Pure.
 */
export function nameOthers(looks: readonly SheetLook[], { columns }: HeadingGuesses): Record<string, string> {
  const guessed = new Set(Object.values(columns))
  const others = looks.flatMap(({ search }) =>
    search.kind === 'none'
      ? []
      : search.columns.flatMap(({ heading, field }) => {
          const guess = `${guessMark} ${field ?? ''}`
          return guessed.has(guess) && !Object.hasOwn(columns, heading) ? [[heading, guess] as const] : []
        }),
  )
  return Object.fromEntries(others)
}
