import type { Host } from '../host.ts'

/** What acts on a terminal, turns the order of letters around, or makes a line: C0 but the tab, DEL, C1, bidi controls. */
const unprintable = /[\x00-\x08\x0a-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g

/** Of those, what JSON.stringify leaves as it is. */
const leftByJson = /[\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g

/** One line for people, whatever a sheet, a service or a file name put into it: `\u{1b}` for what must not be printed. */
export function toPlainLine(text: string): string {
  return text.replace(unprintable, (character) => `\\u{${character.charCodeAt(0).toString(16)}}`)
}

/** The same JSON, with nothing in it that acts on a terminal. */
export function toPlainJson(json: string): string {
  return json.replace(leftByJson, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

/** Data, on standard output. */
export function printLines({ stdout }: Pick<Host, 'stdout'>, lines: readonly string[]): void {
  stdout.write(joinLines(lines))
}

/** Data for programs, on standard output; the last line when nothing follows. */
export function printJson({ stdout }: Pick<Host, 'stdout'>, value: object, indent = 0): void {
  stdout.write(`${toPlainJson(JSON.stringify(value, null, indent))}\n`)
}

/** Messages that must not go to the log file, or come before there is one; on standard error. */
export function printToStderr({ stderr }: Pick<Host, 'stderr'>, lines: readonly string[]): void {
  stderr.write(joinLines(lines))
}

/** JSON on standard error. */
export function printJsonToStderr({ stderr }: Pick<Host, 'stderr'>, json: string): void {
  stderr.write(`${toPlainJson(json)}\n`)
}

/** Help, as commander has laid it out. */
export function printHelp({ stdout }: Pick<Host, 'stdout'>, text: string): void {
  stdout.write(text)
}

function joinLines(lines: readonly string[]): string {
  return lines.map((line) => `${toPlainLine(line)}\n`).join('')
}
