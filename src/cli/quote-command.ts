/** What would keep the next command from doing the rest. */
const hindrances: ReadonlySet<string> = new Set(['--no-wait', '--dry-run'])

/** The command line as it can be typed again, in the shell of a system. Pure. */
export function quoteCommand(argv: readonly string[], platform: NodeJS.Platform = process.platform): string {
  return ['npx rwa-batch', ...argv.map((argument) => quoteArgument(argument, platform))].join(' ')
}

/** The arguments that carry a run on: those that were given, without `--no-wait`, `--dry-run` and `--limit`. */
export function toNextArguments(argv: readonly string[]): string[] {
  return argv.filter(
    (argument, index) =>
      !hindrances.has(argument) &&
      argument !== '--limit' &&
      !argument.startsWith('--limit=') &&
      argv[index - 1] !== '--limit',
  )
}

/** One argument as it can be typed: cmd.exe knows double quotes only, and PowerShell takes them too. */
export function quoteArgument(argument: string, platform: NodeJS.Platform = process.platform): string {
  if (platform === 'win32') return /^[\w./:\\=+-]+$/.test(argument) ? argument : `"${argument.replaceAll('"', '\\"')}"`
  return /^[\w./:=@%+,-]+$/.test(argument) ? argument : `'${argument.replaceAll("'", `'\\''`)}'`
}
