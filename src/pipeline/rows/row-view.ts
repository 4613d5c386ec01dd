import { setImmediate } from 'node:timers/promises'
import { type JsonFields, type Problem, type RowOutcome, resultOf } from '../../contract/outcome.ts'
import { formatState, heldStates, possiblyCreatedStates, replacedStates } from '../../contract/states.ts'
import { deriveEventId } from '../../ledger/event-id.ts'
import { referToChange } from '../../ledger/matching/judge-changed.ts'
import type { RowRecord, Submission } from '../../ledger/port/outcomes.ts'
import type { LedgerView } from '../../ledger/store/parts.ts'
import type { Message } from '../../messages/catalogue.ts'
import { type Face, libraryFace } from '../../messages/face.ts'
import { type Cell, cellAddress } from '../../sheet/cell.ts'
import { toIsoTime } from '../../support/clock.ts'
import { RowAddresses } from './loaded-input.ts'
import { readPages } from './paginate.ts'
import { type Correction, parseFindings, type RowFindings } from './row-findings.ts'
import {
  explainOutcome,
  type OutcomeFormat,
  parseFields,
  qualifyProblems,
  type RefusalAdvice,
  readOutcome,
  type TableNameFormatter,
} from './row-outcome.ts'
import { parseCells } from './stored-cells.ts'

const held: ReadonlySet<string> = new Set(heldStates)

export interface OperationTexts {
  hintFor: RefusalAdvice
  doneWord: string
  /** A record as people name it: `Rejected by M-2`. */
  nameRecord?(request: JsonFields): string
}

/** One row of the output. Fields that few sheets show are parsed on demand. */
export class RowView {
  readonly seq: number
  readonly rowNumber: number
  /** Position of its sheet in the run. */
  readonly sheet: number
  readonly wasDone: boolean
  readonly outcome: RowOutcome
  /** Of a kept row its earlier version; undefined for held rows: that of a duplicate or changed row is not its own. */
  readonly submission: Submission | undefined
  readonly problem: string
  readonly hint: string
  /** Problem and hint as a code with facts; undefined where another text explains the outcome. */
  readonly said: Message | undefined
  readonly #record: RowRecord
  readonly #ledgerId: string
  readonly #format: OutcomeFormat
  readonly #doneWord: string
  #cells: readonly Cell[] | undefined
  #request: JsonFields | undefined

  constructor(record: RowRecord, ledgerId: string, format: OutcomeFormat, texts: OperationTexts) {
    const { hintFor, doneWord } = texts
    this.#record = record
    this.seq = record.seq
    this.rowNumber = record.rowNumber
    this.sheet = record.sheet
    this.wasDone = record.wasDone
    this.#ledgerId = ledgerId
    this.#format = format
    this.#doneWord = doneWord
    this.outcome = readOutcome(record, format, texts.nameRecord)
    this.submission = record.state === 'kept' ? record.other : held.has(record.state) ? undefined : record.submission
    const { problem, hint, said } = explainOutcome(this.outcome, hintFor, format)
    this.problem = problem
    this.said = said
    this.hint = [hint, describeSender(this.submission, doneWord)].filter((text) => text !== '').join(' ')
  }

