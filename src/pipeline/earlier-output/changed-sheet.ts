import type { ChangeAnswers } from '../../ledger/change-answers.ts'
import type { Submission } from '../../ledger/port/outcomes.ts'
import { libraryFace } from '../../messages/face.ts'
import { isBlank } from '../../sheet/cell.ts'
import { readChoice } from '../../sheet/values/choice.ts'
import { displayCell } from '../../sheet/values/display.ts'
import { yesNoAnswers } from '../../sheet/values/value-list.ts'
import type { OutputCell, OutputSheet } from '../../sheet/writing/workbook-writer.ts'
import type { Operation, ResultColumn } from '../model/operation.ts'
import type { RunPorts } from '../model/options.ts'
import { textCell } from '../rows/cells.ts'
import type { LoadedSheet, SheetColumns } from '../rows/loaded-input.ts'
import { RowAddresses } from '../rows/row-addresses.ts'
import { type OperationTexts, RowView } from '../rows/row-view.ts'
import { linkToRow, type RowLocation } from '../tables/locate-row.ts'
import { nameSheet, sheetColumn, tableColumn } from '../tables/sheet-names.ts'
import { type AnswerSheet, readAnswers } from './read-answers.ts'

/** People answer in it which changed rows are to be sent. */
const changedSheet: AnswerSheet = { sheet: 'Changed', reference: 'reference', answer: 'send' }
const changeAnswers = ['yes', 'no'] as const

/** About the row itself, not about the earlier submission. */
const ofTheRow: ReadonlySet<string> = new Set(['problem', 'hint'])

function earlierColumns(resultColumns: readonly ResultColumn[]): ResultColumn[] {
  return resultColumns.filter(({ heading }) => !ofTheRow.has(heading))
}

/** Rows that look like edited versions of submissions, each with a question: send it or not. */
export function planChanged(
  identifyingFields: readonly string[],
  resultColumns: readonly ResultColumn[],
  hasSheets: boolean,
): OutputSheet {
  const [about = 'row'] = identifyingFields
  return {
    name: changedSheet.sheet,
    hasAutoFilter: true,
    frozenColumns: hasSheets ? 4 : 3,
    columns: [
      ...(hasSheets ? [sheetColumn] : []),
      tableColumn('row', 8),
      tableColumn('result', 14),
      tableColumn(about, 24),
      tableColumn('before', 36, { isWrapped: true }),
      tableColumn('now', 36, { isWrapped: true }),
      { heading: changedSheet.answer, width: 10, dropDown: changeAnswers },
      ...earlierColumns(resultColumns),
      tableColumn(changedSheet.reference, 22, { isWrapped: true }),
    ],
  }
}

/** One line for a row in state `changed` or `kept`, with its earlier submission; none for any other row. */
export function listChanged(
  view: RowView,
  operation: Pick<Operation, 'request' | 'output'>,
  sheets: readonly Pick<LoadedSheet, 'columns'>[],
  { locate, unclear = {} }: { locate: RowLocation; unclear?: UnclearAnswers | undefined },
): OutputCell[][] {
  const { outcome, change } = view
  if (!('differences' in outcome) || change === undefined) return []
  const earlier = viewEarlier(change.earlier, operation.output)
  const isDeclined = outcome.state === 'kept' || outcome.isDeclined
  const describe = (side: 'before' | 'now'): string =>
    outcome.differences
      .map((difference) => `${headingOf(sheets[view.sheet]?.columns, difference.field)}: ${difference[side]}`)
      .join('\n')
  return [
    [
      ...nameSheet(view),
      { t: 'n', v: view.rowNumber },
      linkToRow(locate(view)),
      textCell(String(earlier.request[operation.request.identifyingFields[0] ?? ''] ?? '')),
      textCell(describe('before')),
      textCell(describe('now')),
      textCell(unclear[change.reference] ?? (isDeclined ? changeAnswers[1] : '')),
      ...earlierColumns(operation.output.columns).map((column) => column.cell(earlier)),
      textCell(change.reference),
    ],
  ]
}

function viewEarlier(submission: Submission, texts: OperationTexts): RowView {
  const { state } = submission
  const unread = { isHidden: false, cells: '[]', warnings: undefined, detail: undefined, wasDone: true }
  const record = { seq: 0, sheet: 0, rowNumber: 0, state, submission, other: undefined, ...unread }
  return new RowView(record, '', { addresses: new RowAddresses([]), face: libraryFace }, texts)
}

function headingOf(columns: SheetColumns | undefined, field: string): string {
  const index = columns !== undefined && Object.hasOwn(columns.fields, field) ? columns.fields[field] : undefined
  const heading = index === undefined ? undefined : columns?.headings[index]
  return heading === undefined || heading === '' ? field : heading
}

/**
 * Answers that could not be read, by reference: the next output shows them again, so that a person's text is not lost.
 */
export type UnclearAnswers = Readonly<Record<string, string>>

/** Each answer counts for the row's content at the time it was held. */
export async function readChanges(
  files: readonly string[],
  { logger }: Pick<RunPorts, 'logger'>,
): Promise<{ answers: ChangeAnswers; unclear: UnclearAnswers }> {
  const answers = new Map<string, boolean>()
  const unclear = new Map<string, string>()
  for await (const { reference, written, at } of readAnswers(files, changedSheet, logger)) {
    if (isBlank(written) || reference === '') continue
    const reading = readChoice(written, yesNoAnswers)
    if (reading.ok) {
      answers.set(reference, reading.value === 'Yes')
      continue
    }
    unclear.set(reference, displayCell(written))
    logger.warn(`${at}: “${displayCell(written)}” is not understood; expected yes or no`)
  }
  return { answers, unclear: Object.fromEntries(unclear) }
}
