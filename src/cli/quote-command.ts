/** The command line as it can be typed again. */
export function quoteCommand(argv: readonly string[]): string {
  return ['npx rwa-batch', ...argv.map(quoteArgument)].join(' ')
}

/** One argument as it can be typed. */
export function quoteArgument(argument: string): string {
  return /^[\w./:=@%+,-]+$/.test(argument) ? argument : `'${argument.replaceAll("'", `'\\''`)}'`
}
