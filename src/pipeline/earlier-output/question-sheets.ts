import type { RowOutcome } from '../../contract/outcome.ts'
import type { Submission } from '../../ledger/port/outcomes.ts'
import type { Resolution, ResolutionResult } from '../../ledger/port/resolutions.ts'
import type { Ledger } from '../../ledger/port.ts'
import { type Face, libraryFace } from '../../messages/face.ts'
import { type Cell, emptyCell } from '../../sheet/cell.ts'
import { displayCell } from '../../sheet/values/display.ts'
import { readId } from '../../sheet/values/id.ts'
import { readChoice, yesNoAnswers } from '../../sheet/values/value-list.ts'
import type { Table } from '../../sheet/writing/workbook-writer.ts'
import type { Operation } from '../model/operation.ts'
import type { RunPorts } from '../model/options.ts'
import { timeCell } from '../rows/cells.ts'
import { type LoadedSheet, RowAddresses, type SheetColumns } from '../rows/loaded-input.ts'
import { type OperationTexts, RowView } from '../rows/row-view.ts'
import { linkToRow, type RowLocation } from '../tables/locate-row.ts'
import { placeColumns, tableColumn } from '../tables/sheet-names.ts'
import { type QuestionSheet, readAnswers, type SheetAnswer } from './read-answers.ts'
import { mayBeIdentifier } from './require-known-output.ts'
import { listLookUpColumns, type UnknownRow } from './unknown-row.ts'

/** People answer in it whether a row with an unknown outcome was created. */
export const unknownSheet: QuestionSheet = { sheet: 'Unknown', reference: 'reference', answer: 'resolution' }

const shownAnswerLength = 2_000

type Asked = Resolved & Pick<Operation, 'request' | 'fourEyes'>

export function unknownTable(operation: Asked, hasSheets: boolean): Table<UnknownRow> {
  const { where = '' } = operation.output.resolution
  const expected = expectedResolutions(operation)
  const isWrapped = true
  // What the trip is known by takes their place.
  const isFolded = operation.fourEyes !== undefined
  return {
    name: unknownSheet.sheet,
    hasAutoFilter: true,
    frozenColumns: hasSheets ? 3 : 2,
    columns: [
      ...placeColumns<UnknownRow>(hasSheets),
      ...listLookUpColumns(operation),
      tableColumn('sentAt', 17, ({ view }) => timeCell(view.submission?.sentAt)),
      tableColumn(
        'answeredAt',
        17,
        ({ attempts }) => timeCell(attempts.findLast(({ outcome }) => outcome === 'unknown')?.answeredAt),
        { isFolded },
      ),
      tableColumn('problem', isFolded ? 26 : 30, ({ view }) => view.submission?.problem, { isWrapped }),
      tableColumn('answer', 22, ({ view }) => view.submission?.rawAnswer?.slice(0, shownAnswerLength), {
        isWrapped,
        isFolded,
      }),
      tableColumn(
        'hint',
        isFolded ? 26 : 35,
        ({ view }) => [view.hint, where, `The column takes ${expected}.`].filter((text) => text !== '').join(' '),
        { isWrapped },
      ),
      tableColumn(unknownSheet.reference, 22, ({ reference }) => reference, { isWrapped, isFolded }),
      tableColumn(unknownSheet.answer, 18, () => emptyCell),
    ],
  }
}

/** Each answer counts only for the sending that it was given for, once the run is released. */
export async function applyResolutions(
  answers: AsyncIterable<SheetAnswer>,
  operation: Operation,
  ledger: Pick<Ledger, 'resolutions'>,
  runId: number,
  { clock, logger }: Pick<RunPorts, 'clock' | 'logger'>,
): Promise<void> {
  const applied = new Map<string, number>()
  for await (const { file, at, ...answer } of answers) {
    const { end, problem } = await answerUnknown(operation, ledger, answer, clock.now(), runId)
    if (problem !== undefined && end !== 'moot') logger.warn(`${at}: ${problem}`)
    if (end === 'applied') applied.set(file, (applied.get(file) ?? 0) + 1)
  }
  for (const [file, count] of applied) {
    logger.info(`${count} unknown ${count === 1 ? 'row' : 'rows'} moved on as ${file} says`)
  }
}

/** `unclear`: the answer could not be read. */
type AnswerResult = ResolutionResult | 'unclear'

export interface AnswerEnd {
  end: AnswerResult
  /** Reason for a refusal; undefined when the answer counts. */
  problem: string | undefined
  /** It counts, and says that nothing was created: the row may be sent. */
  isDenial: boolean
}

/**
 * Applies one answer, from the page; or from a sheet, once the run that reads it is released. `reference`: of the
 * sending; the row may have been sent again since.
 */
export async function answerUnknown(
  operation: Operation,
  { resolutions }: Pick<Ledger, 'resolutions'>,
  { reference, written }: Pick<SheetAnswer, 'reference' | 'written'>,
  now: number,
  runId?: number,
): Promise<AnswerEnd> {
  const resolution = readResolution(written, operation)
  let end: AnswerResult | 'open' = await resolutions.readStatus(operation.name, reference)
  if (end === 'open') {
    end = resolution ? await resolutions.apply(operation.name, reference, resolution, now, runId) : 'unclear'
  }
  const isDenial = end === 'applied' && resolution?.kind === 'not-created'
  return { end, problem: describeAnswerResult(end, displayCell(written), operation), isDenial }
}

/** Undefined when the answer counts. */
function describeAnswerResult(end: AnswerResult, shown: string, operation: Resolved): string | undefined {
  const problems = {
    applied: undefined,
    moot: 'nothing is unknown about this row any more',
    stale: `“${shown}” was said of an earlier sending; the row was sent again and stays unknown`,
    unclear: `“${shown}” is not understood; expected ${expectedResolutions(operation)}`,
    taken: `${shown} belongs to another row already; the row stays unknown`,
  } satisfies Record<AnswerResult, string | undefined>
  return problems[end]
}

/** Accepted for any operation, besides its own verb. */
const notDone = /^not[ -]?(?:created|recorded|invited|sent)$/

type Resolved = Pick<Operation, 'output' | 'poll'>

/** `not created`, the verb, or an identifier. Undefined for any other text. */
export function readResolution(written: Cell, { output: { resolution }, poll }: Resolved): Resolution | undefined {
  const reading = readId(written)
  if (!reading.ok) return undefined
  const text = reading.value
  const answer = text.toLowerCase()
  const isOwnDenial = [`not ${resolution.verb}`, `not-${resolution.verb}`].includes(answer)
  if (isOwnDenial || notDone.test(answer)) return { kind: 'not-created' }
  if (poll === undefined && answer === resolution.verb) return { kind: 'created', state: 'done', identifier: undefined }
  if (resolution.identifier === undefined || !mayBeIdentifier(text)) return undefined
  return { kind: 'created', state: poll === undefined ? 'done' : 'accepted', identifier: text }
}

/** In words, e.g. `“not invited”, “invited” or the user id`. */
export function expectedResolutions({ output, poll }: Resolved): string {
  const { verb, identifier } = output.resolution
  const words = [`“not ${verb}”`]
  // Scores cannot be retrieved without the identifier, so the verb alone is not enough.
  if (poll === undefined) words.push(`“${verb}”`)
  if (identifier !== undefined) words.push(identifier)
  return `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`
}

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
