import { titlesOf } from '../../messages/result-titles.ts'
import { foldHeading } from '../../sheet/fold-text.ts'

/** Kept in the ledger, for the output. */
export interface SheetColumns {
  /** Headings from the first column to the last one used; empty where a column has none. */
  headings: string[]
  fields: Record<string, number>
  /** For a CSV input. */
  delimiter?: string
}

export interface LoadedSheet {
  /** The worksheet that was read; the file's base name for CSV. */
  name: string
  rows: number
  columns: SheetColumns
  /** Position of its rows in a workbook; undefined for CSV. */
  table?: TableRange | undefined
}

export interface TableRange {
  headingRow: number
  /** Last row that is neither a total nor a note below the table; the row of the headings where there is none. */
  lastRow: number
  /** Number of the run's rows in it. */
  rows: number
  /** Heading of a result column → index of the column that it replaces. */
  refilled: ReadonlyMap<string, number>
}

/** A used entry of a fix list, with the number of cells. */
export interface FixUse {
  field: string
  /** Empty text: for empty cells. */
  written: string
  meant: string
  count: number
}

export interface LoadedInput {
  runId: number
  /** In the order of their rows in the run. */
  sheets: readonly LoadedSheet[]
  rows: number
  /** Corrections of cells by fix lists. @default none */
  fixes?: readonly FixUse[]
  /** Answers in the sheet Changed that could not be read: reference → text. @default none */
  unclear?: Readonly<Record<string, string>>
  /** The run's own copy of the workbook as it was read; undefined where no output is made from it. */
  copy?: string | undefined
  /** Worksheets of the file that were not read. @default none */
  unread?: readonly string[]
}

/** Empty for CSV. */
export function sheetsRead({ sheets }: Pick<LoadedInput, 'sheets'>): { name: string; rows: number }[] {
  return sheets.flatMap(({ name, rows, columns }) => (columns.delimiter === undefined ? { name, rows } : []))
}

export interface ReadColumn {
  heading: string
  field?: string | undefined
  index: number
}

/** With the field that each is read as. */
export function listReadColumns({ headings, fields }: Pick<SheetColumns, 'headings' | 'fields'>): ReadColumn[] {
  const fieldAt = new Map(Object.entries(fields).map(([field, index]) => [index, field]))
  return headings.map((heading, index) => ({ heading, index, field: fieldAt.get(index) }))
}

/** The name in CSV files, or the heading in a workbook. */
export function isHeadedAs(name: string, heading: string): boolean {
  const written = foldHeading(heading)
  return [name, ...titlesOf(name)].some((own) => written === foldHeading(own))
}

/** Never left out, the first one leads: a heading for people counts as ours only beside them. */
const anchors: readonly string[] = ['outcome', 'problem', 'hint']

/**
 * Columns of an earlier output by name. The customer may have a column “Report” too: a heading for people counts only
 * right of `Outcome`, and beside `Problem` and `What to do`.
 */
export function findResultColumns(columns: readonly ReadColumn[], names: readonly string[]): Map<string, number> {
  const wanted = new Set(names)
  const found = new Map<string, number>()
  for (const { field, heading, index } of columns) {
    const name = field ?? heading.trim()
    if (wanted.has(name) && !found.has(name)) found.set(name, index)
  }
  const isTitled = (name: string, { heading, field = name }: ReadColumn): boolean =>
    field === name && titlesOf(name).includes(heading.trim())
  const from = columns.findLast((column) => isTitled('outcome', column))?.index ?? columns.length
  const titled = (name: string): number | undefined =>
    columns.find((column) => column.index >= from && isTitled(name, column))?.index
  const beside = anchors.filter((name) => wanted.has(name))
  // One word alone may be the customer's.
  if (beside.length < 2 || beside.some((name) => !found.has(name) && titled(name) === undefined)) return found
  for (const name of names) {
    const index = titled(name)
    if (index !== undefined && !found.has(name)) found.set(name, index)
  }
  return found
}

/** The column with the outcome of an earlier run, of whatever operation; undefined in a sheet without one. */
export function findOutcomeColumn(columns: readonly ReadColumn[]): number | undefined {
  return findResultColumns(columns, anchors).get('outcome')
}

/** Columns in which an earlier output says what became of a row, and why. */
export function findExplanations(columns: readonly ReadColumn[]): number[] {
  const found = findResultColumns(columns, anchors)
  return found.has('outcome') ? ['outcome', 'problem'].flatMap((name) => found.get(name) ?? []) : []
}

/** Columns that result columns replace: those read as their field, or headed like them by an earlier run. */
export function findRefilled(
  columns: readonly ReadColumn[],
  results: readonly { heading: string }[],
): Map<string, number> {
  return findResultColumns(
    columns,
    results.map(({ heading }) => heading),
  )
}

/** Addresses for people: with the sheet where a run has read more than one. */
export class RowAddresses {
  readonly #names: readonly string[]

  constructor(names: readonly string[]) {
    this.#names = names
  }

  get hasManySheets(): boolean {
    return this.#names.length > 1
  }

  /** Undefined when there is only one. */
  sheet(position: number): string | undefined {
    return this.hasManySheets ? this.#names[position] : undefined
  }

  /** `row 5`, or `row 5 of EMEA`. */
  row(position: number, rowNumber: number): string {
    const sheet = this.sheet(position)
    return sheet === undefined ? `row ${rowNumber}` : `row ${rowNumber} of ${sheet}`
  }

  /** `H3`, or `EMEA!H3`; empty when there is no cell. */
  cell(position: number, address: string): string {
    const sheet = this.sheet(position)
    return sheet === undefined || address === '' ? address : `${quoteSheet(sheet)}!${address}`
  }
}

/** As spreadsheet programs write it: `'North America'!H3`. */
function quoteSheet(name: string): string {
  return /^[\p{L}_][\p{L}\p{N}_]*$/u.test(name) ? name : `'${name.replaceAll("'", "''")}'`
}
