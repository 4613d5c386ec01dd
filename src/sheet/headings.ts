import { BatchError } from '../support/errors.ts'
import { isBlank, type SheetRow } from './cell.ts'
import { foldHeading, foldText, foldWholeHeading, headingWords, toOneLine } from './fold.ts'
import { joinHeadingLines } from './heading-lines.ts'
import { type Candidate, foldCandidate, nearest, nearestCandidate } from './nearest.ts'
import { displayCell } from './values/display.ts'

/** A field to look for, by its own name or an alias. */
export interface FieldHeading {
  field: string
  aliases: readonly string[]
  isRequired: boolean
}

export interface HeadingColumn {
  /** 0-based. */
  index: number
  /** As written, on one line and trimmed. */
  heading: string
  /** Undefined for a column that no field was found for. */
  field: string | undefined
}

export interface HeadingOptions {
  /** Own heading → field (`--columns`); goes before names and aliases. */
  columns?: ReadonlyMap<string, string>
}

/** What stands between a heading row and the fields; every list may be empty, not all of them are. */
export interface HeadingFaults {
  missing: readonly { field: string; nearest: HeadingColumn | undefined }[]
  /** Fields that two or more columns claim. */
  doubled: readonly { field: string; columns: readonly HeadingColumn[] }[]
  /** Headings of `--columns` that the sheet does not have. */
  absent: readonly { heading: string; nearest: HeadingColumn | undefined }[]
  /** Entries of `--columns` whose field does not exist. */
  misnamed: readonly { heading: string; field: string; nearest: string | undefined }[]
}

export type HeadingSearch =
  | {
      kind: 'found'
      rowNumber: number
      /** Every heading that is not blank, in order. */
      columns: readonly HeadingColumn[]
      /** Optional fields that were not found, though a heading that means nothing else is spelled much like them. */
      nearMisses: readonly { field: string; column: HeadingColumn }[]
    }
  | { kind: 'unfit'; rowNumber: number; columns: readonly HeadingColumn[]; faults: HeadingFaults }
  /** No row has a single known heading; `fullest` is the first of the rows with the most cells, if there are rows. */
  | {
      kind: 'none'
      required: readonly string[]
      fullest: { rowNumber: number; headings: readonly string[] } | undefined
    }

/** Title rows above the headings are looked through this far. */
export const headingSearchRows = 20

/**
 * Finds the heading row (of the first 20 rows the one that names the most fields; of equals the first) and what each of
 * its columns means. All faults are listed at once.
 */
export function findHeadings(
  rows: readonly SheetRow[],
  fields: readonly FieldHeading[],
  options: HeadingOptions = {},
): HeadingSearch {
  const names = indexNames(fields)
  const own = options.columns ?? new Map<string, string>()
  let best: { rowNumber: number; columns: HeadingColumn[]; count: number } | undefined
  for (const row of rows.slice(0, headingSearchRows)) {
    const columns = mapRow(row, names, own)
    const count = new Set(columns.flatMap((column) => column.field ?? [])).size
    if (count > (best?.count ?? 0)) best = { rowNumber: row.number, columns, count }
  }
  const single = best === undefined ? undefined : judgeRow(best, fields, names, own)
  if (single?.kind === 'found') return single
  const joined = findInTwoLines(rows, fields, names, own)
  if (joined !== undefined) return joined
  if (single === undefined) {
    const required = fields.filter((field) => field.isRequired).map((field) => field.field)
    return { kind: 'none', required, fullest: findFullest(rows) }
  }
  return single
}

function judgeRow(
  { rowNumber, columns }: { rowNumber: number; columns: HeadingColumn[] },
  fields: readonly FieldHeading[],
  names: NameIndex,
  own: ReadonlyMap<string, string>,
): Exclude<HeadingSearch, { kind: 'none' }> {
  const faults = findFaults(columns, fields, names, own)
  if (Object.values(faults).some((list) => list.length > 0)) return { kind: 'unfit', rowNumber, columns, faults }
  return { kind: 'found', rowNumber, columns, nearMisses: findNearMisses(columns, fields) }
}

/** Headings written in two lines; they count only where they fit without a fault. */
function findInTwoLines(
  rows: readonly SheetRow[],
  fields: readonly FieldHeading[],
  names: NameIndex,
  own: ReadonlyMap<string, string>,
): Extract<HeadingSearch, { kind: 'found' }> | undefined {
  const isKnown = (heading: string): boolean => findField(heading, names) !== undefined
  for (const row of joinHeadingLines(rows.slice(0, headingSearchRows), isKnown)) {
    const found = judgeRow({ rowNumber: row.number, columns: mapRow(row, names, own) }, fields, names, own)
    if (found.kind === 'found') return found
  }
  return undefined
}

/** With its bracketed remark before without: "To (country)" is not "To (date)". */
function findField(heading: string, names: NameIndex): string | undefined {
  return names.get(foldWholeHeading(heading)) ?? names.get(foldHeading(heading))
}

type NameIndex = ReadonlyMap<string, string>

function indexNames(fields: readonly FieldHeading[]): NameIndex {
  const index = new Map(fields.map((field) => [foldHeading(field.field), field.field]))
  for (const { field, aliases } of fields) {
    for (const alias of aliases) {
      const folded = foldHeading(alias)
      const other = index.get(folded) ?? field
      if (other !== field) throw new BatchError('defect', `the alias “${alias}” belongs to ${other} and to ${field}`)
      if (folded !== '') index.set(folded, field)
    }
  }
  return index
}

