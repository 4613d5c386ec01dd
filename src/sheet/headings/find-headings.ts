import { type Finding, find } from '../../messages/catalogue.ts'
import { cellAddress, isBlank, isUncomputed, type SheetRow } from '../cell.ts'
import { foldHeading, toOneLine } from '../fold-text.ts'
import { displayCell, shorten } from '../values/display.ts'
import { maxTextLength } from '../values/text.ts'
import {
  countFields,
  findFaults,
  findNearMisses,
  findPassedOver,
  type HeadingFaults,
  hasNoFaults,
} from './heading-faults.ts'
import { fillMergedHeadings, joinHeadingLines } from './heading-lines.ts'
import {
  type FieldHeading,
  foldAll,
  type HeadingColumn,
  type HeadingContext,
  HeadingNames,
  indexHeadings,
  notRead,
} from './heading-names.ts'

export type HeadingSearch =
  | {
      kind: 'found'
      rowNumber: number
      /** Every heading that is not blank, in order. */
      columns: readonly HeadingColumn[]
      /** Missing optional fields, with an unused heading of similar spelling. */
      nearMisses: readonly { field: string; column: HeadingColumn }[]
      /** Mapped headings that the sheet does not have, with the known column that is read for their field. */
      passedOver: readonly { heading: string; column: HeadingColumn }[]
    }
  | {
      kind: 'unfit'
      rowNumber: number
      columns: readonly HeadingColumn[]
      faults: HeadingFaults
      /** First line of the headings; equal to the row unless they span several lines. */
      firstLine: number
      /** Cells of the row with formulas that were never calculated. */
      uncomputed: readonly string[]
    }
  | {
      kind: 'none'
      required: readonly string[]
      fullest: { rowNumber: number; headings: readonly string[] } | undefined
      /** In all searched rows. */
      uncomputed: readonly string[]
    }

/** Maximum rows searched; title rows may precede the headings. */
export const headingSearchRows = 20
/** Headings per row used to choose the row; the chosen row is read in full. Wider sheets are not tables of trips. */
const mostJudged = 1_000

/**
 * Finds the heading row among the first 20 rows: the one that names the most fields, the first in a tie.
 * `headingRow`, where it has a cell, is taken as it is. All faults are listed at once. Only one row is searched for similar spellings, so the work is linear in the cells.
 */
export function findHeadings(
  rows: readonly SheetRow[],
  fields: readonly FieldHeading[],
  own: HeadingContext['own'] = new Map(),
  headingRow?: number,
): HeadingSearch {
  const first = fillMergedHeadings(rows.slice(0, headingSearchRows))
  const context: HeadingContext = { fields, names: new HeadingNames(fields), own }
  const told = first.find(({ number, cells }) => number === headingRow && !cells.every(isBlank))
  if (told !== undefined) {
    const headed = { rowNumber: told.number, columns: mapHeadings(readHeadings(told), context) }
    return hasNoFaults(headed.columns, context) ? found(headed, context) : unfit(headed, told.number, first, context)
  }
  const single = findBestRow(first, context)
  const fits = ({ columns }: HeadedRow): boolean => hasNoFaults(columns, context)
  const isFit = single !== undefined && fits(single)
  const until = isFit ? first.findIndex(({ number }) => number === single.rowNumber) + 1 : first.length
  // Joined lines win when they have no fault, or name more fields than any single line.
  let best = single
  let firstLine = single?.rowNumber
  for (const { row, firstNumber } of joinHeadingLines(first.slice(0, until), (heading) =>
    context.names.fieldOf(heading),
  )) {
    if (isFit && row.number !== single.rowNumber) continue
    const joined = { rowNumber: row.number, columns: mapHeadings(readHeadings(row), context) }
    const namesMore = countFields(joined.columns) > countFields(best?.columns ?? [])
    if ((namesMore || !isFit) && fits(joined)) return found(joined, context)
    if (namesMore) [best, firstLine] = [joined, firstNumber]
  }
  if (isFit) return found(single, context)
  if (best !== undefined) return unfit(best, firstLine ?? best.rowNumber, first, context)
  const required = fields.filter((field) => field.isRequired).map((field) => field.field)
  return { kind: 'none', required, fullest: findWidest(first), uncomputed: findUncomputed(first) }
}

function findUncomputed(rows: readonly SheetRow[]): string[] {
  return rows.flatMap((row) =>
    row.cells.flatMap((cell, index) => (isUncomputed(cell) ? [cellAddress(row.number, index)] : [])),
  )
}

interface HeadedRow {
  rowNumber: number
  columns: readonly HeadingColumn[]
}

function found({ rowNumber, columns }: HeadedRow, context: HeadingContext): HeadingSearch {
  const nearMisses = findNearMisses(columns, context.fields)
  return { kind: 'found', rowNumber, columns, nearMisses, passedOver: findPassedOver(columns, context) }
}

function unfit(
  { rowNumber, columns }: HeadedRow,
  firstLine: number,
  rows: readonly SheetRow[],
  context: HeadingContext,
): HeadingSearch {
  const uncomputed = findUncomputed(rows.filter((row) => row.number === rowNumber))
  return { kind: 'unfit', rowNumber, columns, faults: findFaults(columns, context), uncomputed, firstLine }
}

/** Undefined when no row names a field. */
function findBestRow(rows: readonly SheetRow[], context: HeadingContext): HeadedRow | undefined {
  const best = findFirstWithMost(rows, (row) => countFields(mapHeadings(readHeadings(row, mostJudged), context)))
  return best && { rowNumber: best.number, columns: mapHeadings(readHeadings(best), context) }
}