  get state(): string {
    return formatState(this.outcome.state, this.#doneWord)
  }

  /** For a changed or kept row: the earlier submission, and the reference for the answer. */
  get change(): { earlier: Submission; reference: string } | undefined {
    const { submission, other: earlier } = this.#record
    if (submission === undefined || earlier === undefined || replacedStates.has(this.outcome.state)) return undefined
    return { earlier, reference: referToChange(this.#ledgerId, submission.requestHash, earlier.id) }
  }

  /** Undefined when the run has read only one. */
  get sheetName(): string | undefined {
    return this.#format.addresses.sheet(this.sheet)
  }

  /** `row 5`, or `row 5 of EMEA`. */
  get rowAddress(): string {
    return this.#format.addresses.row(this.sheet, this.rowNumber)
  }

  /** `H3`, or `EMEA!H3`. */
  addressOf(index: number): string {
    return this.#format.addresses.cell(this.sheet, cellAddress(this.rowNumber, index))
  }

  get cells(): readonly Cell[] {
    this.#cells ??= parseCells(this.#record.cells)
    return this.#cells
  }

  /** Empty for held rows. */
  get request(): JsonFields {
    this.#request ??= parseFields(this.submission?.request)
    return this.#request
  }

  /** Sent with the row where the service takes an event identifier; empty for held rows, and forgotten ones. */
  get eventId(): string {
    return this.submission === undefined || this.submission.isForgotten === true
      ? ''
      : deriveEventId(this.#ledgerId, this.submission)
  }

  /** Empty until there are scores. */
  get result(): JsonFields {
    return resultOf(this.outcome)
  }

  get warnings(): readonly Problem[] {
    return qualifyProblems(this.#findings.warnings, this.#record, this.#format)
  }

  get corrections(): readonly Correction[] {
    return this.#findings.corrections
  }

  get #findings(): RowFindings {
    return parseFindings(this.#record.warnings)
  }
}

/** e.g. `Created by ben@laptop on 2026-03-01.`; empty for rows of this user, and for unsent rows. */
export function describeSender(submission: Submission | undefined, doneWord: string): string {
  if (submission?.sender === undefined) return ''
  const { state, sender, sentAt, acceptedAt } = submission
  const on = sentAt === undefined ? '' : ` on ${toIsoTime(sentAt).slice(0, 10)}`
  if (state === 'sending') return `Is being sent by ${sender}.`
  if (state === 'unknown') return `Was sent by ${sender}${on}.`
  if (!possiblyCreatedStates.has(state)) return ''
  const did = acceptedAt === undefined ? doneWord : 'created'
  return `${did.charAt(0).toUpperCase()}${did.slice(1)} by ${sender}${on}.`
}

/** Small enough for the young generation of the garbage collector: survivors of two collections wait for a full one. */
const pageSize = 100
export const sampleSize = 500

export interface RowQuery {
  operation: { output: OperationTexts }
  ledger: LedgerView
  runId: number
  /** Who reads problems and hints. @default users of the library */
  face?: Face | undefined
  /** Names of tables about rows. @default the sheet of a workbook */
  nameTable?: TableNameFormatter | undefined
}

/**
 * Rows of a run in sheet order, with one page in memory at a time: all of them; those that may need a person's attention;
 * or those that a check has something to say of: most rows of a sheet are sound, and are not read again.
 */
export async function* viewRows(
  { ledger, runId, operation, face = libraryFace, nameTable }: RowQuery,
  which: 'rowPage' | 'openPage' | 'findingsPage' = 'rowPage',
  behindSeq = -1,
): AsyncGenerator<readonly RowView[]> {
  const format = { addresses: new RowAddresses(await ledger.runs.sheetNames(runId)), face, nameTable }
  const read = (after: number) => ledger.runs[which](runId, after, pageSize)
  for await (const page of readPages(read, 'seq', behindSeq)) {
    // Reading keeps the event loop busy: signals and requests of the page are served only between two turns.
    await setImmediate()
    yield page.map((record) => new RowView(record, ledger.id, format, operation.output))
  }
}

export async function* viewSheetRows(
  request: RowQuery,
  sheets: readonly { rows: number }[],
  position: number,
): AsyncGenerator<readonly RowView[]> {
  const first = sheets.slice(0, position).reduce((sum, { rows }) => sum + rows, 0)
  for await (const page of viewRows(request, 'rowPage', first - 1)) {
    const ofSheet = page.filter(({ sheet }) => sheet === position)
    if (ofSheet.length > 0) yield ofSheet
    if (ofSheet.length < page.length) return
  }
}

export async function viewRowRange(request: RowQuery, from: number, count: number): Promise<RowView[]> {
  const views: RowView[] = []
  for await (const page of viewRows(request, 'rowPage', from - 1)) {
    views.push(...page)
    if (views.length >= count) break
  }
  return views.slice(0, count)
}

export type SampleRow = Pick<RowView, 'sheet' | 'cells'>
