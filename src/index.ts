// `runSheet`, `releaseRun` and `refreshScores` are one call for one run, `createReport` for one report, with the defaults of the
// command line. All else changes without notice: stages, ledger, transport, readers and writers, and the texts of the
// command line.

export type { WaitingEntry } from './app/four-eyes/waiting-runs.ts'
export type { FixEntries } from './app/parse-request.ts'
export type { FoundProfile, Profile } from './app/profile/profile.ts'
export { readProfile, writeProfile } from './app/profile/profile-file.ts'
export { findProfile, readingOf } from './app/profile/use-profile.ts'
export type { CreatedReport, ReportOptions } from './app/report/report-ledger.ts'
export type { RowReport } from './app/row-report.ts'
export {
  collectAnswers,
  createReport,
  dropRun,
  refreshScores,
  releaseRun,
  runSheet,
  sealDecisions,
  sharedOut,
  shareOutDecisions,
  undoRun,
  waitingRuns,
} from './app/run-sheet.ts'
export type { Collected } from './app/share-out/collect-answers.ts'
export type { SharedPart, ShareOut } from './app/share-out/share-index.ts'
export type {
  AnswersOptions,
  CallOptions,
  Confirm,
  DropOptions,
  RefreshScoresOptions,
  ReleaseOptions,
  SealedRun,
  SealOptions,
  ShareOptions,
  SheetOptions,
  SheetRun,
  UndoOptions,
  UndoResult,
  WaitingOptions,
} from './app/sheet-run.ts'
export type { AssessmentResult } from './contract/assessment.ts'
export type { Problem, RowOutcome } from './contract/outcome.ts'
export type { HaltReason } from './messages/halts.ts'
export type { OperationName, OperationResults } from './operations/all.ts'
export type { Figures } from './pipeline/figures/figures.ts'
export type { Plan, Progress } from './pipeline/model/events.ts'
export type { RunReport } from './pipeline/model/options.ts'
export type { Sandbox, SandboxOptions } from './sandbox/server.ts'
export { startSandbox } from './sandbox/start-sandbox.ts'
export type { OperationProfile, ReadOptions, SendingOptions } from './settings/option-types.ts'
export { BatchError, type ErrorCode, type Remedy } from './support/errors.ts'
export type { Logger } from './support/logger.ts'