function readHeadings(row: SheetRow): { index: number; heading: string }[] {
  return row.cells.flatMap((cell, index) => {
    const heading = isBlank(cell) ? '' : toOneLine(displayCell(cell))
    return heading === '' ? [] : { index, heading }
  })
}

function mapRow(row: SheetRow, names: NameIndex, own: ReadonlyMap<string, string>): HeadingColumn[] {
  const headings = readHeadings(row)
  const chosen = new Map<number, string>()
  for (const [heading, name] of own) {
    const field = names.get(foldHeading(name))
    if (field === undefined) continue
    for (const index of findOwn(heading, headings)) chosen.set(index, field)
  }
  const taken = new Set(chosen.values())
  return headings.map(({ index, heading }) => {
    const known = findField(heading, names)
    const byName = known === undefined || taken.has(known) ? undefined : known
    return { index, heading, field: chosen.get(index) ?? byName }
  })
}

/** The columns with that very heading; only when there are none, those that differ in punctuation or a remark. */
function findOwn(own: string, headings: readonly { index: number; heading: string }[]): number[] {
  const same = headings.filter(({ heading }) => foldText(heading) === foldText(own))
  const folded = foldHeading(own)
  const alike = folded === '' ? [] : headings.filter(({ heading }) => foldHeading(heading) === folded)
  return (same.length > 0 ? same : alike).map(({ index }) => index)
}

function findFaults(
  columns: readonly HeadingColumn[],
  fields: readonly FieldHeading[],
  names: NameIndex,
  own: ReadonlyMap<string, string>,
): HeadingFaults {
  const free = foldFree(columns)
  const byField = groupByField(columns)
  const ownEntries = [...own].map(([heading, field]) => ({ heading, field }))
  return {
    missing: fields
      .filter(({ field, isRequired }) => isRequired && !byField.has(field))
      .map(({ field, aliases }) => ({ field, nearest: findNearest([field, ...aliases], free) })),
    doubled: [...byField].flatMap(([field, claiming]) => (claiming.length < 2 ? [] : { field, columns: claiming })),
    absent: ownEntries
      .filter(({ heading }) => findOwn(heading, columns).length === 0)
      .map(({ heading }) => ({ heading, nearest: findNearest([heading], free) })),
    misnamed: ownEntries
      .filter(({ field }) => !names.has(foldHeading(field)))
      .map(({ heading, field }) => ({
        heading,
        field,
        nearest: nearest(
          field,
          fields.map((known) => known.field),
        ),
      })),
  }
}

function findNearMisses(
  columns: readonly HeadingColumn[],
  fields: readonly FieldHeading[],
): { field: string; column: HeadingColumn }[] {
  const free = foldFree(columns)
  const byField = groupByField(columns)
  return fields.flatMap(({ field, aliases }) => {
    const column = byField.has(field) ? undefined : findBySpelling([field, ...aliases], free)
    return column === undefined ? [] : { field, column }
  })
}

function foldFree(columns: readonly HeadingColumn[]): Candidate<HeadingColumn>[] {
  return columns
    .filter((column) => column.field === undefined)
    .map((column) => foldCandidate(column, headingWords(column.heading)))
}

function groupByField(columns: readonly HeadingColumn[]): Map<string, HeadingColumn[]> {
  const byField = new Map<string, HeadingColumn[]>()
  for (const column of columns) {
    if (column.field !== undefined) byField.set(column.field, [...(byField.get(column.field) ?? []), column])
  }
  return byField
}

/** By spelling first, then by words in common: "Host town" is near "Host country". */
function findNearest(names: readonly string[], free: readonly Candidate<HeadingColumn>[]): HeadingColumn | undefined {
  const near = findBySpelling(names, free)
  if (near !== undefined) return near
  let best: HeadingColumn | undefined
  let most = 0
  for (const { folded, value } of free) {
    const share = Math.max(...names.map((name) => shareOfWords(headingWords(name), folded)))
    if (share > most) [best, most] = [value, share]
  }
  return most >= 0.5 ? best : undefined
}

function findBySpelling(
  names: readonly string[],
  free: readonly Candidate<HeadingColumn>[],
): HeadingColumn | undefined {
  for (const name of names) {
    const near = nearestCandidate(headingWords(name), free)
    if (near !== undefined) return near
  }
  return undefined
}

/** Sørensen–Dice: twice the words in common over all words, 0 to 1. */
function shareOfWords(left: string, right: string): number {
  const [a, b] = [new Set(left.split(' ')), new Set(right.split(' '))]
  const common = [...a].filter((word) => b.has(word)).length
  return (2 * common) / (a.size + b.size)
}

function findFullest(rows: readonly SheetRow[]): { rowNumber: number; headings: string[] } | undefined {
  let fullest: { rowNumber: number; headings: string[] } | undefined
  for (const row of rows.slice(0, headingSearchRows)) {
    const headings = readHeadings(row).map(({ heading }) => heading)
    if (headings.length > (fullest?.headings.length ?? 0)) fullest = { rowNumber: row.number, headings }
  }
  return fullest
}
