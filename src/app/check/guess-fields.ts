import { isCountryAnywhere } from '../../operations/countries.ts'
import type { Field } from '../../pipeline/model/operation.ts'
import { headingsOf } from '../../pipeline/tables/search-sheet.ts'
import { type Cell, emptyCell, isBlank, isUncomputed, type SheetRow } from '../../sheet/cell.ts'
import { toOneLine } from '../../sheet/fold-text.ts'
import { offerHeadings } from '../../sheet/headings/heading-faults.ts'
import type { HeadingColumn } from '../../sheet/headings/heading-names.ts'
import type { SheetSource } from '../../sheet/source.ts'
import { listDateReadings, toIsoDate } from '../../sheet/values/date-pattern.ts'
import { displayCell } from '../../sheet/values/display.ts'
import { readEmail } from '../../sheet/values/text.ts'

/** Why a column may hold a field: its heading is spelled like it, shares words with it, or its cells say so. */
type GuessReason = 'heading' | 'words' | 'dates' | 'countries' | 'codes' | 'values'

/** Fields that a column without one may hold. One field is a guess; of several, and by common words, a person chooses. */
export interface FieldGuess {
  heading: string
  fields: readonly string[]
  by: GuessReason
}

export interface SurveyedColumn {
  heading: string
  /** Of the first rows, those that are not blank. */
  cells: readonly Cell[]
}

/** A table below its headings. */
export interface ColumnSurvey {
  columns: readonly (SurveyedColumn & { index: number; filled: number })[]
  /** Number of rows that `filled` counts. */
  rows: number
}

/** Guesses are based on so many rows below the headings. */
const sampledRows = 200
const longestIdentifier = 20
const shortestIdentifier = 3
/** Fewer different codes are no proof of countries: "si" and "no" are words, too. */
const fewestCodes = 3
/** A column with one word only, such as Yes, says little of its field. */
const fewestValues = 2

/** `isWhole`: counts all rows, else those of the sample. `headings`: where they stand in several lines. */
export async function surveyColumns(
  source: SheetSource,
  headingRow: number,
  { isWhole = false, headings }: { isWhole?: boolean; headings?: readonly Omit<HeadingColumn, 'field'>[] } = {},
): Promise<ColumnSurvey> {
  let columns: { index: number; heading: string; cells: Cell[]; filled: number }[] | undefined
  let rows = 0
  for await (const row of source.rows()) {
    if (columns !== undefined) {
      if (row.cells.every(isBlank)) continue
      rows += 1
      for (const column of columns) {
        const cell = row.cells[column.index] ?? emptyCell
        if (isBlank(cell)) continue
        column.filled += 1
        if (rows <= sampledRows) column.cells.push(cell)
      }
      if (!isWhole && rows === sampledRows) break
    } else if (row.number === headingRow) {
      columns = (headings ?? listHeadings(row)).map(({ index, heading }) => ({ index, heading, cells: [], filled: 0 }))
    }
  }
  return { columns: columns ?? [], rows }
}

function listHeadings({ cells }: SheetRow) {
  return cells.flatMap((cell, index) => {
    const heading = isBlank(cell) ? '' : toOneLine(displayCell(cell))
    return heading === '' ? [] : { index, heading }
  })
}

/**
 * Guesses the fields of columns that have none: by their headings, else by their cells. A column is guessed for one
 * field, and a field for one column, but where several suit. Pure.
 */
export function guessFields(
  columns: readonly HeadingColumn[],
  fields: readonly Field[],
  { given, survey }: { given: ReadonlyMap<string, string>; survey: ColumnSurvey | undefined },
): FieldGuess[] {
  const known = new Set(columns.map(({ field }) => field))
  const open = fields.filter(({ name }) => !known.has(name) && !given.has(name))
  const all = headingsOf(fields, given)
  const sought = all.filter(({ field }) => open.some(({ name }) => name === field))
  const isNeeded = new Set(open.filter((field) => field.isNeeded).map(({ name }) => name))
  const taken = new Set<string>()
  const guesses: FieldGuess[] = []
  const add = (heading: string, names: readonly string[], by: GuessReason): void => {
    guesses.push({ heading, fields: names, by })
    if (names.length > 1 || by === 'words') return
    for (const name of [heading, ...names]) taken.add(name)
  }
  const offered = [...offerHeadings(sought, all, columns)]
  for (const [field, { column, isSpelt }] of offered) if (isSpelt) add(column.heading, [field], 'heading')
  const free = survey?.columns.filter(
    ({ index, heading }) =>
      !taken.has(heading) && columns.some((column) => column.index === index && column.field === undefined),
  )
  const wanted = open.filter(({ name }) => isNeeded.has(name) && !taken.has(name))
  const judged = [...judgeCells(free ?? [], wanted)].filter(([, { fields: names }]) => names.length > 0)
  for (const [{ heading }, { fields: names, by }] of judged) {
    const isOnly = judged.filter(([, other]) => other.fields.some((name) => names.includes(name))).length === 1
    // One field for several columns: a person says which of them.
    if (isOnly || names.length > 1) add(heading, names, by)
    else add(heading, names, 'words')
  }
  for (const [field, { column, isSpelt }] of offered) {
    if (!isSpelt && isNeeded.has(field) && !taken.has(field) && !taken.has(column.heading))
      add(column.heading, [field], 'words')
  }
  return guesses
}

