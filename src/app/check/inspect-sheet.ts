import {
  examineSheets,
  hasMostHeadings,
  isOwnTable,
  mayHoldRows,
  requireNamed,
  type SheetCandidate,
} from '../../pipeline/load/choose-sheets.ts'
import type { Operation } from '../../pipeline/model/operation.ts'
import type { LoadOptions } from '../../pipeline/model/options.ts'
import type { ReadOptions } from '../../settings/option-types.ts'
import { type Cell, isUncomputed, type SheetRow } from '../../sheet/cell.ts'
import { explainHeadingSearch, type HeadingSearch } from '../../sheet/headings/find-headings.ts'
import { openSheet } from '../../sheet/open.ts'
import { noHiddenNames, readHiddenNames } from '../../sheet/package/sheet-names.ts'
import type { EncodingDoubt, SheetSource } from '../../sheet/source.ts'
import { displayCell } from '../../sheet/values/display.ts'
import { toLoadOptions } from '../parse-request.ts'
import { type ColumnSurvey, guessFields, surveyColumns } from './guess-fields.ts'

type UnformattedCell = { t: 's' | 'd' | 'e'; v: string } | { t: 'n'; v: number } | { t: 'b'; v: boolean } | { t: 'z' }

export interface SheetDescription {
  file: string
  kind: 'xlsx' | 'csv'
  sheet: string
  sheets: string[]
  /** Those that the workbook lists without content, where there are any. */
  withoutContent?: string[]
  encoding: string | null
  /** Another encoding that looks better. */
  doubt: EncodingDoubt | null
  delimiter: string | null
  rows: UnformattedCell[][]
}

export type SheetInspection = Awaited<ReturnType<typeof inspectSheet>>

export interface InspectRequest extends ReadOptions {
  file: string
  rows: number | 'all'
  /** Rows for a person (`shown`) or for a program (`typed`). */
  as: 'shown' | 'typed'
  /** Where given, the columns are counted in all rows, and kept here by how the sheet is read. */
  surveys?: Map<string, ColumnSurvey>
}

/** Describes a file before any row is made from it. @throws BatchError when it cannot be read. */
export async function inspectSheet(operation: Operation, { file, rows, as, surveys, ...reading }: InspectRequest) {
  const load = toLoadOptions(operation, reading)
  const opened = await openSheet(file, load)
  try {
    const { source, search, fitting, near } = await chooseSheet(opened, operation, load)
    const description = await describeSheet(source, as === 'typed' ? rows : 0)
    const sheet = opened.kind === 'csv' ? undefined : source.sheet
    const faults = search.kind === 'unfit' ? search.faults : undefined
    const isAskable = faults?.unknownHeadings.length === 0 && faults.unknownFields.length === 0
    const survey = await surveyUnfit(source, search, surveys)
    const columns = search.kind === 'none' ? [] : search.columns
    const misfit = search.kind === 'found' ? undefined : { ...explainHeadingSearch(search, file, sheet), isAskable }
    return {
      /** `missing`: required fields without a column. */
      inspection: { ...description, ...describeSearch(search) },
      /** The first rows as displayed, with their numbers; `inspection` then has none. */
      shown: as === 'shown' ? await readFirstRows(source, rows, showRow) : [],
      /** Reason why the headings do not fit, with a remedy. `isAskable`: `missing` and `doubled` are the only reasons. */
      misfit,
      /** Fields that several columns claim. */
      doubled: faults?.doubled.map(({ field }) => field) ?? [],
      /** Mapped headings that the sheet does not have, where no other column has their field. */
      absent: faults?.unknownHeadings.map(({ heading }) => heading) ?? [],
      fitting,
      /** Other worksheets with most of the columns, and what they miss. */
      near,
      /** The fullest row, where none has a known heading. */
      fullestRow: search.kind === 'none' ? search.fullest?.rowNumber : undefined,
      /** What columns without a field may be. */
      guesses: guessFields(columns, operation.sheet.fields, { given: load.defaults, survey }),
      /** Columns of a sheet that does not fit yet. */
      survey,
    }
  } finally {
    await opened.close()
  }
}

