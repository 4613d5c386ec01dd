import type { Ledger } from '../../ledger/port.ts'
import { find } from '../../messages/catalogue.ts'
import { titlesOf } from '../../messages/result-titles.ts'
import { namesState } from '../../messages/states.ts'
import { type Cell, emptyCell } from '../../sheet/cell.ts'
import { foldHeading, trimText } from '../../sheet/fold-text.ts'
import { headingSearchRows } from '../../sheet/headings/find-headings.ts'
import { readHiddenNames } from '../../sheet/package/sheet-names.ts'
import type { SheetSource } from '../../sheet/source.ts'
import { displayCell, shorten } from '../../sheet/values/display.ts'
import { BatchError } from '../../support/errors.ts'
import type { Operation } from '../model/operation.ts'
import { findOutcomeColumn } from '../rows/loaded-input.ts'
import { paginate, readPages } from '../rows/paginate.ts'
import { isPartOf } from '../tables/sheet-names.ts'
import { listOtherSheets, openEach, openEarlierOutput } from './open-earlier-output.ts'
import { isCsv, sidecarName } from './output-names.ts'

const identifiersOfPage = 1_000

export interface KnownIdentifiers {
  name: string
  recognised(identifiers: readonly string[]): Promise<ReadonlySet<string>>
  identifierPage: Ledger['submissions']['identifierPage']
}

/**
 * An earlier output with unknown identifiers was written with another ledger, or this ledger was lost. To go on would
 * create the same rows again, and overwrite the only record of their identifiers. Call it after the load, since the
 * sheet may name the identifiers too. `carried`: unread sheets of the input, which an output carries unchanged.
 * @throws BatchError `ledger` with the first unknown identifier.
 */
export async function requireKnownOutput(
  output: string,
  operation: Pick<Operation, 'sheet' | 'output'>,
  ledger: KnownIdentifiers,
  { carried = [], interrupt }: { carried?: readonly string[] | undefined; interrupt?: AbortSignal } = {},
): Promise<void> {
  const headings = operation.sheet.identifierField === undefined ? undefined : identifierHeadings(operation)
  if (headings === undefined) return
  for await (const source of openEach([output], (file) => openEarlierOutput(file, { interrupt }))) {
    const firstUnknown = createIdentifierLookup(ledger)
    const { ours } = await readHiddenNames(output)
    for (const sheet of listOtherSheets(source, new Set([...carried, ...ours]))) {
      const nature = source.kind === 'csv' || isPartOf('Results', sheet.sheet) ? 'own table' : 'results'
      for await (const rows of paginate(readSentRows(sheet, headings, nature))) {
        const named = rows.filter((row) => row.identifier !== '' && (!row.isUnknown || mayBeIdentifier(row.identifier)))
        const strange = await firstUnknown(named.map(({ identifier }) => identifier))
        const found = named.find(({ identifier }) => identifier === strange)
        if (found !== undefined) throw explainStrange(output, found, ledger)
      }
    }
  }
}

/** A person's answer beside an unknown row whose sending is not known must neither be lost nor be sent again. */
function explainStrange(output: string, { identifier, isUnknown }: SentRow, { name: ledger }: KnownIdentifiers) {
  const facts = { output, identifier: shorten(identifier), ledger }
  if (!isUnknown) return new BatchError('ledger', find('output-of-other-ledger', facts))
  const where = isCsv(output) ? sidecarName(output, 'Unknown') : 'its sheet Unknown'
  return new BatchError('input', find('answer-of-other-ledger', { ...facts, where }))
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
  const pages = readPages((after) => identifierPage(after, identifiersOfPage), 'id')
  for await (const page of pages) {
    for (const { identifier } of page) {
      const folded = foldIdentifier(identifier)
      if (folded !== identifier) changed.add(folded)
    }
  }
  return changed
}

interface SentRow {
  /** Empty for a row that is unknown. */
  identifier: string
  /** An own identifier never stands beside an unknown row: it is a person's answer. */
  isUnknown: boolean
}

/** Own tables use the field's name. Results in a user's sheet have a column for the outcome, and any alias of the field. */
type SheetNature = 'own table' | 'results' | 'any'

/** Rows of a sheet with an identifier, and unknown ones. */
async function* readSentRows(
  sheet: SheetSource,
  identifier: IdentifierHeadings,
  nature: SheetNature,
): AsyncGenerator<SentRow> {
  let columns: ReturnType<typeof findColumns>
  let looked = 0
  for await (const { cells } of sheet.rows()) {
    if (columns === undefined) {
      columns = findColumns(cells, identifier, nature)
      looked += 1
      if (columns === undefined && looked === headingSearchRows) return
      continue
    }
    const row = {
      identifier: displayCell(cells[columns.identifier] ?? emptyCell),
      isUnknown: namesState(displayCell(cells[columns.outcome] ?? emptyCell), 'unknown'),
    }
    if (row.identifier !== '' || row.isUnknown) yield row
  }
}

interface IdentifierHeadings {
  name: string
  aliases: ReadonlySet<string>
}

/** Undefined for an operation whose sheets name no identifier. */
function identifierHeadings({ sheet, output }: Pick<Operation, 'sheet' | 'output'>): IdentifierHeadings | undefined {
  const name = sheet.identifierField ?? output.createdHeadings[0]
  if (name === undefined) return undefined
  const field = sheet.fields.find((each) => each.name === name)
  return { name, aliases: new Set([name, ...(field?.aliases ?? [])].map(foldHeading)) }
}

/** True for an output of which something was sent: it names an identifier, or has an unknown row. */
export async function namesSentRows(file: string, operation: Pick<Operation, 'sheet' | 'output'>): Promise<boolean> {
  const headings = identifierHeadings(operation)
  if (headings === undefined) return true
  for await (const source of openEach([file])) {
    for (const sheet of listOtherSheets(source, new Set())) {
      for await (const _ of readSentRows(sheet, headings, 'any')) return true
    }
    return false
  }
  return true
}

/** -1: no such column. */
function findColumns(cells: readonly Cell[], { name, aliases }: IdentifierHeadings, nature: SheetNature) {
  const headings = cells.flatMap((cell, index) => (cell.t === 's' ? { heading: cell.v, index } : []))
  const outcome = findOutcomeColumn(headings) ?? -1
  if (nature === 'results' && outcome < 0) return undefined
  const identifier = headings.find(({ heading }) =>
    nature === 'own table'
      ? heading === name || titlesOf(name).includes(heading.trim())
      : aliases.has(foldHeading(heading)),
  )
  return identifier && { identifier: identifier.index, outcome }
}

/** An identifier is never taken back, so a word such as “yes” must not become one. */
export function mayBeIdentifier(text: string): boolean {
  return /^(?=.*\d)\S+$/.test(text.trim())
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
