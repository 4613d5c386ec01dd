import { standInStates } from '../../contract/states.ts'
import type { LoggedAttempt } from '../../ledger/port/attempts.ts'
import type { ShownLine } from '../../ledger/port/outcomes.ts'
import { referToSending } from '../../ledger/sending-reference.ts'
import type { OutputCell, OutputSheet } from '../../sheet/writing/workbook-writer.ts'
import { listChanged, planChanged } from '../earlier-output/changed-sheet.ts'
import { listOrphan, planOrphans } from '../earlier-output/orphans-sheet.ts'
import { expectedResolutions, listUnknown, planUnknown } from '../earlier-output/unknown-sheet.ts'
import { type RowQuery, viewOpenRows } from '../rows/row-pages.ts'
import type { RowView } from '../rows/row-view.ts'
import type { RowLocation } from '../tables/locate-row.ts'
import { listProblems, planProblems } from '../tables/problems-sheet.ts'
import { listCorrections, planCorrections } from './corrections-sheet.ts'
import type { OutputRequest } from './output-request.ts'
import { viewOrphans } from './view-orphans.ts'

/** True for sheets that are written even without lines. */
export type KeepsEmpty = (sheet: string) => boolean

export interface RowTable {
  sheet: OutputSheet
  /** One page at a time; each call reads from the start. May be empty. */
  lines(): AsyncIterable<readonly (readonly OutputCell[])[]>
}

export interface RowTableFacts {
  balance: readonly ShownLine[]
  locate: RowLocation
  isKeptEmpty: KeepsEmpty
}

/** The tables that need a person, in sheet order, for workbooks and CSV files. */
export function planRowTables(
  request: OutputRequest,
  { balance, locate, isKeptEmpty }: RowTableFacts,
): readonly RowTable[] {
  const { operation, sheets } = request
  const hasSheets = sheets.length > 1
  const { identifyingFields } = operation.request
  const expected = expectedResolutions(operation)
  const problems: RowTable = {
    sheet: planProblems(hasSheets),
    lines: () => linesOf(viewOpenRows(request), (view) => listProblems(view, sheets, locate)),
  }
  const changed: RowTable = {
    sheet: planChanged(identifyingFields, operation.output.columns, hasSheets),
    lines: () =>
      linesOf(viewOpenRows(request), (view) =>
        listChanged(view, operation, sheets, { locate, unclear: request.unclear }),
      ),
  }
  const corrections: RowTable = {
    sheet: planCorrections(hasSheets),
    lines: () => linesOf(viewOpenRows(request), (view) => listCorrections(view, sheets, locate)),
  }
  const unknown: RowTable = {
    sheet: planUnknown(identifyingFields, hasSheets),
    lines: () =>
      linesOf(viewUnknown(request), ({ view, attempts, reference }) => [
        listUnknown(view, identifyingFields, attempts, { reference, expected }),
      ]),
  }
  const orphans: RowTable = {
    sheet: planOrphans(operation),
    lines: () => linesOf(viewOrphans(request), (view) => [listOrphan(view, operation)]),
  }
  // The rows are not read for a table that the balance shows to be empty.
  const hasChanged = balance.some(({ state }) => standInStates.has(state)) || isKeptEmpty(changed.sheet.name)
  const hasUnknown = balance.some(({ state }) => state === 'unknown') || isKeptEmpty(unknown.sheet.name)
  return [problems, ...(hasChanged ? [changed] : []), corrections, ...(hasUnknown ? [unknown] : []), orphans]
}

async function* linesOf<Source>(
  pages: AsyncIterable<readonly Source[]>,
  toLines: (source: Source) => readonly (readonly OutputCell[])[],
): AsyncGenerator<readonly (readonly OutputCell[])[]> {
  for await (const page of pages) yield page.flatMap(toLines)
}

/** Rows with an unknown outcome, with their attempts and the reference of the sending. */
async function* viewUnknown(
  request: RowQuery,
): AsyncGenerator<readonly { view: RowView; attempts: readonly LoggedAttempt[]; reference: string }[]> {
  const { ledger } = request
  for await (const page of viewOpenRows(request)) {
    const unknown = page.flatMap((view) =>
      view.outcome.state === 'unknown' && view.submission !== undefined ? [{ view, ...view.submission }] : [],
    )
    yield await Promise.all(
      unknown.map(async ({ view, id, sentAt = 0 }) => ({
        view,
        attempts: await ledger.attempts.of(id),
        reference: referToSending(ledger.id, { id, sentAt }),
      })),
    )
  }
}
