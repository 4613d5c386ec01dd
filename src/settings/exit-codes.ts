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

export function describeExitCodes(meanings: Readonly<Record<string, string>> = exitCodeMeanings): string {
  return ['Exit codes:', ...Object.entries(meanings).map(([code, text]) => `  ${code.padEnd(3)}  ${text}`)].join('\n')
}