async function surveyUnfit(
  source: SheetSource,
  search: HeadingSearch,
  surveys: InspectRequest['surveys'],
): Promise<ColumnSurvey | undefined> {
  if (search.kind !== 'unfit') return undefined
  const { rowNumber, columns } = search
  const key = JSON.stringify([source.sheet, rowNumber, source.encoding, source.delimiter])
  const known = surveys?.get(key)
  if (known !== undefined) return known
  const survey = await surveyColumns(source, rowNumber, { isWhole: surveys !== undefined, headings: columns })
  surveys?.set(key, survey)
  return survey
}

export async function describeSheet(source: SheetSource, rows: number | 'all'): Promise<SheetDescription> {
  const withoutContent = source.sheets.flatMap(({ name, isWithoutContent }) => (isWithoutContent ? name : []))
  return {
    file: source.file,
    kind: source.kind,
    sheet: source.sheet,
    sheets: source.sheets.map((sheet) => sheet.name),
    ...(withoutContent.length === 0 ? {} : { withoutContent }),
    encoding: source.encoding ?? null,
    doubt: source.doubt ?? null,
    delimiter: source.delimiter ?? null,
    rows: await readFirstRows(source, rows, ({ cells }) => cells.map(withoutFormat)),
  }
}

async function readFirstRows<T>(source: SheetSource, most: number | 'all', show: (row: SheetRow) => T): Promise<T[]> {
  const rows: T[] = []
  if (most !== 'all' && most <= 0) return rows
  for await (const row of source.rows()) {
    rows.push(show(row))
    if (rows.length === most) break
  }
  return rows
}

/** As displayed: 000400 when the format shows it. */
function showRow({ number, cells }: SheetRow) {
  return { number, texts: cells.map((cell) => (isUncomputed(cell) ? '(not calculated)' : displayCell(cell))) }
}

function withoutFormat(cell: Cell): UnformattedCell {
  if (cell.t === 'z') return { t: 'z' }
  const { f: _, ...plain } = { f: undefined, ...cell }
  return plain
}

function listMissing(search: HeadingSearch): string[] {
  return search.kind === 'unfit' ? search.faults.missing.map(({ field }) => field) : []
}

function describeSearch(search: HeadingSearch) {
  if (search.kind === 'none') return { headingRow: null, columns: [], missing: [...search.required] }
  return {
    headingRow: search.rowNumber,
    columns: search.columns.map(({ heading, index, field }) => ({ heading, column: index + 1, field: field ?? null })),
    missing: listMissing(search),
  }
}

/** The named worksheets, else the visible ones for which `mayBeMeant` holds. */
export async function lookAtSheets(
  opened: SheetSource,
  { sheet: { fields, preferredSheet: preferred } }: Operation,
  load: LoadOptions,
  mayBeMeant: (sheet: string) => boolean = () => true,
): Promise<readonly SheetCandidate[]> {
  const named = Array.isArray(load.sheets) && opened.kind === 'xlsx' ? requireNamed(opened, load.sheets) : undefined
  const candidates = await examineSheets(opened, fields, { ...load, preferred }, named)
  return candidates.filter(({ source: { sheet }, isVisible }) =>
    named === undefined ? isVisible && mayBeMeant(sheet) : named.has(sheet),
  )
}

/**
 * Chooses the worksheet that the operation would read: the named one, else the first visible one whose headings fit. If
 * none fits, it is the first with most of the required fields, else the first in the workbook.
 */
async function chooseSheet(opened: SheetSource, operation: Operation, load: LoadOptions) {
  const { preferredSheet } = operation.sheet
  const marks = opened.kind === 'csv' ? noHiddenNames : await readHiddenNames(opened.file)
  const candidates = await lookAtSheets(opened, operation, load, (sheet) => mayHoldRows(sheet, preferredSheet, marks))
  const fitting = candidates.filter(({ search }) => search.kind === 'found')
  const best =
    fitting.find(({ source }) => isOwnTable(source.sheet, preferredSheet, marks)) ??
    fitting[0] ??
    candidates.find(hasMostHeadings) ??
    candidates.find(({ source }) => source === opened) ??
    candidates[0]
  const near = candidates.filter((candidate) => candidate !== best && hasMostHeadings(candidate))
  return {
    source: best?.source ?? opened,
    search: best?.search ?? noHeadings,
    fitting: fitting.map(({ source }) => source.sheet),
    near: near.map(({ source, search }) => ({ sheet: source.sheet, missing: listMissing(search) })),
  }
}

const noHeadings: HeadingSearch = { kind: 'none', required: [], fullest: undefined, uncomputed: [] }
