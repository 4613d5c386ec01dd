import type { Problem } from '../../contract/outcome.ts'
import { causeOf } from '../../messages/catalogue.ts'
import { countKnown, hasMostHeadings, type SheetCandidate } from '../../pipeline/load/choose-sheets.ts'
import type { Field } from '../../pipeline/model/operation.ts'
import type { OperationProfile } from '../../settings/option-types.ts'
import { foldText } from '../../sheet/fold-text.ts'
import { findNearMisses } from '../../sheet/headings/heading-faults.ts'
import type { FieldHeading, HeadingColumn } from '../../sheet/headings/heading-names.ts'
import { TextDateDetector } from '../../sheet/values/date-order.ts'
import { judgeCells, type SurveyedColumn, surveyColumns } from '../check/guess-fields.ts'
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
      const isIt = (each: HeadingColumn): boolean => each.heading === column.heading || each.field === field
      const isEverywhere = candidates.every((candidate) => columnsOf(candidate).some(isIt))
      if (isEverywhere && !columns.has(column.heading)) columns.set(column.heading, formatGuess(field))
    }
  }
  return { columns: Object.fromEntries(columns), set: Object.fromEntries(set) }
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
  const others = candidates.flatMap(columnsOf).map(({ heading, field }) => [heading, formatGuess(field)] as const)
  return Object.fromEntries(others.filter(([heading, guess]) => guessed.has(guess) && !Object.hasOwn(columns, heading)))
}

/** None in a sheet without headings. */
export function columnsOf({ search }: SheetCandidate): readonly HeadingColumn[] {
  return search.kind === 'none' ? [] : search.columns
}

/**
 * For a workbook without any known heading: the headings of the fullest row of all sheets, each with a guess where the
 * cells below suggest one. A field that several columns may hold is left to a person.
 */
export async function guessUnknownHeadings(
  candidates: readonly SheetCandidate[],
  fields: readonly Field[],
): Promise<Readonly<Record<string, string>>> {
  const [best] = candidates.toSorted((left, right) => widthOf(right) - widthOf(left))
  if (best?.search.kind !== 'none' || best.search.fullest === undefined) return {}
  return guessColumns((await surveyColumns(best.source, best.search.fullest.rowNumber)).columns, fields)
}

/** Pure. */
export function guessColumns(columns: readonly SurveyedColumn[], fields: readonly Field[]): Record<string, string> {
  const meanings = judgeCells(columns, fields)
  return Object.fromEntries(
    columns.map((column) => {
      const names = [...(meanings.get(column)?.fields ?? [])]
      const last = names.pop()
      return [column.heading, formatGuess(names.length === 0 ? last : `${names.join(', ')} or ${last}`)]
    }),
  )
}

function widthOf({ search }: SheetCandidate): number {
  return search.kind === 'none' ? (search.fullest?.headings.length ?? 0) : 0
}

/** Most texts of a field in a draft; a column with more is probably another field. */
const mostListed = 100

interface ListedText {
  written: string
  meant: string
  count: number
}

/** What the problems of rows say about the values that a sheet needs. */
export class ValueGuesses {
  readonly #fields: ReadonlyMap<string, Field>
  /** Field → folded text. */
  readonly #texts = new Map<string, Map<string, ListedText>>()
  readonly #missing = new Set<string>()
  readonly #dates = new TextDateDetector()
  readonly #otherDates = new Set<string>()

  constructor(fields: readonly Field[]) {
    this.#fields = new Map(fields.map((field) => [field.name, field]))
  }

  /** Takes a row's problem that another value in its cell would solve. */
  add(problem: Problem): void {
    const { field: name, column, value, remedy } = problem
    const field = this.#fields.get(name)
    if (field === undefined) return
    if (column === undefined) {
      if (remedy?.kind === 'default') this.#missing.add(name)
    } else if (causeOf(problem) === 'text-date' && remedy?.kind === 'dateOrder') this.#dates.observe(name, value, '')
    else if (remedy?.kind === 'dateOrder') for (const pattern of remedy.patterns) this.#otherDates.add(pattern)
    else if (isListed(field, value) && remedy?.kind !== 'map' && causeOf(problem) !== 'placeholder')
      this.#addText(name, value, remedy?.kind === 'use' ? remedy.value : '')
  }

  #addText(field: string, written: string, meant: string): void {
    const texts = this.#texts.get(field) ?? new Map<string, ListedText>()
    this.#texts.set(field, texts)
    const known = texts.get(foldText(written))
    if (known !== undefined) {
      known.count += 1
      if (known.meant !== meant) known.meant = ''
    } else if (texts.size < mostListed) texts.set(foldText(written), { written, meant, count: 1 })
  }

  /** A value for all rows is left for a person to fill in; texts come with the most frequent first. */
  get settings(): Pick<Required<OperationProfile>, 'set' | 'values' | 'dateFormats'> {
    const lists = [...this.#texts].map(([name, texts]) => {
      const all = [...texts.values()].toSorted((left, right) => right.count - left.count)
      const isTicked = all.some(({ written, meant }) => meant === 'Yes' && written.length === 1)
      const guess = ({ written, meant }: ListedText): string => formatGuess(written === '' && isTicked ? 'No' : meant)
      return [name, Object.fromEntries(all.map((each) => [each.written, guess(each)]))] as const
    })
    return {
      set: Object.fromEntries([...this.#missing].map((name) => [name, formatGuess()])),
      values: Object.fromEntries(lists),
      dateFormats: [...new Set([...this.#dates.patterns, ...this.#otherDates])].map((pattern) => formatGuess(pattern)),
    }
  }
}

/** A fix list suits a value of a closed list, and a text without digits in a number column: no date fits all rows. */
function isListed({ about: { kind, values } }: Field, value: string): boolean {
  if (value.endsWith('…')) return false
  if (value === '') return values.includes('Yes') && values.includes('No')
  return kind === 'choice' || kind === 'listed' || (kind === 'integer' && !/\d/.test(value))
}
