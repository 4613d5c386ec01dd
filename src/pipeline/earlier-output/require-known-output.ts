import type { Submissions } from '../../ledger/port/submissions.ts'
import type { Cell } from '../../sheet/cell.ts'
import { readMarks } from '../../sheet/enriching/read-marks.ts'
import { foldHeading } from '../../sheet/fold.ts'
import { headingSearchRows } from '../../sheet/headings/find-headings.ts'
import type { SheetSource } from '../../sheet/source.ts'
import { displayCell, shorten } from '../../sheet/values/display.ts'
import { BatchError } from '../../support/errors.ts'
import { isPartOf } from '../tables/sheet-names.ts'
import type { Operation } from '../terms/operation.ts'
import { foldIdentifier } from './fold-identifier.ts'
import { openEarlier } from './open-earlier.ts'

const identifiersOfPage = 1_000

/** What a ledger knows of identifiers. */
export interface KnownIdentifiers {
  /** As messages name it. */
  name: string
  /** Those that it knows. */
  recognised(identifiers: readonly string[]): Promise<ReadonlySet<string>>
  /** All of them, in pages. */
  identifierPage: Submissions['identifierPage']
}

/**
 * An earlier output that names what this ledger has never heard of was written with another ledger, or this one was
 * lost: to go on would create the same again, and replace the only place where it is named. To be asked once the sheet
 * was loaded, which may name it too. `carried`: sheets of the input that this run has not read, and that an output of it
 * holds as they are.
 * @throws BatchError `ledger` with the first identifier that is not known.
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
  const source = await openEarlier(output, { interrupt })
  if (source === undefined) return
  try {
    const firstUnknown = recognise(ledger)
    const { ours } = await readMarks(output)
    const left = new Set([...carried, ...ours])
    for (const sheet of source.kind === 'csv' ? [source] : otherSheets(source, left)) {
      const findColumn = columnFinder(field.name, source.kind === 'csv' || isPartOf('Results', sheet.sheet), aliases)
      const found = await findUnheardOf(sheet, findColumn, firstUnknown)
      if (found === undefined) continue
      throw new BatchError(
        'ledger',
        `${output} names ${shorten(found)} (and perhaps more), which the ledger ${ledger.name} has never heard of: it was written with another ledger, or this one was lost. Nothing was sent`,
        {
          hint: `Put that ledger back or name it with ‹ledger›; or give ${output} as input instead of the sheet: what it names is asked for and never created again. To create everything anew, move it away or name another ‹output›.`,
        },
      )
    }
  } finally {
    await source.close()
  }
}

function otherSheets(source: SheetSource, left: ReadonlySet<string>): SheetSource[] {
  const names = source.sheets.map(({ name }) => name).filter((name) => !left.has(name))
  return names.flatMap((name) => source.select(name) ?? [])
}

const batchSize = 500

async function findUnheardOf(
  sheet: SheetSource,
  findColumn: FindColumn,
  firstUnknown: (shown: readonly string[]) => Promise<string | undefined>,
): Promise<string | undefined> {
  let column: number | undefined
  let looked = 0
  let batch: string[] = []
  for await (const { cells } of sheet.rows()) {
    if (column === undefined) {
      column = findColumn(cells)
      looked += 1
      if (column === undefined && looked === headingSearchRows) return undefined
      continue
    }
    const cell = cells[column]
    const identifier = cell === undefined ? '' : displayCell(cell)
    if (identifier === '' || batch.push(identifier) < batchSize) continue
    const found = await firstUnknown(batch)
    if (found !== undefined) return found
    batch = []
  }
  return firstUnknown(batch)
}

type FindColumn = (cells: readonly Cell[]) => number | undefined

/** A table of ours has the field's own name; results in a sheet of theirs have a column `outcome` beside whatever that is called. */
function columnFinder(name: string, isTable: boolean, aliases: ReadonlySet<string>): FindColumn {
  const find = (cells: readonly Cell[], isIt: (text: string) => boolean): number | undefined => {
    const column = cells.findIndex((cell) => cell.t === 's' && isIt(cell.v))
    return column < 0 ? undefined : column
  }
  if (isTable) return (cells) => find(cells, (text) => text === name)
  return (cells) => {
    const hasResults = find(cells, (text) => text.trim() === 'outcome') !== undefined
    return hasResults ? find(cells, (text) => aliases.has(foldHeading(text))) : undefined
  }
}

/** Knows identifiers also in the form that a cell gives them; all are gone through only when one is not known as it stands. */
function recognise({
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
