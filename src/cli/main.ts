import { CommanderError } from 'commander'
import { explainFailure } from '../app/explain-failure.ts'
import { BatchError } from '../support/errors.ts'
import { correctArguments, refuseSheetAsCommand } from './correct-arguments.ts'
import { type ExitCode, exitCodeOfError } from './exit-code.ts'
import type { Host } from './host.ts'
import { asksForJson, summariseFailure } from './output/failure-line.ts'
import { formatOptionNames } from './output/format-option-names.ts'
import { printJson, printToStderr } from './output/print.ts'

/** Runs one command and never throws. */
export async function main(host: Host): Promise<ExitCode> {
  const { argv } = host
  let exitCode: ExitCode = 0
  try {
    const { createProgram } = await import('./program.ts')
    const conclude = (code: ExitCode) => {
      exitCode = code
    }
    const program = createProgram(host, conclude)
    refuseSheetAsCommand(
      host,
      program.commands.map((each) => each.name()),
    )
    await program.parseAsync(correctArguments(argv), { from: 'user' })
    return exitCode
  } catch (error) {
    // commander has printed it already: help and version end with 0, a wrong command line with 2.
    if (error instanceof CommanderError && error.exitCode === 0) return 0
    const shown = explainFailure(error)
    if (!(shown instanceof CommanderError)) report(host, shown)
    const code = shown instanceof CommanderError ? 2 : exitCodeOfError(shown)
    if (asksForJson(argv)) printJson(host, summariseFailure(shown, code))
    return code
  }
}

function report(host: Host, error: unknown): void {
  if (error instanceof BatchError && error.code !== 'defect') {
    printToStderr(
      host,
      [`error: ${error.message}`, ...(error.hint === undefined ? [] : [error.hint])].map(formatOptionNames),
    )
    return
  }
  const trace = error instanceof Error ? `${error.stack ?? error.message}${framesOf(error.cause)}` : String(error)
  printToStderr(host, [
    'This is a defect of rwa-batch; please report it. What the ledger recorded stays recorded; the same command carries on.',
    ...trace.split('\n'),
  ])
}

/** Prints stack frames only: the message of a cause may contain anything. */
function framesOf(cause: unknown): string {
  if (!(cause instanceof Error)) return ''
  const frames = cause.stack?.split('\n').filter((line) => /^ +at /.test(line)) ?? []
  return ['', `because of a ${cause.name}`, ...frames].join('\n')
}