/** Of each kind of field what its cells look like, the surest first: people without a number have their address. */
const signs = [
  { kind: 'email', holds: isAddress, by: 'values' },
  { kind: 'id', holds: isCode, by: 'codes' },
  { kind: 'id', holds: isAddress, by: 'values' },
] as const

interface Meaning {
  /** Empty: the column is none of those that were sought. */
  fields: readonly string[]
  by: GuessReason
}

/** The fields that each column may hold, by its cells. Pure. */
export function judgeCells<Column extends SurveyedColumn>(
  columns: readonly Column[],
  fields: readonly Field[],
): ReadonlyMap<Column, Meaning> {
  const meanings = new Map<Column, Meaning>()
  for (const [column, names] of matchDates(columns, fields)) meanings.set(column, { fields: names, by: 'dates' })
  const countries = fields.filter(({ about }) => about.isCountry === true).map(({ name }) => name)
  if (countries.length > 0) {
    for (const column of columns.filter(holdsCountries)) meanings.set(column, { fields: countries, by: 'countries' })
  }
  for (const column of columns) {
    const names = meanings.has(column) ? [] : fields.filter((field) => holdsChoices(column, field)).map(nameOf)
    if (names.length === 1) meanings.set(column, { fields: names, by: 'values' })
  }
  const judged = new Set<string>()
  for (const { kind, holds, by } of signs) {
    const field = fields.find(({ about, isNeeded, appliesTo }) => about.kind === kind && isNeeded && !appliesTo)
    const [only, ...others] = columns.filter((column) => !meanings.has(column) && holdsDifferent(column, holds))
    if (field === undefined || only === undefined || judged.has(field.name)) continue
    judged.add(field.name)
    if (others.length === 0) meanings.set(only, { fields: [field.name], by })
  }
  return meanings
}

function nameOf({ name }: Field): string {
  return name
}

/** The only two columns of dates of which one is never later; else each may be the first or the last day. */
function matchDates<Column extends SurveyedColumn>(
  columns: readonly Column[],
  fields: readonly Field[],
): [Column, readonly string[]][] {
  const dates = fields.filter(({ about }) => about.kind === 'date')
  const later = dates.find(({ about }) => about.notBefore !== undefined)
  const earlier = dates.find(({ name }) => name === later?.about.notBefore)
  const dated = columns.flatMap((column) => {
    const days = column.cells.map(toDay)
    return days.length === 0 || days.includes(undefined) ? [] : { column, days: days as string[] }
  })
  if (dates.length === 0) return []
  if (later === undefined || earlier === undefined) return dated.map(({ column }) => [column, dates.map(nameOf)])
  const pairs = dated.flatMap((first) =>
    dated.filter((last) => last !== first && areInOrder(first.days, last.days)).map((last) => ({ first, last })),
  )
  const [pair, ...others] = pairs
  return dated.map(({ column }) => {
    if (pair === undefined || others.length > 0) return [column, [earlier.name, later.name]]
    if (column === pair.first.column) return [column, [earlier.name]]
    return [column, column === pair.last.column ? [later.name] : []]
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

function holdsCountries({ cells }: SurveyedColumn): boolean {
  const texts = new Set(cells.map((cell) => toOneLine(displayCell(cell))))
  if (texts.size === 0 || ![...texts].every(isCountryAnywhere)) return false
  return texts.size >= fewestCodes || [...texts].some((text) => !/^\p{Script=Latin}{2,3}$/u.test(text))
}

/** Each cell is one of the values that the field may have. */
function holdsChoices({ cells }: SurveyedColumn, { about, read }: Field): boolean {
  if (about.kind !== 'choice' || cells.some(isUncomputed)) return false
  const settings = { lists: new Map(), datePattern: undefined }
  const values = cells.map((cell) => read(cell, settings))
  return values.every(({ ok }) => ok) && new Set(cells.map(displayCell)).size >= fewestValues
}

/** All of them, and few of them repeat. */
function holdsDifferent({ cells }: SurveyedColumn, holds: (text: string) => boolean): boolean {
  const texts = cells.map((cell) => displayCell(cell).trim())
  return texts.length > 0 && texts.every(holds) && 2 * new Set(texts).size > texts.length
}

/** A short one with digits. */
function isCode(text: string): boolean {
  const isShort = text.length >= shortestIdentifier && text.length <= longestIdentifier
  return isShort && /^[\p{L}\d._/-]*\d[\p{L}\d._/-]*$/u.test(text)
}

function isAddress(text: string): boolean {
  return readEmail({ t: 's', v: text }).ok
}
