import type { Host } from '../host.ts'
import { nameProgram } from '../program-name.ts'

/** Characters that control a terminal, reverse text or break a line: C0 but the tab, DEL, C1, bidi controls. */
const unprintable = /[\x00-\x08\x0a-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g

/** The subset that JSON.stringify leaves unescaped. */
const leftByJson = /[\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g

/** Makes one safe line of any text from a sheet, a service or a file name: `\u{1b}` for a control character. */
export function toPlainLine(text: string): string {
  return nameProgram(text).replace(unprintable, (character) => `\\u{${character.charCodeAt(0).toString(16)}}`)
}

/** Escapes characters in JSON that control a terminal. */
export function toPlainJson(json: string): string {
  return json.replace(leftByJson, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

/** Writes data to standard output. */
export function printLines({ stdout }: Pick<Host, 'stdout'>, lines: readonly string[]): void {
  stdout.write(joinLines(lines))
}

/** Writes data for programs to standard output; the last line when no other follows. */
export function printJson({ stdout }: Pick<Host, 'stdout'>, value: object): void {
  stdout.write(`${toPlainJson(JSON.stringify(value))}\n`)
}

/** For messages that must not go to the log file, or come before it is open. */
export function printToStderr({ stderr }: Pick<Host, 'stderr'>, lines: readonly string[]): void {
  stderr.write(joinLines(lines))
}

export function printJsonToStderr({ stderr }: Pick<Host, 'stderr'>, json: string): void {
  stderr.write(`${toPlainJson(json)}\n`)
}

export function printHelp({ stdout }: Pick<Host, 'stdout'>, text: string): void {
  stdout.write(nameProgram(text))
}

function joinLines(lines: readonly string[]): string {
  return lines.map((line) => `${toPlainLine(line)}\n`).join('')
}
