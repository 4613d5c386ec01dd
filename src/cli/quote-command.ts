import type { CommandLineRun } from '../web/page-settings.ts'
import type { Host } from './host.ts'

/** Options that keep the next command from finishing the run. */
const droppedOptions: ReadonlySet<string> = new Set(['--no-wait', '--dry-run', '--detach'])

/** Options of the page alone. */
const pageOnly: ReadonlySet<string> = new Set(['--port', '--no-open', '--json'])

/** Quotes the command line for the shell of a platform. Pure. */
export function quoteCommand(argv: readonly string[], platform: NodeJS.Platform): string {
  return ['npx rwa-batch', ...argv.map((argument) => quoteArgument(argument, platform))].join(' ')
}

/** The given arguments without `--no-wait`, `--dry-run`, `--detach` and `--limit`. */
export function toResumeArguments(argv: readonly string[]): string[] {
  return argv.filter(
    (argument, index) =>
      !droppedOptions.has(argument) &&
      argument !== '--limit' &&
      !argument.startsWith('--limit=') &&
      argv[index - 1] !== '--limit',
  )
}

export function resumeCommand({ argv, platform }: Pick<Host, 'argv' | 'platform'>): string {
  return quoteCommand(toResumeArguments(argv), platform)
}

export function withoutShortcut(argv: readonly string[]): string[] {
  return argv.filter((argument) => argument !== '--shortcut')
}

/**
 * The run command that does the same as the page. `argv` started the page; `input` is the sheet of that command line,
 * if any.
 */
export function toRunCommand(
  argv: readonly string[],
  input: string | undefined,
  { operation, file, sheets }: CommandLineRun,
  platform: NodeJS.Platform,
): string {
  const own = argv.slice(argv.indexOf('web') + 1)
  if (input !== undefined) own.splice(own.indexOf(input), 1)
  const shared = own.filter(
    (argument, index) => !pageOnly.has(argument) && !argument.startsWith('--port=') && own[index - 1] !== '--port',
  )
  const named = sheets === 'all' ? ['all'] : (sheets ?? [])
  return quoteCommand([operation, file, ...named.flatMap((name) => ['--sheet', name]), ...shared], platform)
}

/** cmd.exe knows double quotes only, and PowerShell takes them too. */
export function quoteArgument(argument: string, platform: NodeJS.Platform): string {
  if (platform === 'win32') return /^[\w./:\\=+-]+$/.test(argument) ? argument : `"${argument.replaceAll('"', '\\"')}"`
  return /^[\w./:=@%+,-]+$/.test(argument) ? argument : `'${argument.replaceAll("'", `'\\''`)}'`
}
