import {
  countKnown,
  examineSheets,
  isOwnTable,
  mayHoldRows,
  requireNamed,
  type SheetCandidate,
} from '../pipeline/load/choose-sheets.ts'
import type { Operation } from '../pipeline/model/operation.ts'
import type { LoadOptions } from '../pipeline/model/options.ts'
import { describeSheet, type SheetDescription, showRows } from '../sheet/describe.ts'
import { noHiddenNames, readHiddenNames } from '../sheet/enriching/read-hidden-names.ts'
import { explainHeadingSearch } from '../sheet/headings/explain-headings.ts'
import type { HeadingSearch } from '../sheet/headings/find-headings.ts'
import { openSheet } from '../sheet/open.ts'
import type { SheetSource } from '../sheet/source.ts'
import { type ReadOptions, toLoadOptions } from './sheet-options.ts'

interface FoundHeadings {
  headingRow: number | null
  columns: { heading: string; column: number; field: string | null }[]
  /** Fields that need a column and have none. */
  missing: string[]
}

/** What a file is, what is understood of it, and its first rows as they were read. */
export interface Inspection extends SheetDescription, FoundHeadings {}

export interface SheetInspection {
  inspection: Inspection
  /** The first rows as a person sees them, instead of those in `inspection`. */
  shown: readonly (readonly string[])[]
  /** Why the headings do not fit, and what to do; whether that is only for what `missing` names. */
  misfit: { message: string; hint: string; isOnlyMissing: boolean } | undefined
  /** The sheets whose headings fit. */
  fitting: readonly string[]
}

export interface InspectRequest extends ReadOptions {
  file: string
  rows: number | 'all'
  /** Whether the rows are for a person or for a program. */
  as: 'shown' | 'typed'
}

/** What is read of a file, before anything is made of it. @throws BatchError when it cannot be read. */
export async function inspectSheet(
  operation: Operation,
  { file, rows, as, ...reading }: InspectRequest,
): Promise<SheetInspection> {
  const load = toLoadOptions(operation, reading)
  const opened = await openSheet(file, load)
  try {
    const { source, search, fitting } = await chooseSheet(opened, operation, load)
    const description = await describeSheet(source, { rows: as === 'typed' ? rows : 0 })
    const sheet = opened.kind === 'csv' ? undefined : source.sheet
    return {
      inspection: { ...description, ...describeSearch(search) },
      shown: as === 'shown' ? await showRows(source, { rows }) : [],
      misfit:
        search.kind === 'found'
          ? undefined
          : { ...explainHeadingSearch(search, file, sheet), isOnlyMissing: isOnlyMissing(search) },
      fitting,
    }
  } finally {
    await opened.close()
  }
}

function describeSearch(search: HeadingSearch): FoundHeadings {
  if (search.kind === 'none') return { headingRow: null, columns: [], missing: [...search.required] }
  return {
    headingRow: search.rowNumber,
    columns: search.columns.map(({ heading, index, field }) => ({ heading, column: index + 1, field: field ?? null })),
    missing: search.kind === 'found' ? [] : search.faults.missing.map(({ field }) => field),
  }
}

function isOnlyMissing(search: HeadingSearch): boolean {
  if (search.kind !== 'unfit') return false
  const { doubled, unknownHeadings, unknownFields } = search.faults
  return doubled.length + unknownHeadings.length + unknownFields.length === 0
}

interface Choice {
  source: SheetSource
  search: HeadingSearch
  /** The sheets whose headings fit. */
  fitting: string[]
}

/**
 * The sheet that the operation would read: one that was named, else the first visible one whose headings fit; where none
 * does, the first that names most of what is needed, and else the first of the workbook.
 */
async function chooseSheet(
  opened: SheetSource,
  { sheet: { fields, preferredSheet } }: Operation,
  load: LoadOptions,
): Promise<Choice> {
  const named = Array.isArray(load.sheets) && opened.kind === 'xlsx' ? requireNamed(opened, load.sheets) : undefined
  const choice = { sheets: load.sheets, preferred: preferredSheet, columns: load.columns, defaults: load.defaults }
  const marks = opened.kind === 'csv' ? noHiddenNames : await readHiddenNames(opened.file)
  const looks = (await examineSheets(opened, fields, choice, named)).filter(({ source: { sheet }, isVisible }) =>
    named === undefined ? isVisible && mayHoldRows(sheet, preferredSheet, marks) : named.has(sheet),
  )
  const fitting = looks.filter(({ search }) => search.kind === 'found')
  const best =
    fitting.find(({ source }) => isOwnTable(source.sheet, preferredSheet, marks)) ??
    fitting[0] ??
    looks.find(hasMostHeadings) ??
    looks.find(({ source }) => source === opened) ??
    looks[0]
  if (best === undefined) return { source: opened, search: noHeadings, fitting: [] }
  return { source: best.source, search: best.search, fitting: fitting.map(({ source }) => source.sheet) }
}

function hasMostHeadings({ search }: SheetCandidate): boolean {
  return search.kind === 'unfit' && countKnown(search) > search.faults.missing.length
}

const noHeadings: HeadingSearch = { kind: 'none', required: [], fullest: undefined, uncomputed: [] }
