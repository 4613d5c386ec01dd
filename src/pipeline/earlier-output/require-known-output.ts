import type { Submissions } from '../../ledger/port/submissions.ts'
import { find } from '../../messages/catalogue.ts'
import { resultTitles } from '../../messages/result-titles.ts'
import { type Cell, emptyCell } from '../../sheet/cell.ts'
import { readHiddenNames } from '../../sheet/enriching/read-hidden-names.ts'
import { foldHeading } from '../../sheet/fold-text.ts'
import { headingSearchRows } from '../../sheet/headings/find-headings.ts'
import type { SheetSource } from '../../sheet/source.ts'
import { displayCell, shorten } from '../../sheet/values/display.ts'
import { BatchError } from '../../support/errors.ts'
import type { Operation } from '../model/operation.ts'
import { findOutcomeColumn } from '../rows/find-result-columns.ts'
import { isPartOf } from '../tables/sheet-names.ts'
import { foldIdentifier } from './fold-identifier.ts'
import { openEarlierOutput } from './open-earlier-output.ts'
import { listOtherSheets } from './other-sheets.ts'
import { isCsv, sidecarName } from './output-names.ts'
import { mayBeIdentifier } from './unknown-sheet.ts'

const identifiersOfPage = 1_000

export interface KnownIdentifiers {
  name: string
  recognised(identifiers: readonly string[]): Promise<ReadonlySet<string>>
  identifierPage: Submissions['identifierPage']
}

/**
 * An earlier output with unknown identifiers was written with another ledger, or this ledger was lost. To go on would
 * create the same rows again, and overwrite the only record of their identifiers. Call it after the load, since the
 * sheet may name the identifiers too. `carried`: unread sheets of the input, which an output carries unchanged.
 * @throws BatchError `ledger` with the first unknown identifier.
 */
export async function requireKnownOutput(
  output: string,
  { fields, identifierField }: Pick<Operation['sheet'], 'fields' | 'identifierField'>,
  ledger: KnownIdentifiers,
  { carried = [], interrupt }: { carried?: readonly string[] | undefined; interrupt?: AbortSignal } = {},
): Promise<void> {
  const field = fields.find(({ name }) => name === identifierField)
  if (field === undefined) return
  const aliases = new Set([field.name, ...field.aliases].map(foldHeading))
  const source = await openEarlierOutput(output, { interrupt })
  if (source === undefined) return
  try {
    const firstUnknown = createIdentifierLookup(ledger)
    const { ours } = await readHiddenNames(output)
    for (const sheet of listOtherSheets(source, new Set([...carried, ...ours]))) {
      const findColumns = columnFinder(field.name, source.kind === 'csv' || isPartOf('Results', sheet.sheet), aliases)
      const found = await findUnknownIdentifier(sheet, findColumns, firstUnknown)
      if (found === undefined) continue
      if (found.isAnswer) throw refuseAnswer(output, found.identifier, ledger)
      const facts = { output, identifier: shorten(found.identifier), ledger: ledger.name }
      throw new BatchError('ledger', find('output-of-other-ledger', facts))
    }
  } finally {
    await source.close()
  }
}

/** A person wrote it beside an unknown row and the sending is not known: it must neither be lost nor be sent again. */
function refuseAnswer(output: string, identifier: string, { name }: KnownIdentifiers): BatchError {
  const where = isCsv(output) ? sidecarName(output, 'Unknown') : 'its sheet Unknown'
  const facts = { output, identifier: shorten(identifier), ledger: name, where }
  return new BatchError('input', find('answer-of-other-ledger', facts))
}

interface UnknownIdentifier {
  identifier: string
  /** A person's answer beside an unknown row; an own identifier never stands there. */
  isAnswer: boolean
}

const batchSize = 500

async function findUnknownIdentifier(
  sheet: SheetSource,
  findColumns: FindColumns,
  firstUnknown: (shown: readonly string[]) => Promise<string | undefined>,
): Promise<UnknownIdentifier | undefined> {
  let columns: Columns | undefined
  let looked = 0
  let batch: UnknownIdentifier[] = []
  const findIn = async (named: readonly UnknownIdentifier[]): Promise<UnknownIdentifier | undefined> => {
    const found = await firstUnknown(named.map(({ identifier }) => identifier))
    return named.find(({ identifier }) => identifier === found)
  }
  for await (const { cells } of sheet.rows()) {
    if (columns === undefined) {
      columns = findColumns(cells)
      looked += 1
      if (columns === undefined && looked === headingSearchRows) return undefined
      continue
    }
    const identifier = displayCell(cells[columns.identifier] ?? emptyCell)
    const isAnswer = displayCell(cells[columns.outcome] ?? emptyCell).trim() === 'unknown'
    if (identifier === '' || (isAnswer && !mayBeIdentifier(identifier))) continue
    if (batch.push({ identifier, isAnswer }) < batchSize) continue
    const found = await findIn(batch)
    if (found !== undefined) return found
    batch = []
  }
  return findIn(batch)
}

interface Columns {
  identifier: number
  /** -1: no such column. */
  outcome: number
}

type FindColumns = (cells: readonly Cell[]) => Columns | undefined

/** Own tables use the field's name. Results in a user's sheet have a column for the outcome, and any alias of the field. */
function columnFinder(name: string, isTable: boolean, aliases: ReadonlySet<string>): FindColumns {
  const find = (cells: readonly Cell[], isIt: (text: string) => boolean): number =>
    cells.findIndex((cell) => cell.t === 's' && isIt(cell.v))
  return (cells) => {
    const headings = cells.flatMap((cell, index) => (cell.t === 's' ? { heading: cell.v, index } : []))
    const outcome = findOutcomeColumn(headings) ?? -1
    if (!isTable && outcome < 0) return undefined
    const identifier = find(cells, (text) =>
      isTable ? text === name || text.trim() === resultTitles[name] : aliases.has(foldHeading(text)),
    )
    return identifier < 0 ? undefined : { identifier, outcome }
  }
}

/** Recognises identifiers also as cells change them. All pages are read only when one is not known as it stands. */
function createIdentifierLookup({
  recognised,
  identifierPage,
}: KnownIdentifiers): (shown: readonly string[]) => Promise<string | undefined> {
  let changed: Set<string> | undefined
  return async (shown) => {
    const known = await recognised(shown)
    const rest = shown.filter((identifier) => !known.has(identifier))
    if (rest.length === 0) return undefined
    const folded = await recognised(rest.map(foldIdentifier))
    const strange = rest.filter((identifier) => !folded.has(foldIdentifier(identifier)))
    if (strange.length > 0) changed ??= await listChanged(identifierPage)
    return strange.find((identifier) => !changed?.has(foldIdentifier(identifier)))
  }
}

async function listChanged(identifierPage: KnownIdentifiers['identifierPage']): Promise<Set<string>> {
  const changed = new Set<string>()
  let page: Awaited<ReturnType<typeof identifierPage>> = []
  do {
    page = await identifierPage(page.at(-1)?.id ?? 0, identifiersOfPage)
    for (const { identifier } of page) {
      const folded = foldIdentifier(identifier)
      if (folded !== identifier) changed.add(folded)
    }
  } while (page.length === identifiersOfPage)
  return changed
}
