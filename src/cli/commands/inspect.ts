import { operations } from '../../operations/all.ts'
import { firstRows, headingsOf } from '../../pipeline/load/choose-sheet.ts'
import { describeSheet } from '../../sheet/describe.ts'
import { findHeadings, type HeadingSearch } from '../../sheet/headings.ts'
import { openSheet } from '../../sheet/open.ts'
import type { SheetSource } from '../../sheet/source.ts'
import { messageOf } from '../../support/errors.ts'
import type { ExitCode } from '../exit-code.ts'
import { describeInspection, type Inspection } from '../output/inspection.ts'
import { printJson, printLines } from '../output/print.ts'

export interface InspectArguments {
  rows: number | 'all'
  json: boolean
  sheet: string | undefined
  encoding: string | undefined
  delimiter: string | undefined
}

/** `inspect`: what is read of a file, before anything is made of it. */
export async function inspect(file: string, args: InspectArguments): Promise<ExitCode> {
  let inspection: Inspection
  try {
    inspection = await inspectFile(file, args)
  } catch (error) {
    if (!args.json) throw error
    printJson({ file, error: messageOf(error) })
    return 2
  }
  if (args.json) printJson(inspection)
  else printLines(describeInspection(inspection))
  return 0
}

async function inspectFile(file: string, args: InspectArguments): Promise<Inspection> {
  const opened = await openSheet(file, args)
  try {
    const { source, search } = await chooseBest(opened, args.sheet !== undefined)
    const described = await describeSheet(source, { rows: args.rows })
    const hasHeadings = search.kind !== 'none'
    return {
      ...described,
      headingRow: hasHeadings ? search.rowNumber : null,
      columns: hasHeadings
        ? search.columns.map(({ heading, index, field }) => ({ heading, column: index + 1, field: field ?? null }))
        : [],
    }
  } finally {
    await opened.close()
  }
}

/** The sheet that a command would read: the first visible one whose headings fit an operation, else the first. */
async function chooseBest(
  opened: SheetSource,
  isNamed: boolean,
): Promise<{ source: SheetSource; search: HeadingSearch }> {
  const others = opened.sheets
    .filter(({ name, isVisible, isWorksheet }) => isVisible && isWorksheet && name !== opened.sheet)
    .flatMap(({ name }) => opened.select(name) ?? [])
  for (const source of isNamed || opened.kind === 'csv' ? [opened] : [opened, ...others]) {
    const search = await bestSearch(source)
    if (search.kind === 'found') return { source, search }
  }
  return { source: opened, search: await bestSearch(opened) }
}

/** Of all operations the one whose fields the headings name most of. */
async function bestSearch(source: SheetSource): Promise<HeadingSearch> {
  const rows = await firstRows(source)
  const searches = operations.map(({ fields }) => findHeadings(rows, headingsOf(fields, new Map())))
  const found = searches.find(({ kind }) => kind === 'found')
  return (
    found ??
    searches.find(({ kind }) => kind === 'unfit') ??
    searches[0] ?? { kind: 'none', required: [], fullest: undefined, uncomputed: [] }
  )
}
