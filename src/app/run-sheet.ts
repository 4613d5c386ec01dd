import type { OperationName } from '../operations/all.ts'
import type { WaitingEntry } from './four-eyes/waiting-runs.ts'
import type { CreatedReport, ReportOptions } from './report/report-ledger.ts'
import type { Collected } from './share-out/collect-answers.ts'
import type { ShareOut } from './share-out/share-index.ts'
import {
  type AnswersOptions,
  createSheetRun,
  type DropOptions,
  type RefreshScoresOptions,
  type ReleaseOptions,
  type SealedRun,
  type SealOptions,
  type ShareOptions,
  type SheetOptions,
  type SheetRun,
  type UndoOptions,
  type UndoResult,
  type WaitingOptions,
} from './sheet-run.ts'

type Calls = typeof import('./library-calls.ts')

/** The parts of a run are loaded with the first one: a program that only may need one starts at once. */
async function call<Result>(make: (calls: Calls) => Promise<Result>): Promise<Result> {
  const [calls, { explainFailure }] = await Promise.all([import('./library-calls.ts'), import('./explain-failure.ts')])
  return make(calls).catch((error: unknown) => {
    throw explainFailure(error)
  })
}

/**
 * Runs one sheet, as the command line does: opens the ledger, sends open rows, waits for scores, writes the output and
 * closes everything. The same call again continues a stopped run, and never creates a row twice. It also resolves when
 * some rows are not done (`balance`) or the run stopped midway (`halt`).
 * @throws BatchError when nothing could be done, or the surroundings failed: `code` says which, `hint` the remedy.
 * @example
 * const { balance, output } = await runSheet('assess', { input: 'trips.xlsx', baseUrl: 'https://service.example/api', token })
 * @example
 * for await (const { rowNumber, result } of runSheet('assess', options)) console.log(rowNumber, result?.overallTrip)
 * @example
 * await runSheet('decide', { input: 'decisions.xlsx', baseUrl, token, confirm: (plan) => plan.total <= 50 })
 */
export function runSheet<Name extends OperationName>(name: Name, options: SheetOptions<NoInfer<Name>>): SheetRun<Name> {
  return createSheetRun(async (readRows) => {
    const { findOperation } = await import('../operations/all.ts')
    return call((calls) => calls.runOperation(findOperation(name), options as SheetOptions, readRows))
  }, options.onRow)
}

/**
 * Asks again for scores, as `rwa-batch refresh` does: of pending assessments, of all in the ledger, or of a list of
 * identifiers. It creates nothing. The earlier scores stay in the log of attempts.
 * @throws BatchError when there is nothing to ask for, or nothing could be done.
 * @example
 * const { balance } = await refreshScores({ baseUrl: 'https://service.example/api', token, all: true })
 */
export function refreshScores(options: RefreshScoresOptions): SheetRun<'assess'> {
  return createSheetRun((readRows) => call((calls) => calls.refreshOperation(options, readRows)), options.onRow)
}

/**
 * Seals the decisions of a sheet for a second person, as `rwa-batch decide --seal` does, and sends nothing: the run waits
 * in the ledger for 14 days. A new seal of the same sheet replaces it.
 * @throws BatchError `usage` without a staff ID or without a decision to send; `input` for a sheet that cannot be read.
 * @example
 * const { run, seal } = await sealDecisions({ input: 'decisions.xlsx', baseUrl, by: 'C-001' })
 */
export function sealDecisions(options: SealOptions): Promise<SealedRun> {
  return call((calls) => calls.sealOperation(options))
}

/**
 * Sends exactly what another person sealed, from the ledger: neither sheet nor workbook is needed. The same call again
 * continues one that broke off.
 * @throws BatchError `usage` when the same person sealed it; `input` when there is no such run, when it was dropped, when
 * what is recorded has changed since, or, with `confirm: true`, when the sheet has.
 * @example
 * await releaseRun({ run: 7, by: 'M-042', baseUrl, token, confirm: ({ lines = [] }) => askPerson(lines) })
 */
export function releaseRun(options: ReleaseOptions): SheetRun<'decide'> {
  return createSheetRun((readRows) => call((calls) => calls.releaseOperation(options, readRows)), options.onRow)
}

/**
 * Takes back what a run did, as `rwa-batch undo` does: cancels what it created, or lets the decisions count again that it
 * replaced. What was decided since, and what another sheet stands for, is kept; the same call again continues.
 * @throws BatchError `usage` without a staff ID, for a run of another company, and for invitations; `input` when something
 * was decided meanwhile.
 * @example
 * const { undone, unknown } = await undoRun({ run: 7, by: 'S-007', baseUrl, token, confirm: ({ total }) => total <= 50 })
 */
export function undoRun(options: UndoOptions): Promise<UndoResult> {
  return call((calls) => calls.undoOperation(options))
}

/**
 * The runs that wait for a second person, for their confirmation or for workers, the newest first. Holds no lock.
 * @throws BatchError when the ledger cannot be read.
 */
export function waitingRuns(options: WaitingOptions = {}): Promise<WaitingEntry[]> {
  return call((calls) => calls.listWaitingRuns(options))
}

/**
 * Ends a sealed run that nobody has released; nothing of it is sent.
 * @throws BatchError `input` when there is no such run that waits.
 */
export function dropRun(options: DropOptions): Promise<WaitingEntry> {
  return call((calls) => calls.dropOperation(options))
}

/**
 * Writes a workbook for each value of a column of what was assessed, as `rwa-batch decide --share-out` does, into a new
 * folder. Sends nothing.
 * @throws BatchError `usage` for a heading, date or folder that cannot be used.
 * @example
 * const { folder, parts } = await shareOutDecisions({ input: 'output/trips.assessed.xlsx', heading: 'Line manager', by: 'C-001' })
 */
export function shareOutDecisions(options: ShareOptions): Promise<ShareOut> {
  return call((calls) => calls.shareOperation(options))
}

/**
 * Makes one sheet of the workbooks that came back, as `rwa-batch decide --answers` does: `runSheet('decide', { input: file
 * … })` or `sealDecisions` goes on with it. `problems`: what is not taken.
 * @throws BatchError `input` where no workbook that was shared out came back.
 */
export function collectAnswers(options: AnswersOptions): Promise<Collected> {
  return call((calls) => calls.collectOperation(options))
}

/** What was shared out, the latest first, and who has answered. @throws BatchError when the ledger cannot be read. */
export function sharedOut(options: Pick<WaitingOptions, 'ledger'> = {}): Promise<ShareOut[]> {
  return call((calls) => calls.listSharedOut(options))
}

/**
 * Writes figures and pictures over a whole ledger, as `rwa-batch report` does: days and trips by country, person and
 * quarter, scores, decisions, and rows that need a person. It reads the ledger, even during a run, and sends
 * nothing. With `people`, the log of the ledger gets a line about it; a warning of the process says when it cannot. `figures.excluded` gives the reason for each trip that does not count.
 * @throws BatchError `usage` for a period, company or output that cannot be used, `ledger` when there is no ledger.
 * @example
 * const { file, figures } = await createReport({ output: 'output/2026.xlsx', from: '2026', people: true })
 */
export function createReport(options: ReportOptions = {}): Promise<CreatedReport> {
  return call((calls) => calls.reportOperation(options))
}
