import type { LoggedAttempt } from '../../ledger/port/attempts.ts'
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

export interface RowTable {
  sheet: OutputSheet
  /** One page at a time; each call reads from the start. May be empty. */
  lines(): AsyncIterable<readonly (readonly OutputCell[])[]>
}

/** The tables that need a person, in sheet order, for workbooks and CSV files. */
export function planRowTables(request: OutputRequest, locate: RowLocation): readonly RowTable[] {
  const { operation, sheets } = request
  const hasSheets = sheets.length > 1
  const { identifyingFields } = operation.request
  const expected = expectedResolutions(operation)
  const ofOpenRows = (
    sheet: OutputSheet,
    toLines: (view: RowView) => readonly (readonly OutputCell[])[],
  ): RowTable => ({
    sheet,
    lines: () => linesOf(viewOpenRows(request), toLines),
  })
  return [
    ofOpenRows(planProblems(hasSheets), (view) => listProblems(view, sheets, locate)),
    ofOpenRows(planChanged(identifyingFields, operation.output.columns, hasSheets), (view) =>
      listChanged(view, operation, sheets, { locate, unclear: request.unclear }),
    ),
    ofOpenRows(planCorrections(hasSheets), (view) => listCorrections(view, sheets, locate)),
    {
      sheet: planUnknown(identifyingFields, hasSheets),
      lines: () =>
        linesOf(viewUnknown(request), ({ view, attempts, reference }) => [
          listUnknown(view, identifyingFields, attempts, { reference, expected }),
        ]),
    },
    {
      sheet: planOrphans(operation),
      lines: () => linesOf(viewOrphans(request), (view) => [listOrphan(view, operation)]),
    },
  ]
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
