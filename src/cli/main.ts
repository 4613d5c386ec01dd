#!/usr/bin/env node
import { CommanderError } from 'commander'
import { explainFailure } from '../app/explain-failure.ts'
import { BatchError } from '../support/errors.ts'
import { type ExitCode, exitCodeOfError } from './exit-code.ts'
import { asksForJson, summariseFailure } from './output/failure-line.ts'
import { wordOptions } from './output/option-words.ts'
import { printAside, printJson } from './output/print.ts'
import { mendArguments, refuseSheetAsCommand } from './plain-mistakes.ts'
import { quoteCommand, toNextArguments } from './quote-command.ts'

/** The only place that ends the process with a code. */
async function main(argv: readonly string[]): Promise<ExitCode> {
  let exitCode: ExitCode = 0
  try {
    const { createProgram } = await import('./program.ts')
    const conclude = (code: ExitCode) => {
      exitCode = code
    }
    const program = createProgram(quoteCommand(toNextArguments(argv)), conclude, argv)
    for (const command of [program, ...program.commands]) command.exitOverride()
    refuseSheetAsCommand(
      argv,
      program.commands.map((each) => each.name()),
    )
    await program.parseAsync(mendArguments(argv), { from: 'user' })
    return exitCode
  } catch (error) {
    // commander has said it already: help and version end with 0, a wrong command line with 2.
    if (error instanceof CommanderError && error.exitCode === 0) return 0
    const shown = explainFailure(error)
    if (!(shown instanceof CommanderError)) report(shown)
    const code = shown instanceof CommanderError ? 2 : exitCodeOfError(shown)
    if (asksForJson(argv)) printJson(summariseFailure(shown, code))
    return code
  }
}

function report(error: unknown): void {
  if (error instanceof BatchError && error.code !== 'defect') {
    printAside([`error: ${error.message}`, ...(error.hint === undefined ? [] : [error.hint])].map(wordOptions))
    return
  }
  const trace = error instanceof Error ? `${error.stack ?? error.message}${framesOf(error.cause)}` : String(error)
  printAside([
    'This is a defect of rwa-batch; please report it. The ledger is right; the same command carries on.',
    ...trace.split('\n'),
  ])
}

/** Where a cause came from; its message may hold anything. */
function framesOf(cause: unknown): string {
  if (!(cause instanceof Error)) return ''
  const frames = cause.stack?.split('\n').filter((line) => /^ +at /.test(line)) ?? []
  return ['', `because of a ${cause.name}`, ...frames].join('\n')
}

// A reader that went away (`| head`) must not stop a run.
process.stdout.on('error', () => {})
process.stderr.on('error', () => {})
// Not awaited up here: what the commands share with this file could not be loaded before it has ended.
void main(process.argv.slice(2)).then((exitCode) => {
  process.exitCode = exitCode
})
