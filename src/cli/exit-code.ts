import { openStates, plannedStates, undoneStates } from '../contract/states.ts'
import type { HaltReason } from '../messages/halts.ts'
import type { RunReport } from '../pipeline/model/options.ts'
import { BatchError, type ErrorCode } from '../support/errors.ts'

/** Texts for the help: every help ends with this table. */
export const exitCodeMeanings = {
  0: 'every row is done',
  1: 'the surroundings broke (disk full, ledger in use), or a defect of ours',
  2: 'wrong usage, input or configuration, or the token was refused; nothing more was sent',
  3: 'finished; some rows are invalid, duplicate, changed, rejected or failed',
  4: 'ended with rows unknown, pending or not sent',
  75: 'the service could not be reached for longer than --wait-for-service: the same command later goes on',
  130: 'interrupted: the same command goes on',
} as const

export type ExitCode = keyof typeof exitCodeMeanings

/** A worker has no rows of its own. */
export const workerExitCodeMeanings: Readonly<Partial<Record<ExitCode, string>>> = {
  0: 'interrupted: what was on its way is finished, the rest is handed back',
  1: exitCodeMeanings[1],
  2: 'wrong usage or configuration, or the token or the address was refused',
  4: 'nothing more is sent for a company until a worker is started again, e.g. after too many unknown rows',
  75: 'the service could not be reached for longer than --wait-for-service',
  130: 'interrupted twice: ended at once',
}

export const undoExitCodeMeanings: Readonly<Partial<Record<ExitCode, string>>> = {
  ...exitCodeMeanings,
  0: 'what was to be taken back is, or waits for a second person; the rest is named',
  2: `${exitCodeMeanings[2]}; also for a run of invitations`,
  4: 'ended with something unknown, which is named, or not sent',
}

export const interrupted: ExitCode = 130

export function describeExitCodes(meanings: Readonly<Record<string, string>> = exitCodeMeanings): string {
  return ['Exit codes:', ...Object.entries(meanings).map(([code, text]) => `  ${code.padEnd(3)}  ${text}`)].join('\n')
}

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
