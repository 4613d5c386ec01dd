import { openStates, plannedStates, undoneStates } from '../contract/states.ts'
import type { HaltReason } from '../messages/halts.ts'
import type { RunReport } from '../pipeline/model/options.ts'
import type { ExitCode } from '../settings/exit-codes.ts'
import { BatchError, type ErrorCode } from '../support/errors.ts'

export const interrupted: ExitCode = 130

const codeOfHalt: Readonly<Record<HaltReason['kind'], ExitCode>> = {
  interrupted,
  authorisation: 2,
  redirect: 2,
  address: 2,
  unreachable: 75,
  'held-off': 4,
  unknowns: 4,
  'mixed-up': 4,
  errors: 4,
  rejections: 4,
  broken: 1,
}

/** For a worker, by the end of each company: an interrupt is a normal end. */
export function exitCodeOfWorker(reasons: Iterable<HaltReason>): ExitCode {
  return worstExitCode([...reasons].map(({ kind }) => (kind === 'interrupted' ? 0 : codeOfHalt[kind])))
}

/** Broken surroundings come first: they are in the way of all else. */
export function worstExitCode(codes: readonly ExitCode[]): ExitCode {
  return ([1, 2, 4, 75] as const).find((code) => codes.includes(code)) ?? 0
}

/** `waits` is false for `--no-wait`: then a created row counts as done. */
export function exitCodeOf(report: Pick<RunReport, 'halt' | 'balance'>, waits: boolean): ExitCode {
  const states = new Set(report.balance.filter(({ count }) => count > 0).map(({ state }) => state))
  // Waiting does not resolve an unknown row: a person must look it up.
  if (report.halt?.kind === 'unreachable' && states.has('unknown')) return 4
  if (report.halt !== undefined) return codeOfHalt[report.halt.kind]
  if (!waits) states.delete('accepted')
  if ([...states].some((state) => openStates.has(state))) return 4
  return [...states].some((state) => undoneStates.has(state)) ? 3 : 0
}

/** Of a run that only asked again for scores: earlier ones that could not be polled again count as open. */
export function exitCodeOfRefresh(report: Pick<RunReport, 'halt' | 'balance'>): ExitCode {
  const isOpen = report.halt === undefined && report.balance.some(({ wasDone }) => wasDone)
  return isOpen ? 4 : exitCodeOf(report, true)
}

/** Of a check or a plan: what would be sent, or polled, is sound. */
export function exitCodeOfPlan({ balance }: Pick<RunReport, 'balance'>): ExitCode {
  return exitCodeOf({ halt: undefined, balance: balance.filter(({ state }) => !plannedStates.has(state)) }, true)
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
