import { openStates, undoneStates } from '../contract/states.ts'
import type { HaltReason } from '../pipeline/terms/events.ts'
import type { RunReport } from '../pipeline/terms/options.ts'
import { BatchError, type ErrorCode } from '../support/errors.ts'

/** DESIGN: 0 done · 1 defect or broken surroundings · 2 usage, input, configuration, authorisation · 3 some rows refused · 4 some rows open · 130 interrupted. */
export type ExitCode = 0 | 1 | 2 | 3 | 4 | 130

export const interrupted: ExitCode = 130

const codeOfHalt: Readonly<Record<HaltReason['kind'], ExitCode>> = {
  interrupted,
  authorisation: 2,
  redirect: 2,
  address: 2,
  unreachable: 4,
  'held-off': 4,
  unknowns: 4,
  'mixed-up': 4,
  errors: 4,
  rejections: 4,
  broken: 1,
}

/** Of a worker, by why each company is served no more: to be asked to stop is how it ends well. */
export function exitCodeOfWorker(reasons: Iterable<HaltReason>): ExitCode {
  const codes = [...reasons].map(({ kind }) => (kind === 'interrupted' ? 0 : codeOfHalt[kind]))
  const worst: readonly ExitCode[] = [1, 2, 4]
  return worst.find((code) => codes.includes(code)) ?? 0
}

/** `waits` is false for `--no-wait`, where a created row is all that was asked for. */
export function exitCodeOf(report: Pick<RunReport, 'halt' | 'balance'>, waits: boolean): ExitCode {
  if (report.halt !== undefined) return codeOfHalt[report.halt.kind]
  const states = new Set(report.balance.filter(({ count }) => count > 0).map(({ state }) => state))
  if (!waits) states.delete('accepted')
  if ([...states].some((state) => openStates.has(state))) return 4
  return [...states].some((state) => undoneStates.has(state)) ? 3 : 0
}

const codeOfError: Readonly<Record<ErrorCode, ExitCode>> = {
  usage: 2,
  input: 2,
  configuration: 2,
  authorisation: 2,
  contract: 2,
  ledger: 1,
  surroundings: 1,
  interrupted: 130,
  defect: 1,
}

export function exitCodeOfError(error: unknown): ExitCode {
  return error instanceof BatchError ? codeOfError[error.code] : 1
}
