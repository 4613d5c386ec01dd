import type { OperationName } from '../operations/all.ts'
import type { Plan, Progress } from '../pipeline/model/events.ts'
import type { RunReport } from '../pipeline/model/options.ts'
import type {
  OutputOptions,
  ReadOptions,
  RefreshSettings,
  SendingOptions,
  TargetOptions,
} from '../settings/option-types.ts'
import { BatchError } from '../support/errors.ts'
import type { Logger } from '../support/logger.ts'
import type { RowReport } from './row-report.ts'

/** Reads the rows of a finished run, a page at a time; the ledger stays open until it resolves. */
export type RowConsumer = (pages: AsyncIterable<readonly RowReport[]>) => Promise<void>

export function eachRow(take: (row: RowReport) => void): RowConsumer {
  return async (pages) => {
    for await (const page of pages) page.forEach(take)
  }
}

/**
 * A run in progress: `await` it for its report, and read its rows with `for await`, once. The rows come in the order of
 * the sheet when the output is written. They are read from the ledger as the loop asks for them; the run ends, and
 * frees the ledger, when the loop does.
 */
export interface SheetRun<Name extends OperationName> extends Promise<RunReport>, AsyncIterable<RowReport<Name>> {}

/** `start` gets the reader of the rows. */
export function createSheetRun<Name extends OperationName>(
  start: (readRows: RowConsumer) => Promise<RunReport>,
  onRow?: (row: RowReport<Name>) => void,
): SheetRun<Name> {
  let state: 'unread' | 'asked' | 'over' = 'unread'
  const pages = new Deferred<AsyncIterable<readonly RowReport[]>>()
  const loopEnd = new Deferred<void>()
  const consumeRows: RowConsumer = async (rows) => {
    if (state === 'asked') {
      pages.resolve(rows)
      await loopEnd.promise
    } else if (onRow !== undefined) await eachRow(onRow as (row: RowReport) => void)(rows)
  }
  // Not at once: a loop over the run begins first.
  const report = Promise.resolve(consumeRows)
    .then(start)
    .finally(() => {
      state = 'over'
    })

  async function* readRows(): AsyncGenerator<RowReport<Name>> {
    if (state !== 'unread') {
      throw new BatchError('usage', 'the rows of a run are read once, and before it has ended', {
        hint: 'Begin the for await loop before the run is awaited, and read its report behind the loop.',
      })
    }
    state = 'asked'
    report.catch(pages.reject)
    try {
      for await (const page of await pages.promise) {
        for (const row of page as readonly RowReport<Name>[]) {
          onRow?.(row)
          yield row
        }
      }
    } finally {
      loopEnd.resolve()
      await report
    }
  }

  return Object.assign(report, { [Symbol.asyncIterator]: readRows })
}

class Deferred<Value> {
  resolve!: (value: Value) => void
  reject!: (reason: unknown) => void
  readonly promise = new Promise<Value>((resolve, reject) => {
    this.resolve = resolve
    this.reject = reject
  })
}

export interface CallOptions<Name extends OperationName = OperationName> extends TargetOptions {
  /** The service's base address. */
  baseUrl: string
  /** The company's token. It is never logged and never saved. */
  token: string
  /** Called with each row in input order once the output is written; its return value is not awaited. */
  onRow?: ((row: RowReport<Name>) => void) | undefined
  /** Called with the progress of the run, several times a second. */
  onProgress?: ((progress: Progress) => void) | undefined
  /** Interrupts the run: requests in flight finish and the output is written. */
  signal?: AbortSignal | undefined
  /** Receives the messages for people. @default no messages */
  logger?: Logger | undefined
  /**
   * Receives one line of JSON with results that the ledger could not write (a full disk) and that must not be lost.
   * @default a process warning
   */
  onSpill?: ((line: string) => void) | undefined
}

/**
 * `true`, or a function that accepts the plan. Required to decide, to invite and to release: the library has no terminal
 * to ask at. For a release, `plan.lines` has every line, from the ledger.
 */
export type Confirm = true | ((plan: Plan) => boolean | Promise<boolean>)

interface SheetCall<Name extends OperationName> extends CallOptions<Name>, ReadOptions, SendingOptions, OutputOptions {
  /** Path of the sheet, CSV or XLSX. */
  input: string
}

/** Options of `runSheet`. */
export type SheetOptions<Name extends OperationName = OperationName> = SheetCall<Name> &
  ([Name] extends ['decide' | 'invite'] ? { confirm: Confirm } : { confirm?: Confirm | undefined })

