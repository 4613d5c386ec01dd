import type { Resolution, ResolutionResult } from '../../ledger/port/resolutions.ts'
import type { Ledger } from '../../ledger/port.ts'
import { type Cell, emptyCell } from '../../sheet/cell.ts'
import { displayCell, shorten } from '../../sheet/values/display.ts'
import { readId } from '../../sheet/values/id.ts'
import type { Table } from '../../sheet/writing/workbook-writer.ts'
import type { Operation } from '../model/operation.ts'
import type { RunPorts } from '../model/options.ts'
import { timeCell } from '../rows/cells.ts'
import { placeColumns, tableColumn } from '../tables/sheet-names.ts'
import type { QuestionSheet, SheetAnswer } from './read-answers.ts'
import { mayBeIdentifier } from './require-known-output.ts'
import { listLookUpColumns, type UnknownRow } from './unknown-row.ts'

/** People answer in it whether a row with an unknown outcome was created. */
export const unknownSheet = {
  sheet: 'Unknown',
  reference: 'reference',
  answer: 'resolution',
  reason: 'reason',
} as const satisfies QuestionSheet

const shownAnswerLength = 2_000

type Asked = Resolved & Pick<Operation, 'request' | 'fourEyes'>

export function unknownTable(operation: Asked, hasSheets: boolean): Table<UnknownRow> {
  const { where = '', verb } = operation.output.resolution
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
      tableColumn('problem', isFolded ? 22 : 27, ({ view }) => view.submission?.problem, { isWrapped }),
      tableColumn('answer', 22, ({ view }) => view.submission?.rawAnswer?.slice(0, shownAnswerLength), {
        isWrapped,
        isFolded,
      }),
      tableColumn(
        'hint',
        isFolded ? 21 : 30,
        ({ view }) =>
          [view.hint, where, `The column takes ${expected}; “not ${verb}” needs a reason.`]
            .filter((text) => text !== '')
            .join(' '),
        { isWrapped },
      ),
      tableColumn(unknownSheet.reference, 20, ({ reference }) => reference, { isWrapped, isFolded }),
      tableColumn(unknownSheet.answer, 13, () => emptyCell),
      tableColumn(unknownSheet.reason, 14, () => emptyCell, { isWrapped: true }),
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

/** `unclear`: the answer could not be read; `bare`: it needs a reason; `alone`: it needs a second person. */
type AnswerResult = ResolutionResult | 'unclear' | 'bare' | 'alone'

export interface AnswerEnd {
  end: AnswerResult
  /** Reason for a refusal; undefined when the answer counts. */
  problem: string | undefined
  /** It counts, and says that nothing was created: the row may be sent. */
  isDenial: boolean
}

const longestReason = 500

export interface UnknownAnswer extends Pick<SheetAnswer, 'reference' | 'written' | 'reason'> {
  /** A single person gives it, where two are the rule for what was sent. */
  isAlone?: boolean
}

/**
 * Applies one answer, from the page; or from a sheet, once the run that reads it is released. `reference`: of the
 * sending; the row may have been sent again since.
 */
export async function answerUnknown(
  operation: Operation,
  { resolutions }: Pick<Ledger, 'resolutions'>,
  { reference, written, reason = '', isAlone }: UnknownAnswer,
  now: number,
  runId?: number,
): Promise<AnswerEnd> {
  const read = readResolution(written, operation)
  const isDenied = read?.kind === 'not-created'
  const resolution = isDenied ? { ...read, reason: shorten(reason, longestReason) } : read
  let end: AnswerResult | 'open' = await resolutions.readStatus(operation.name, reference)
  if (end === 'open' && isDenied && reason === '') end = 'bare'
  if (end === 'open' && isDenied && isAlone === true) end = 'alone'
  if (end === 'open') {
    end = resolution ? await resolutions.apply(operation.name, reference, resolution, now, runId) : 'unclear'
  }
  const isDenial = end === 'applied' && isDenied
  return { end, problem: describeAnswerResult(end, displayCell(written), operation), isDenial }
}

/** Undefined when the answer counts. */
function describeAnswerResult(end: AnswerResult, shown: string, operation: Resolved): string | undefined {
  const problems = {
    applied: undefined,
    moot: 'nothing is unknown about this row any more',
    stale: `“${shown}” was said of an earlier sending; the row was sent again and stays unknown`,
    unclear: `“${shown}” is not understood; expected ${expectedResolutions(operation)}`,
    bare: `“${shown}” is not taken without a reason: write how it is known into the column ${unknownSheet.reason}`,
    alone: `“${shown}” needs two people here: write it, with its reason, into the sheet ${unknownSheet.sheet} of the result, and have that sealed and released`,
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
  if (poll === undefined && answer === resolution.verb) {
    return { kind: 'created', state: 'done', identifier: undefined }
  }
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
