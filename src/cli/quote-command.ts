import type { CommandLineRun } from '../web/page-settings.ts'
import type { Host } from './host.ts'

/** What would keep the next command from doing the rest. */
const droppedOptions: ReadonlySet<string> = new Set(['--no-wait', '--dry-run', '--detach'])

/** What is about the page itself. */
const pageOnly: ReadonlySet<string> = new Set(['--port', '--no-open', '--json'])

/** The command line as it can be typed again, in the shell of a system. Pure. */
export function quoteCommand(argv: readonly string[], platform: NodeJS.Platform): string {
  return ['npx rwa-batch', ...argv.map((argument) => quoteArgument(argument, platform))].join(' ')
}

/** The arguments that carry a run on: those that were given, without `--no-wait`, `--dry-run`, `--detach` and `--limit`. */
export function toResumeArguments(argv: readonly string[]): string[] {
  return argv.filter(
    (argument, index) =>
      !droppedOptions.has(argument) &&
      argument !== '--limit' &&
      !argument.startsWith('--limit=') &&
      argv[index - 1] !== '--limit',
  )
}

/** The line that carries a run on. */
export function resumeCommand({ argv, platform }: Pick<Host, 'argv' | 'platform'>): string {
  return quoteCommand(toResumeArguments(argv), platform)
}

/** The arguments that start the page again, without the wish for an icon. */
export function withoutShortcut(argv: readonly string[]): string[] {
  return argv.filter((argument) => argument !== '--shortcut')
}

/** The command that does a run as the page does it. `argv` started the page, with `input` to begin with, if any. */
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

/** One argument as it can be typed: cmd.exe knows double quotes only, and PowerShell takes them too. */
export function quoteArgument(argument: string, platform: NodeJS.Platform): string {
  if (platform === 'win32') return /^[\w./:\\=+-]+$/.test(argument) ? argument : `"${argument.replaceAll('"', '\\"')}"`
  return /^[\w./:=@%+,-]+$/.test(argument) ? argument : `'${argument.replaceAll("'", `'\\''`)}'`
}
