import { CommanderError } from 'commander'
import { exitCodeOfError } from '../app/exit-code.ts'
import { explainFailure } from '../app/explain-failure.ts'
import { wordError } from '../messages/catalogue.ts'
import type { Worded } from '../messages/message.ts'
import type { ExitCode } from '../settings/exit-codes.ts'
import { BatchError, messageOf } from '../support/errors.ts'
import { describeConversion } from './describe-conversion.ts'
import type { Host } from './host.ts'
import { printJson, printToStderr } from './output/print.ts'
import { terminalFace } from './output/terminal-face.ts'

/** With `--json`, the error is also the last line of standard output, for a command that fails before its result. */
export function concludeFailure(host: Host, error: unknown): ExitCode {
  const shown = explainFailure(error)
  const { text, hint: usual } = describeFailedCommand(shown)
  const hint = [usual, describeConversion(host, shown) ?? ''].join('\n').trim()
  if (!(shown instanceof CommanderError)) report(host, shown, { text, hint })
  const exitCode = shown instanceof CommanderError ? 2 : exitCodeOfError(shown)
  if (asksForJson(host.argv)) printJson(host, { exitCode, error: text, hint: hint || null })
  return exitCode
}

function report(host: Host, error: unknown, { text, hint }: Worded): void {
  if (error instanceof BatchError && error.code !== 'defect') {
    printToStderr(host, [`error: ${text}`, ...(hint === '' ? [] : hint.split('\n'))])
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

export function describeFailedCommand(error: unknown): Worded {
  if (error instanceof CommanderError)
    return { text: error.message.replace(/^error: /, ''), hint: 'Add --help for all options.' }
  return error instanceof BatchError ? wordError(error, terminalFace) : { text: messageOf(error), hint: '' }
}

/** Also works on a command line that cannot be parsed. */
function asksForJson(argv: readonly string[]): boolean {
  const end = argv.indexOf('--')
  return (end < 0 ? argv : argv.slice(0, end)).includes('--json')
}
