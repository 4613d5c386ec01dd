import { withOperation } from '../../operations/all.ts'
import { countKnown, lookAtSheets, requireNamed, type SheetLook } from '../../pipeline/load/choose-sheets.ts'
import type { Operation } from '../../pipeline/terms/operation.ts'
import type { LoadOptions } from '../../pipeline/terms/options.ts'
import { describeSheet, showRows } from '../../sheet/describe.ts'
import { explainHeadingSearch } from '../../sheet/headings/explain-headings.ts'
import type { HeadingSearch } from '../../sheet/headings/find-headings.ts'
import { openSheet } from '../../sheet/open.ts'
import type { SheetSource } from '../../sheet/source.ts'
import { messageOf } from '../../support/errors.ts'
import type { LoadArguments } from '../batch-options.ts'
import type { ExitCode } from '../exit-code.ts'
import { toLoadOptions } from '../load-options.ts'
import { describeInspection, type Inspection } from '../output/inspection.ts'
import { printJson, printLines } from '../output/print.ts'

export interface InspectArguments extends LoadArguments {
  /** The operation that the sheet is for. */
  for: string
  rows: number | 'all'
  json: boolean
}

/** `inspect`: what is read of a file, before anything is made of it. */
export async function inspect(file: string, args: InspectArguments): Promise<ExitCode> {
  try {
    await withOperation(args.for, (operation) => inspectFile(file, operation, args))
    return 0
  } catch (error) {
    if (!args.json) throw error
    printJson({ file, error: messageOf(error) })
    return 2
  }
}

async function inspectFile<Request extends object>(
  file: string,
  operation: Operation<Request>,
  args: InspectArguments,
): Promise<void> {
  const load = toLoadOptions(operation.fields, args)
  const opened = await openSheet(file, load)
  try {
    const { source, search, fitting } = await chooseSheet(opened, operation, load)
    const description = await describeSheet(source, { rows: args.json ? args.rows : 0 })
    const inspection: Inspection = { ...description, ...describeSearch(search) }
    if (args.json) return printJson(inspection)
    const misfit =
      search.kind === 'found'
        ? undefined
        : explainHeadingSearch(search, file, opened.kind === 'csv' ? undefined : source.sheet)
    const rows = await showRows(source, { rows: args.rows })
    printLines(describeInspection(inspection, { operation: operation.name, rows, misfit, fitting }))
  } finally {
    await opened.close()
  }
}

function describeSearch(search: HeadingSearch): Pick<Inspection, 'headingRow' | 'columns' | 'missing'> {
  if (search.kind === 'none') return { headingRow: null, columns: [], missing: [...search.required] }
  return {
    headingRow: search.rowNumber,
    columns: search.columns.map(({ heading, index, field }) => ({ heading, column: index + 1, field: field ?? null })),
    missing: search.kind === 'found' ? [] : search.faults.missing.map(({ field }) => field),
  }
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
async function chooseSheet<Request extends object>(
  opened: SheetSource,
  { fields, preferredSheet }: Operation<Request>,
  load: LoadOptions,
): Promise<Choice> {
  const named = Array.isArray(load.sheets) && opened.kind === 'xlsx' ? requireNamed(opened, load.sheets) : undefined
  const choice = { sheets: load.sheets, preferred: preferredSheet, columns: load.columns, defaults: load.defaults }
  const looks = (await lookAtSheets(opened, fields, choice, named)).filter(({ source, isVisible }) =>
    named === undefined ? isVisible : named.has(source.sheet),
  )
  const fitting = looks.filter(({ search }) => search.kind === 'found')
  const best =
    fitting.find(({ source }) => source.sheet === preferredSheet) ??
    fitting[0] ??
    looks.find(namesMost) ??
    looks.find(({ source }) => source === opened) ??
    looks[0]
  if (best === undefined) return { source: opened, search: noHeadings, fitting: [] }
  return { source: best.source, search: best.search, fitting: fitting.map(({ source }) => source.sheet) }
}

function namesMost({ search }: SheetLook): boolean {
  return search.kind === 'unfit' && countKnown(search) > search.faults.missing.length
}

const noHeadings: HeadingSearch = { kind: 'none', required: [], fullest: undefined, uncomputed: [] }
