import { statSync } from 'node:fs'
import { type Command, CommanderError } from 'commander'
import type { ExitCode } from '../settings/exit-codes.ts'
import { BatchError } from '../support/errors.ts'
import { silentLogger } from '../support/logger.ts'
import type { Host } from './host.ts'
import { printToStderr } from './output/print.ts'
import { quoteCommand } from './quote-command.ts'

/** Runs one command and never throws. */
export async function main(host: Host): Promise<ExitCode> {
  const { argv } = host
  let exitCode: ExitCode = 0
  let called: Command | undefined
  try {
    const { createProgram } = await import('./program.ts')
    if (argv[0] === '__complete') return (await import('./complete.ts')).printCandidates(host, createProgram)
    const conclude = (code: ExitCode) => {
      exitCode = code
    }
    const program = createProgram(host, conclude)
    // Loaded ahead of a command: after a failure there may be no file descriptor left for it.
    program.hook('preAction', async () => void (await loadFailures()))
    called = program.commands.find((each) => each.name() === argv[0])
    const commands = program.commands.map((each) => each.name())
    refuseSheetAsCommand(host, commands)
    await program.parseAsync(correctArguments(argv), { from: 'user' })
    return exitCode
  } catch (error) {
    // commander has printed it already: help and version end with 0, a wrong command line with 2.
    if (error instanceof CommanderError && error.exitCode === 0) return 0
    const failed = (await loadFailures()).concludeFailure(host, error)
    await tellOfFailure(host, called, error, failed)
    return failed
  }
}

/** Also of a run that could not begin. A plan and the page have their person there. */
async function tellOfFailure(
  host: Host,
  command: Command | undefined,
  error: unknown,
  exitCode: ExitCode,
): Promise<void> {
  const { notify, dryRun } = command?.opts() ?? {}
  if (typeof notify !== 'string' || dryRun === true || command?.name() === 'web') return
  const { createTeller, tellFailure } = await import('../app/notify.ts')
  const warn = (text: string): void => printToStderr(host, [text])
  try {
    const tell = createTeller({ notify, surroundings: host }, { ...silentLogger, warn })
    if (tell !== undefined) await tellFailure(tell, error, { operation: command?.name(), exitCode })
  } catch {
    // The address itself is what cannot be used, and was said.
  }
}

/** `--help` needs no words for failures, and loading them takes longer than printing it. */
function loadFailures() {
  return import('./conclude-failure.ts')
}

/**
 * `--help assess` becomes the help of assess, and a token is never an argument: commander would answer less well. Pure.
 * @throws BatchError `usage`
 */
export function correctArguments(argv: readonly string[]): readonly string[] {
  const end = argv.indexOf('--')
  const options = end < 0 ? argv : argv.slice(0, end)
  if (options.some((argument) => argument === '--token' || argument.startsWith('--token='))) {
    throw new BatchError('usage', 'a token is never an argument: others could read it in the list of processes', {
      hint: 'Set RWA_API_TOKEN, or give --token-file <file>. Nothing was sent.',
    })
  }
  const [first = '', second, ...rest] = argv
  const asksForHelp = first === '--help' || first === '-h'
  return asksForHelp && second !== undefined && !second.startsWith('-') ? [second, first, ...rest] : argv
}

/** Dragging a sheet onto the program puts it in the place of a command. @throws BatchError `usage` */
export function refuseSheetAsCommand(
  { argv: [first = ''], platform }: Pick<Host, 'argv' | 'platform'>,
  commands: readonly string[],
): void {
  if (commands.includes(first) || first.startsWith('-')) return
  const isFile = statSync(first, { throwIfNoEntry: false })?.isFile() === true
  if (!isFile && !/\.(xlsx|xlsm|csv)$/i.test(first)) return
  throw new BatchError('usage', `${first} is a file, not a command: say what the sheet is for`, {
    hint: `For trips or hires: ${quoteCommand(['assess', first], platform)}. Nothing was sent. (add --dry-run to see the plan only; --help for all commands)`,
  })
}
