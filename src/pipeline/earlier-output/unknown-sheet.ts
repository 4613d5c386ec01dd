import type { LoggedAttempt } from '../../ledger/port/attempts.ts'
import type { Resolution, ResolutionResult } from '../../ledger/port/resolutions.ts'
import type { Ledger } from '../../ledger/port.ts'
import { type Cell, emptyCell } from '../../sheet/cell.ts'
import { displayCell } from '../../sheet/values/display.ts'
import { readId } from '../../sheet/values/id.ts'
import type { Table } from '../../sheet/writing/workbook-writer.ts'
import type { Operation } from '../model/operation.ts'
import type { RunPorts } from '../model/options.ts'
import { timeCell } from '../rows/cells.ts'
import type { RowView } from '../rows/row-view.ts'
import { placeColumns, subjectColumns, tableColumn } from '../tables/sheet-names.ts'
import type { QuestionSheet, SheetAnswer } from './read-answers.ts'

/** People answer in it whether a row with an unknown outcome was created. */
export const unknownSheet: QuestionSheet = { sheet: 'Unknown', reference: 'reference', answer: 'resolution' }

const shownAnswerLength = 2_000

export interface UnknownRow {
  view: RowView
  attempts: readonly LoggedAttempt[]
  reference: string
}

export function unknownTable(operation: Resolved & Pick<Operation, 'request'>, hasSheets: boolean): Table<UnknownRow> {
  const expected = expectedResolutions(operation)
  const isWrapped = true
  return {
    name: unknownSheet.sheet,
    hasAutoFilter: true,
    frozenColumns: hasSheets ? 3 : 2,
    columns: [
      ...placeColumns<UnknownRow>(hasSheets),
      ...subjectColumns(operation.request.identifyingFields, ({ view }: UnknownRow) => view.request),
      tableColumn('sentAt', 17, ({ view }) => timeCell(view.submission?.sentAt)),
      tableColumn('answeredAt', 17, ({ attempts }) =>
        timeCell(attempts.findLast(({ outcome }) => outcome === 'unknown')?.answeredAt),
      ),
      tableColumn('problem', 30, ({ view }) => view.submission?.problem, { isWrapped }),
      tableColumn('answer', 22, ({ view }) => view.submission?.rawAnswer?.slice(0, shownAnswerLength), { isWrapped }),
      tableColumn('hint', 35, ({ view }) => `${view.hint} The column takes ${expected}.`, { isWrapped }),
      tableColumn(unknownSheet.reference, 22, ({ reference }) => reference, { isWrapped }),
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

/** An identifier is never taken back, so a word such as “yes” must not become one. */
const identifierPattern = /^(?=.*\d)\S+$/

export function mayBeIdentifier(text: string): boolean {
  return identifierPattern.test(text.trim())
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
  if (poll === undefined && answer === resolution.verb) {
    return { kind: 'created', state: 'done', identifier: undefined }
  }
  if (resolution.identifier === undefined || !identifierPattern.test(text)) return undefined
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
