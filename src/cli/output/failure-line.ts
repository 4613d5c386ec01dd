import { CommanderError } from 'commander'
import { BatchError, messageOf } from '../../support/errors.ts'
import { formatOptionNames } from './format-option-names.ts'

/** The last line of standard output when `--json` is given and a command fails before it has a result. Pure. */
export function summariseFailure(error: unknown, exitCode: number): object {
  if (error instanceof CommanderError) {
    const message = error.message.replace(/^error: /, '')
    return { exitCode, error: message, hint: 'Add --help for all options.' }
  }
  const hint = error instanceof BatchError && error.hint !== undefined ? formatOptionNames(error.hint) : null
  return { exitCode, error: formatOptionNames(messageOf(error)), hint }
}

/** Also works on a command line that cannot be parsed. */
export function asksForJson(argv: readonly string[]): boolean {
  const end = argv.indexOf('--')
  return (end < 0 ? argv : argv.slice(0, end)).includes('--json')
}
