import type { Problem } from '../../contract/outcome.ts'
import { causeOf } from '../../messages/catalogue.ts'
import { isCountryAnywhere } from '../../operations/countries.ts'
import { countKnown, hasMostHeadings, type SheetCandidate } from '../../pipeline/load/choose-sheets.ts'
import type { Field } from '../../pipeline/model/operation.ts'
import type { OperationProfile } from '../../settings/option-types.ts'
import { type Cell, emptyCell, isBlank, type SheetRow } from '../../sheet/cell.ts'
import { foldText, toOneLine } from '../../sheet/fold-text.ts'
import { findNearMisses } from '../../sheet/headings/heading-faults.ts'
import type { FieldHeading } from '../../sheet/headings/heading-names.ts'
import { TextDateDetector } from '../../sheet/values/date-order.ts'
import { listDateReadings, toIsoDate } from '../../sheet/values/date-pattern.ts'
import { displayCell } from '../../sheet/values/display.ts'
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

/** Guesses are based on so many rows below the headings. */
const sampledRows = 200
const longestIdentifier = 20
const shortestIdentifier = 3
/** Fewer different codes are no proof of countries: "si" and "no" are words, too. */
const fewestCodes = 3

interface SampledColumn {
  heading: string
  cells: readonly Cell[]
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
  if (best === undefined || widthOf(best) === 0) return {}
  return guessColumns(await sampleColumns(best), fields)
}

/** Pure. */
export function guessColumns(columns: readonly SampledColumn[], fields: readonly Field[]): Record<string, string> {
  const guesses = new Map<SampledColumn, string>()
  for (const [column, field] of matchDates(columns, fields)) guesses.set(column, field)
  const countries = fields.filter(({ about }) => about.isCountry === true).map(({ name }) => name)
  if (countries.length > 0) {
    const [last, ...others] = countries.toReversed()
    const any = others.length === 0 ? `${last}` : `${others.toReversed().join(', ')} or ${last}`
    for (const column of columns.filter(holdsCountries)) guesses.set(column, any)
  }
  const identifier = fields.find(({ about, isNeeded }) => about.kind === 'id' && isNeeded)
  const [code, ...codes] = columns.filter((column) => !guesses.has(column) && holdsIdentifiers(column))
  if (identifier !== undefined && code !== undefined && codes.length === 0) guesses.set(code, identifier.name)
  return Object.fromEntries(columns.map((column) => [column.heading, formatGuess(guesses.get(column))]))
}

function widthOf({ search }: SheetCandidate): number {
  return search.kind === 'none' ? (search.fullest?.headings.length ?? 0) : 0
}

async function sampleColumns({ source, search }: SheetCandidate): Promise<SampledColumn[]> {
  const headingRow = search.kind === 'none' ? search.fullest?.rowNumber : undefined
  let headings: SheetRow | undefined
  const rows: SheetRow[] = []
  for await (const row of source.rows()) {
    if (row.number === headingRow) headings = row
    else if (headings !== undefined && rows.push(row) === sampledRows) break
  }
  return (headings?.cells ?? []).flatMap((cell, index) => {
    const heading = toOneLine(displayCell(cell))
    if (heading === '') return []
    return { heading, cells: rows.map(({ cells }) => cells[index] ?? emptyCell).filter((each) => !isBlank(each)) }
  })
}

/** The only two columns of dates of which one is never later; else each may be the first or the last day. */
function matchDates(columns: readonly SampledColumn[], fields: readonly Field[]): [SampledColumn, string][] {
  const later = fields.find(({ about }) => about.notBefore !== undefined)
  const earlier = later?.about.notBefore
  if (later === undefined || earlier === undefined) return []
  const dated = columns.flatMap((column) => {
    const days = column.cells.map(toDay)
    return days.length === 0 || days.includes(undefined) ? [] : { column, days: days as string[] }
  })
  const pairs = dated.flatMap((first) =>
    dated.filter((last) => last !== first && areInOrder(first.days, last.days)).map((last) => ({ first, last })),
  )
  const [pair, ...others] = pairs
  return dated.map(({ column }) => {
    if (pair === undefined || others.length > 0) return [column, `${earlier} or ${later.name}`]
    if (column === pair.first.column) return [column, earlier]
    return [column, column === pair.last.column ? later.name : '']
  })
}

function areInOrder(first: readonly string[], second: readonly string[]): boolean {
  return first.length === second.length && first.every((day, row) => day <= (second[row] ?? ''))
}

function toDay(cell: Cell): string | undefined {
  if (cell.t === 'd') return cell.v.slice(0, 10)
  const text = displayCell(cell)
  const [iso] = /^\d{4}-\d{2}-\d{2}/.exec(text) ?? []
  const [reading] = listDateReadings(text)
  return iso ?? (reading === undefined ? undefined : toIsoDate(reading.date))
}

function holdsCountries({ cells }: SampledColumn): boolean {
  const texts = new Set(cells.map((cell) => toOneLine(displayCell(cell))))
  if (texts.size === 0 || ![...texts].every(isCountryAnywhere)) return false
  return texts.size >= fewestCodes || [...texts].some((text) => !/^\p{Script=Latin}{2,3}$/u.test(text))
}

/** Short codes with digits; few of them repeat. */
function holdsIdentifiers({ cells }: SampledColumn): boolean {
  const texts = cells.map((cell) => displayCell(cell).trim())
  const isCode = (text: string): boolean => /^[\p{L}\d._/-]*\d[\p{L}\d._/-]*$/u.test(text)
  if (texts.length === 0 || !texts.every((text) => text.length <= longestIdentifier && isCode(text))) return false
  const shortest = Math.min(...texts.map((text) => text.length))
  return shortest >= shortestIdentifier && 2 * new Set(texts).size > texts.length
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
    else if (isListed(field, value) && remedy?.kind !== 'map')
      this.#addText(name, value, remedy?.kind === 'use' ? remedy.value : '')
  }

  #addText(field: string, written: string, meant: string): void {
    const texts = this.#texts.get(field) ?? new Map<string, ListedText>()
    this.#texts.set(field, texts)
    const known = texts.get(foldText(written))
    if (known !== undefined) known.count += 1
    else if (texts.size < mostListed) texts.set(foldText(written), { written, meant, count: 1 })
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
      dateFormats: this.#dates.patterns.map((pattern) => formatGuess(pattern)),
    }
  }
}

/** A fix list suits a value of a closed list, and a text without digits in a number column: no date fits all rows. */
function isListed({ about: { kind, values } }: Field, value: string): boolean {
  if (value.endsWith('…')) return false
  if (value === '') return values.includes('Yes') && values.includes('No')
  return kind === 'choice' || kind === 'listed' || (kind === 'integer' && !/\d/.test(value))
}
