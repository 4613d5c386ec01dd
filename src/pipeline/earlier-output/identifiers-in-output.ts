import { resultTitles } from '../../messages/result-titles.ts'
import { type Cell, emptyCell } from '../../sheet/cell.ts'
import { foldHeading, trimText } from '../../sheet/fold-text.ts'
import { headingSearchRows } from '../../sheet/headings/find-headings.ts'
import type { SheetSource } from '../../sheet/source.ts'
import { displayCell } from '../../sheet/values/display.ts'
import type { Operation } from '../model/operation.ts'
import { findOutcomeColumn } from '../rows/find-result-columns.ts'
import { listOtherSheets, withEarlierOutput } from './open-earlier-output.ts'

export interface SentRow {
  /** Empty for a row that is unknown. */
  identifier: string
  /** An own identifier never stands beside an unknown row: it is a person's answer. */
  isUnknown: boolean
}

const batchSize = 500

/** Own tables use the field's name. Results in a user's sheet have a column for the outcome, and any alias of the field. */
export type SheetNature = 'own table' | 'results' | 'any'

/** Rows of a sheet with an identifier, and unknown ones, in batches. */
export async function* readSentRows(
  sheet: SheetSource,
  identifier: IdentifierHeadings,
  nature: SheetNature,
): AsyncGenerator<readonly SentRow[]> {
  let columns: Columns | undefined
  let looked = 0
  let batch: SentRow[] = []
  for await (const { cells } of sheet.rows()) {
    if (columns === undefined) {
      columns = findColumns(cells, identifier, nature)
      looked += 1
      if (columns === undefined && looked === headingSearchRows) return
      continue
    }
    const row = {
      identifier: displayCell(cells[columns.identifier] ?? emptyCell),
      isUnknown: displayCell(cells[columns.outcome] ?? emptyCell).trim() === 'unknown',
    }
    if ((row.identifier === '' && !row.isUnknown) || batch.push(row) < batchSize) continue
    yield batch
    batch = []
  }
  yield batch
}

export interface IdentifierHeadings {
  name: string
  aliases: ReadonlySet<string>
}

/** Undefined for an operation whose sheets name no identifier. */
export function identifierHeadings({
  sheet,
  output,
}: Pick<Operation, 'sheet' | 'output'>): IdentifierHeadings | undefined {
  const name = sheet.identifierField ?? output.createdHeadings[0]
  if (name === undefined) return undefined
  const field = sheet.fields.find((each) => each.name === name)
  return { name, aliases: new Set([name, ...(field?.aliases ?? [])].map(foldHeading)) }
}

/** True for an output of which something was sent: it names an identifier, or has an unknown row. */
export async function namesSentRows(file: string, operation: Pick<Operation, 'sheet' | 'output'>): Promise<boolean> {
  const headings = identifierHeadings(operation)
  if (headings === undefined) return true
  const isNamed = await withEarlierOutput(file, {}, async (source) => {
    for (const sheet of listOtherSheets(source, new Set())) {
      for await (const rows of readSentRows(sheet, headings, 'any')) if (rows.length > 0) return true
    }
    return false
  })
  return isNamed ?? true
}

interface Columns {
  identifier: number
  /** -1: no such column. */
  outcome: number
}

function findColumns(
  cells: readonly Cell[],
  { name, aliases }: IdentifierHeadings,
  nature: SheetNature,
): Columns | undefined {
  const headings = cells.flatMap((cell, index) => (cell.t === 's' ? { heading: cell.v, index } : []))
  const outcome = findOutcomeColumn(headings) ?? -1
  if (nature === 'results' && outcome < 0) return undefined
  const identifier = headings.find(({ heading }) =>
    nature === 'own table'
      ? heading === name || heading.trim() === resultTitles[name]
      : aliases.has(foldHeading(heading)),
  )
  return identifier && { identifier: identifier.index, outcome }
}

/** Every kind of output keeps this many; a cell is cut a little above it. */
const mostCharacters = 32_000

/**
 * Removes changes that a cell makes when an identifier is written and read back: a `'` in front against formulas, white
 * space and invisible characters, and the text beyond the length of a cell.
 */
export function foldIdentifier(identifier: string): string {
  const plain = identifier.slice(0, mostCharacters).replace(/[\s\p{Cc}\p{Cf}\p{Cs}\ufffd\ufffe\uffff]+/gu, ' ')
  return trimText(trimText(plain).replace(/^'/, ''))
}