function findFirstWithMost(rows: readonly SheetRow[], count: (row: SheetRow) => number): SheetRow | undefined {
  const counts = rows.map(count)
  const most = counts.reduce((one, other) => Math.max(one, other), 0)
  return most === 0 ? undefined : rows[counts.indexOf(most)]
}

type WrittenHeading = Omit<HeadingColumn, 'field'>

function readHeadings(row: SheetRow, most = Number.POSITIVE_INFINITY): WrittenHeading[] {
  const headings: WrittenHeading[] = []
  for (const [index, cell] of row.cells.entries()) {
    if (isBlank(cell)) continue
    const heading = toOneLine(displayCell(cell).slice(0, maxTextLength))
    if (heading !== '') headings.push({ index, heading })
    if (headings.length >= most) break
  }
  return headings
}

function mapHeadings(headings: readonly WrittenHeading[], { fields, names, own }: HeadingContext): HeadingColumn[] {
  const chosen = new Map<number, string | undefined>()
  const written = indexHeadings(headings)
  for (const [heading, name] of own) {
    const field = names.named(name)
    if (field === undefined && name !== notRead) continue
    for (const { index } of written(heading)) chosen.set(index, field)
  }
  const taken = new Set(chosen.values())
  const columns = headings.map(({ index, heading }) => {
    if (chosen.has(index)) return { index, heading, field: chosen.get(index) }
    const known = names.fieldOf(heading)
    return { index, heading, field: known === undefined || taken.has(known) ? undefined : known }
  })
  // “Manager” beside “Manager ID” is a name.
  const people = new Set(fields.flatMap((field) => foldAll(field.people ?? [])))
  if (people.size === 0) return columns
  const isPerson = ({ heading }: WrittenHeading): boolean => people.has(foldHeading(heading))
  const certain = new Set(columns.flatMap((column) => (isPerson(column) ? [] : (column.field ?? []))))
  return columns.map((column) => {
    const isLess = column.field !== undefined && certain.has(column.field) && isPerson(column)
    return isLess && !chosen.has(column.index) ? { ...column, field: undefined } : column
  })
}

function findWidest(rows: readonly SheetRow[]): { rowNumber: number; headings: string[] } | undefined {
  const widest = findFirstWithMost(rows, ({ cells }) => cells.filter((cell) => !isBlank(cell)).length)
  return widest && { rowNumber: widest.number, headings: readHeadings(widest).map(({ heading }) => heading) }
}

const mostClaims = 5
const mostFaults = 10
/** A sheet that lacks more columns is hardly the right one. */
const mostConstants = 4
const mostSeen = 8
const cut = (heading: string): string => shorten(heading, 60)

/** All faults of the headings at once. `sheet` is undefined for CSV. */
export function explainHeadingSearch(
  search: Exclude<HeadingSearch, { kind: 'found' }>,
  file: string,
  sheet?: string,
): Finding {
  const where = sheet === undefined ? file : `${file}, sheet “${cut(sheet)}”`
  const cells = search.uncomputed
  const uncomputed = cells.slice(0, mostClaims).join(', ') + (cells.length > mostClaims ? ', …' : '')
  if (search.kind === 'unfit') return explainUnfit(search, where, uncomputed)
  const { required, fullest } = search
  const seen = fullest?.headings.slice(0, mostSeen).map(cut) ?? []
  return find('headings-none', {
    where,
    searched: headingSearchRows,
    required,
    fullest: fullest && { row: fullest.rowNumber, headings: seen, hasMore: fullest.headings.length > mostSeen },
    uncomputed,
  })
}

function explainUnfit(
  { faults, rowNumber: row, firstLine }: Extract<HeadingSearch, { kind: 'unfit' }>,
  where: string,
  uncomputed: string,
): Finding {
  const { missing, doubled, unknownHeadings, unknownFields } = faults
  const guess = missing.find(({ nearest }) => nearest !== undefined) ?? missing[0]
  const [double] = doubled
  const locate = (column: HeadingColumn | undefined) =>
    column && { heading: cut(column.heading), cell: cellAddress(row, column.index) }
  const constants = missing.filter(({ nearest, usual }) => usual !== undefined || nearest === undefined)
  return find('headings-unfit', {
    where,
    row: String(row),
    lines: firstLine === row ? '' : `${firstLine} to ${row}`,
    missing: missing.map(({ field, nearest }) => ({ field, nearest: locate(nearest) })),
    faults: [
      ...doubled.map(({ field, columns }) => {
        const [shown, more] = [columns.slice(0, mostClaims), Math.max(0, columns.length - mostClaims)]
        return { kind: 'doubled', field, columns: shown.map(locate), more }
      }),
      ...listFirst(unknownHeadings, ({ heading, nearest }) => {
        return { kind: 'heading', heading: cut(heading), nearest: locate(nearest) }
      }),
      ...listFirst(unknownFields, ({ heading, field, nearest }) => {
        return { kind: 'field', heading: cut(heading), field: cut(field), nearest }
      }),
    ],
    constants: constants.slice(0, mostConstants).map(({ field, usual, choices }) => {
      return { field, meant: usual === undefined ? `<${choices.join('|') || 'value'}>` : `"${usual}"` }
    }),
    toMap: guess && JSON.stringify({ [guess.nearest?.heading ?? 'Your heading']: guess.field }),
    toName: double && JSON.stringify({ [double.columns[0]?.heading ?? '']: double.field }),
    isUnknown: unknownHeadings.length + unknownFields.length > 0,
    uncomputed,
  })
}

/** Of one kind; a file may name thousands of headings. */
function listFirst<Fault>(faults: readonly Fault[], describe: (fault: Fault) => object): object[] {
  const more = faults.length - mostFaults
  return [...faults.slice(0, mostFaults).map(describe), ...(more > 0 ? [{ kind: 'more', more }] : [])]
}
