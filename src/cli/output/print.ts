import { escapeCodes, showOnOneLine } from '../../messages/show-codes.ts'
import type { Host } from '../host.ts'
import type { CommandSession } from '../setting-options.ts'

/** Makes one safe line of any text from a sheet, a service or a file name. */
export function toPlainLine(text: string): string {
  return showOnOneLine(text)
}

/** Writes data to standard output. */
export function printLines({ stdout }: Pick<Host, 'stdout'>, lines: readonly string[]): void {
  stdout.write(joinLines(lines))
}

/** Writes data for programs to standard output; the last line when no other follows. */
export function printJson({ stdout }: Pick<Host, 'stdout'>, value: object): void {
  stdout.write(`${escapeCodes(JSON.stringify(value))}\n`)
}

/** The result of a command: as JSON where that is asked for, else as lines. */
export function printResult(
  { host, args }: Pick<CommandSession, 'host' | 'args'>,
  result: object,
  lines: readonly string[],
): void {
  if (args.json) printJson(host, result)
  else printLines(host, lines)
}

/** For messages that must not go to the log file, or come before it is open. */
export function printToStderr({ stderr }: Pick<Host, 'stderr'>, lines: readonly string[]): void {
  stderr.write(joinLines(lines))
}

export function printJsonToStderr({ stderr }: Pick<Host, 'stderr'>, json: string): void {
  stderr.write(`${escapeCodes(json)}\n`)
}

export function printHelp({ stdout }: Pick<Host, 'stdout'>, text: string): void {
  stdout.write(text)
}

function joinLines(lines: readonly string[]): string {
  return lines.map((line) => `${toPlainLine(line)}\n`).join('')
}

/** Lines of which some do not apply. */
export function listLines(...lines: readonly (string | false | readonly string[])[]): string[] {
  return lines.flatMap((line) => line || [])
}

/** e.g. `2,000` */
export function groupDigits(count: number): string {
  return count.toLocaleString('en')
}

/** e.g. `1 row`, `2,000 rows` */
export function countOf(count: number, one: string, many = `${one}s`): string {
  return `${groupDigits(count)} ${count === 1 ? one : many}`
}
