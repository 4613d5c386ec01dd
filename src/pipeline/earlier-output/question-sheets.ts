import type { RowOutcome } from '../../contract/outcome.ts'
import type { Submission } from '../../ledger/port/outcomes.ts'
import { type Face, libraryFace } from '../../messages/face.ts'
import { displayCell } from '../../sheet/values/display.ts'
import { readChoice, yesNoAnswers } from '../../sheet/values/value-list.ts'
import type { Table } from '../../sheet/writing/workbook-writer.ts'
import type { Operation } from '../model/operation.ts'
import type { RunPorts } from '../model/options.ts'
import { type LoadedSheet, RowAddresses, type SheetColumns } from '../rows/loaded-input.ts'
import { type OperationTexts, RowView } from '../rows/row-view.ts'
import { linkToRow, type RowLocation } from '../tables/locate-row.ts'
import { placeColumns, tableColumn } from '../tables/sheet-names.ts'
import { type QuestionSheet, readAnswers } from './read-answers.ts'

/** People answer in it which changed rows are to be sent. */
const changedSheet: QuestionSheet = { sheet: 'Changed', reference: 'reference', answer: 'send' }
const changeAnswers = ['yes', 'no'] as const

/** About the row itself, not about the earlier submission. */
const ofTheRow: ReadonlySet<string> = new Set(['problem', 'hint'])

interface ChangedRow {
  view: RowView
  outcome: Extract<RowOutcome, { differences: unknown }>
  reference: string
  earlier: RowView
}

/** Rows that look like edited versions of submissions, each with a question: send it or not. */
export function changedTable(
  { request: { identifyingFields }, output }: Pick<Operation, 'request' | 'output'>,
  sheets: readonly Pick<LoadedSheet, 'columns'>[],
  {
    locate,
    unclear = {},
    face = libraryFace,
  }: { locate: RowLocation; unclear?: Readonly<Record<string, string>> | undefined; face?: Face | undefined },
): Table<ChangedRow> {
  const hasSheets = sheets.length > 1
  const [about = 'row'] = identifyingFields
  const describe = ({ view, outcome: { differences } }: ChangedRow, side: 'before' | 'now'): string =>
    differences.map((each) => `${headingOf(sheets[view.sheet]?.columns, each.field, face)}: ${each[side]}`).join('\n')
  const answer = ({ outcome, reference }: ChangedRow): string => {
    const isDeclined = outcome.state === 'kept' || outcome.isDeclined
    return unclear[reference] ?? (isDeclined ? changeAnswers[1] : '')
  }
  return {
    name: changedSheet.sheet,
    hasAutoFilter: true,
    frozenColumns: hasSheets ? 4 : 3,
    columns: [
      ...placeColumns<ChangedRow>(hasSheets),
      tableColumn('result', 14, ({ view }) => linkToRow(locate(view))),
      tableColumn(about, 24, ({ earlier }) => String(earlier.request[about] ?? '')),
      tableColumn('before', 36, (row) => describe(row, 'before'), { isWrapped: true }),
      tableColumn('now', 36, (row) => describe(row, 'now'), { isWrapped: true }),
      tableColumn(changedSheet.answer, 10, answer, { dropDown: changeAnswers }),
      ...output.columns
        .filter(({ heading }) => !ofTheRow.has(heading))
        .map((column) => ({ ...column, cell: ({ earlier }: ChangedRow) => column.cell(earlier) })),
      tableColumn(changedSheet.reference, 22, ({ reference }) => reference, { isWrapped: true }),
    ],
  }
}

/** A row in state `changed` or `kept` with its earlier submission; none for any other row. */
export function listChanged(view: RowView, { output }: Pick<Operation, 'output'>): ChangedRow[] {
  const { outcome, change } = view
  if (!('differences' in outcome) || change === undefined) return []
  return [{ view, outcome, reference: change.reference, earlier: viewEarlier(change.earlier, output) }]
}

function viewEarlier(submission: Submission, texts: OperationTexts): RowView {
  const { state } = submission
  const unread = { isHidden: false, cells: '[]', warnings: undefined, detail: undefined, wasDone: true }
  const record = { seq: 0, sheet: 0, rowNumber: 0, state, submission, other: undefined, ...unread }
  return new RowView(record, '', { addresses: new RowAddresses([]), face: libraryFace }, texts)
}

function headingOf(columns: SheetColumns | undefined, field: string, face: Face): string {
  const index = columns !== undefined && Object.hasOwn(columns.fields, field) ? columns.fields[field] : undefined
  const heading = index === undefined ? undefined : columns?.headings[index]
  return heading === undefined || heading === '' ? face.field(field) : heading
}

/**
 * Each answer counts for the row's content at the time it was held. `unclear`: answers that could not be read, by
 * reference; the next output shows them again, so that a person's text is not lost.
 */
export async function readChanges(
  files: readonly string[],
  { logger }: Pick<RunPorts, 'logger'>,
): Promise<{ answers: ReadonlyMap<string, boolean>; unclear: Readonly<Record<string, string>> }> {
  const answers = new Map<string, boolean>()
  const unclear = new Map<string, string>()
  for await (const { reference, written, at } of readAnswers(files, changedSheet, logger)) {
    if (reference === '') continue
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