/** Options of `sealDecisions`: it needs no token. */
export interface SealOptions
  extends Omit<SheetCall<'decide'>, 'token' | 'output' | 'limit' | 'onRow' | 'onProgress' | 'signal'> {
  /** Staff ID of the person who seals: a statement, not a log-in. */
  by: string
  /** Path of a workbook (.xlsx) to write for the second person. @default none */
  plan?: string | undefined
}

/** A run that waits for its second person. */
export interface SealedRun {
  /** Its number in the ledger. */
  run: number
  /** In the short form that people read to each other, `8333-C5FC`. */
  seal: string
  /** Milliseconds since 1970: no release counts after it. */
  until: number
  /** Decisions in it. */
  requests: number
  /** Path of the workbook; undefined where none was written. */
  plan: string | undefined
  /** What in it contradicts itself, or the ledger. */
  contradictions: readonly string[]
  /** Earlier sealed runs of the sheet that it replaces. */
  replaced: readonly number[]
}

/** Options of `releaseRun`. How the sheet is read was sealed with the run. */
export interface ReleaseOptions
  extends CallOptions<'decide'>,
    Omit<SendingOptions, 'limit' | 'wait' | 'retryUnknown' | 'allowDuplicates' | 'sendChanged' | 'again'>,
    Pick<OutputOptions, 'output'> {
  /** The number of the run, or its seal, such as `8333-C5FC`. */
  run: number | string
  /** Staff ID of the person who releases: another one than who sealed. */
  by: string
  confirm: Confirm
  /** Path of the sheet, for a result in its copy. @default where it was when it was sealed, if it is there */
  input?: string | undefined
}

/** Options of `undoRun`. */
export interface UndoOptions
  extends Omit<CallOptions<'decide'>, 'onRow'>,
    Omit<SendingOptions, 'limit' | 'wait' | 'allowDuplicates' | 'sendChanged' | 'again'>,
    Pick<OutputOptions, 'output'> {
  /** The number of the run, or the path of its output. */
  run: number | string
  /** Staff ID of the person who takes it back: a statement, not a log-in. */
  by: string
  /** Goes with each decision. @default none */
  note?: string | undefined
  confirm: Confirm
}

/** What became of all that a run has made: the four numbers and `notUndone` are its sum. */
export interface UndoResult {
  /** Number of the run. */
  undoes: number
  undone: number
  decidedSince: number
  /** Rows of another sheet stand for them. */
  shared: number
  unknown: number
  notUndone: number
  /** What is not taken back, by name; `about` is the trip, `sentAt` a time of ISO 8601. */
  kept: readonly {
    assessmentId: string | null
    why: 'decidedSince' | 'shared' | 'unknown'
    about: string
    sentAt: string | null
  }[]
  /** Of the run that took it back; undefined where nothing was sent. */
  report: RunReport | undefined
  /** Where a decision needs two people: it waits for the second one, and counts as undone. */
  sealed: SealedRun | undefined
}

/** Options of `waitingRuns`. */
export interface WaitingOptions extends Pick<TargetOptions, 'ledger'> {
  /** Only runs for this address. @default all */
  baseUrl?: string | undefined
  /** Only runs of this company. @default all */
  company?: string | undefined
}

/** Options of `dropRun`. */
export interface DropOptions extends Pick<TargetOptions, 'ledger'>, Pick<CallOptions, 'logger' | 'onSpill'> {
  /** The number of the run, or its seal. */
  run: number | string
  /** Staff ID of the person who drops it, for the log. */
  by?: string | undefined
}

/** Options of `shareOutDecisions`. */
export interface ShareOptions extends ShareRequest, Pick<DropOptions, 'ledger' | 'logger'> {}

export interface ShareRequest {
  /** Path of what assess wrote, or read. */
  input: string
  /** The heading of a column of the sheet that no field is read from. */
  heading: string
  /** Path of a folder that is not there yet, or empty. @default `output/<input name>.shared` */
  folder?: string | undefined
  /** Staff ID of who asks: a statement, not a log-in. @default the account of this machine */
  by?: string | undefined
  /** The last day for an answer, such as 2026-12-15. @default as long as a sealed run waits */
  due?: string | undefined
}

/** Options of `collectAnswers`. */
export interface AnswersOptions extends Pick<DropOptions, 'ledger' | 'logger'> {
  /** A folder of workbooks that came back, or one. */
  input: string
}

/** Options of `refreshScores`. */
export interface RefreshScoresOptions extends CallOptions<'assess'>, RefreshSettings {
  /** Path of a sheet with a column of identifiers, or of an earlier input. @default all assessments in the ledger */
  input?: string | undefined
}
