import { CommanderError } from 'commander'
import { wordError } from '../../messages/catalogue.ts'
import type { Worded } from '../../messages/message.ts'
import { BatchError, messageOf } from '../../support/errors.ts'
import { terminalFace } from './terminal-face.ts'

/** The last line of standard output when `--json` is given and a command fails before it has a result. Pure. */
export function summariseFailure(error: unknown, exitCode: number): object {
  if (error instanceof CommanderError) {
    const message = error.message.replace(/^error: /, '')
    return { exitCode, error: message, hint: 'Add --help for all options.' }
  }
  const { text, hint } = describeFailedCommand(error)
  return { exitCode, error: text, hint: hint === '' ? null : hint }
}

export function describeFailedCommand(error: unknown): Worded {
  return error instanceof BatchError ? wordError(error, terminalFace) : { text: messageOf(error), hint: '' }
}

/** Also works on a command line that cannot be parsed. */
export function asksForJson(argv: readonly string[]): boolean {
  const end = argv.indexOf('--')
  return (end < 0 ? argv : argv.slice(0, end)).includes('--json')
}
