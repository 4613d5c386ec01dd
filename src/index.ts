export type { RowReport } from './app/row-report.ts'
export { refreshScores, runSheet } from './app/run-sheet.ts'
export type {
  CallOptions,
  ReadOptions,
  RefreshScoresOptions,
  SendingOptions,
  SheetOptions,
} from './app/sheet-options.ts'
export { parseBaseUrl } from './client/base-url.ts'
export { createServiceClient, type ServiceClient } from './client/service.ts'
export { Token } from './client/token.ts'
export { createTransport } from './client/transport.ts'
export type { AssessmentInput, AssessmentResult } from './contract/assessment.ts'
export type { Problem, RowOutcome } from './contract/outcome.ts'
export type { RowState } from './contract/states.ts'
export { ledgerAt } from './ledger/open.ts'
export type { Ledger, LedgerStore } from './ledger/port.ts'
export type { OperationName } from './operations/all.ts'
export { assess } from './operations/assess.ts'
export { decide } from './operations/decide.ts'
export { invite } from './operations/invite.ts'
export { runBatch } from './pipeline/run.ts'
export type { Plan, Progress, RunEvent, RunQuestion } from './pipeline/terms/events.ts'
export type { Operation } from './pipeline/terms/operation.ts'
export type {
  BatchOptions,
  LoadOptions,
  ResendOptions,
  RunPorts,
  RunReport,
  SendOptions,
} from './pipeline/terms/options.ts'
export { parseFaultPlan } from './sandbox/faults/plan.ts'
export { type Sandbox, type SandboxOptions, startSandbox } from './sandbox/server.ts'
export { openSheet } from './sheet/open.ts'
export { type Clock, systemClock } from './support/clock.ts'
export { BatchError, type ErrorCode } from './support/errors.ts'
export { type Logger, silentLogger } from './support/logger.ts'
export { type Random, systemRandom } from './support/random.ts'
