import type { LoggedAttempt } from '../../ledger/port/attempts.ts'
import type { Resolution, ResolutionResult } from '../../ledger/port/resolutions.ts'
import type { Ledger } from '../../ledger/port.ts'
import { type Cell, emptyCell, isBlank } from '../../sheet/cell.ts'
import { displayCell } from '../../sheet/values/display.ts'
import { readId } from '../../sheet/values/id.ts'
import type { OutputCell, OutputSheet } from '../../sheet/writing/workbook-writer.ts'
import type { Operation } from '../model/operation.ts'
import type { RunPorts } from '../model/options.ts'
import { requestCell, textCell, timeCell } from '../rows/cells.ts'
import type { RowView } from '../rows/row-view.ts'
import { nameSheet, sheetColumn, subjectColumns, tableColumn } from '../tables/sheet-names.ts'
import { type AnswerSheet, readAnswers, type SheetAnswer } from './read-answers.ts'

/** People answer in it whether a row with an unknown outcome was created. */
const unknownSheet: AnswerSheet = { sheet: 'Unknown', reference: 'reference', answer: 'resolution' }

const shownAnswerLength = 2_000

export function planUnknown(identifyingFields: readonly string[], hasSheets: boolean): OutputSheet {
  return {
    name: unknownSheet.sheet,
    hasAutoFilter: true,
    frozenColumns: hasSheets ? 3 : 2,
    columns: [
      ...(hasSheets ? [sheetColumn] : []),
      tableColumn('row', 8),
      ...subjectColumns(identifyingFields),
      tableColumn('sentAt', 17),
      tableColumn('answeredAt', 17),
      tableColumn('problem', 30, { isWrapped: true }),
      tableColumn('answer', 22, { isWrapped: true }),
      tableColumn('hint', 35, { isWrapped: true }),
      tableColumn(unknownSheet.reference, 22, { isWrapped: true }),
      { heading: unknownSheet.answer, width: 18 },
    ],
  }
}

export function listUnknown(
  view: RowView,
  identifyingFields: readonly string[],
  attempts: readonly LoggedAttempt[],
  { reference, expected }: { reference: string; expected: string },
): OutputCell[] {
  const last = attempts.findLast(({ outcome }) => outcome === 'unknown')
  return [
    ...nameSheet(view),
    { t: 'n', v: view.rowNumber },
    ...identifyingFields.map((field) => requestCell(view.request[field])),
    timeCell(view.submission?.sentAt),
    timeCell(last?.answeredAt),
    textCell(view.submission?.problem ?? ''),
    textCell((view.submission?.rawAnswer ?? '').slice(0, shownAnswerLength)),
    textCell(`${view.hint} The column takes ${expected}.`),
    textCell(reference),
    emptyCell,
  ]
}

export function readUnknownAnswers(
  files: readonly string[],
  { logger }: Pick<RunPorts, 'logger'>,
): AsyncGenerator<SheetAnswer> {
  return readAnswers(files, unknownSheet, logger)
}

/** Each answer counts only for the sending that it was given for, once the run is released. */
export async function applyResolutions(
  answers: AsyncIterable<SheetAnswer>,
  operation: Operation,
  ledger: Pick<Ledger, 'resolutions'>,
  runId: number,
  ports: Pick<RunPorts, 'clock' | 'logger'>,
): Promise<void> {
  const applied = new Map<string, number>()
  for await (const answer of answers) {
    if (isBlank(answer.written) || !(await applyOne(answer, operation, ledger, runId, ports))) continue
    applied.set(answer.file, (applied.get(answer.file) ?? 0) + 1)
  }
  for (const [file, count] of applied) {
    ports.logger.info(`${count} unknown ${count === 1 ? 'row' : 'rows'} moved on as ${file} says`)
  }
}

async function applyOne(
  { reference, written, at }: SheetAnswer,
  operation: Operation,
  ledger: Pick<Ledger, 'resolutions'>,
  runId: number,
  ports: Pick<RunPorts, 'clock' | 'logger'>,
): Promise<boolean> {
  const end = await answerUnknown(ledger, operation, { reference, written }, ports.clock.now(), runId)
  const problem = describeAnswerResult(end, displayCell(written), operation)
  if (problem !== undefined && end !== 'moot') ports.logger.warn(`${at}: ${problem}`)
  return end === 'applied'
}

/** `unclear`: the answer could not be read. */
export type AnswerResult = ResolutionResult | 'unclear'

/** Applies one answer, from the page; or from a sheet, once the run that reads it is released. */
export async function answerUnknown(
  { resolutions }: Pick<Ledger, 'resolutions'>,
  operation: Operation,
  { reference, written }: { reference: string; written: Cell },
  now: number,
  runId?: number,
): Promise<AnswerResult> {
  const standing = await resolutions.readStatus(operation.name, reference)
  if (standing !== 'open') return standing
  const resolution = readResolution(written, operation)
  return resolution === undefined
    ? 'unclear'
    : await resolutions.apply(operation.name, reference, resolution, now, runId)
}

/** Undefined when the answer counts. */
export function describeAnswerResult(end: AnswerResult, shown: string, operation: Resolved): string | undefined {
  switch (end) {
    case 'applied':
      return undefined
    case 'moot':
      return 'nothing is unknown about this row any more'
    case 'stale':
      return `“${shown}” was said of an earlier sending; the row was sent again and stays unknown`
    case 'unclear':
      return `“${shown}” is not understood; expected ${expectedResolutions(operation)}`
    case 'taken':
      return `${shown} belongs to another row already; the row stays unknown`
  }
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
