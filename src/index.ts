// `runSheet` and `refreshScores` are one call for one run, `createReport` for one report, with the defaults of the
// command line. Their types are beside them. Their parts are exported for programs that compose a run themselves:
// `runBatch` with a ledger, a client and ports. Not exported on purpose: the stages, readers and writers of single
// cells, the SQL, the sandbox's internals and the command line's texts. They change without notice.

export { type CreatedReport, createReport, type ReportOptions } from './app/create-report.ts'
export type { FixEntries } from './app/fix-lists.ts'
export { findProfile } from './app/profile/find-profile.ts'
export type { FoundProfile, Profile } from './app/profile/profile.ts'
export { readProfile } from './app/profile/read-profile.ts'
export { readingOf } from './app/profile/use-profile.ts'
export { writeProfile } from './app/profile/write-profile.ts'
export type { RowReport } from './app/row-report.ts'
export { refreshScores, runSheet } from './app/run-sheet.ts'
export type { CallOptions, RefreshScoresOptions, SheetOptions } from './app/sheet-options.ts'
export { parseBaseUrl } from './client/base-url.ts'
export { createServiceClient, type ServiceClient } from './client/service.ts'
export { Token } from './client/token.ts'
export { createTransport, type Transport, type TransportOptions } from './client/transport.ts'
export type { AssessmentInput, AssessmentResult } from './contract/assessment.ts'
export type { Problem, RowOutcome } from './contract/outcome.ts'
export type { RowState } from './contract/states.ts'
export { ledgerAt } from './ledger/open.ts'
export type { Ledger, LedgerStore } from './ledger/port.ts'
export type { HaltReason } from './messages/halts.ts'
export type { OperationName } from './operations/all.ts'
export { assess } from './operations/assess.ts'
export { decide } from './operations/decide.ts'
export { invite } from './operations/invite.ts'
export type { Figures } from './pipeline/figures/figures.ts'
export type { Plan, Progress, RunEvent, RunQuestion, TrafficReport } from './pipeline/model/events.ts'
export type { Operation } from './pipeline/model/operation.ts'
export type {
  BatchOptions,
  LoadOptions,
  ResendOptions,
  RunPorts,
  RunReport,
  SendOptions,
} from './pipeline/model/options.ts'
export type { RunConnection } from './pipeline/model/run.ts'
export { runBatch } from './pipeline/run.ts'
export { parseFaultPlan } from './sandbox/faults/plan.ts'
export { type Sandbox, type SandboxOptions, startSandbox } from './sandbox/server.ts'
export type { OperationProfile, ReadOptions, SendingOptions } from './settings/option-types.ts'
export { openSheet } from './sheet/open.ts'
export { type Clock, systemClock } from './support/clock.ts'
export { BatchError, type ErrorCode, type Remedy } from './support/errors.ts'
export { type Logger, silentLogger } from './support/logger.ts'
export { type Random, systemRandom } from './support/random.ts'
