import type { Face } from '../messages/face.ts'
import { operations } from '../operations/all.ts'
import { BatchError, messageOf } from '../support/errors.ts'
import type { PageError } from './protocol.ts'

/** Options, commands and environment variables: the page has buttons instead. */
const commandLineOnly = /‹\w+›|\bsame command\b|\brwa-batch\b(?!\.json)|\bRWA_[A-Z_]+/

const titles: ReadonlyMap<string, string> = new Map(
  operations.flatMap(({ sheet }) => sheet.fields).map(({ name, about }) => [name, about.title]),
)

/** The field's title; other names stay. Pure. */
export function toFieldTitle(name: string): string {
  return titles.get(name) ?? name
}

/**
 * Rewrites a message of the lower layers for the page: titles replace field names; sentences and remarks about
 * commands are removed. Pure.
 */
export function toUserMessage(text: string): string {
  const kept = text
    .replaceAll(/\s*\([^()]*\)/g, (remark) => (commandLineOnly.test(remark) ? '' : remark))
    .split(/(?<=[.;!?])\s+/)
    .filter((part) => !commandLineOnly.test(part))
    .join(' ')
    // Other field names are ordinary words.
    .replaceAll(/“[^”]*”|\w*[A-Z_]\w*/g, toFieldTitle)
    .trim()
  return kept.replace(/;$/, '.')
}

/**
 * An error in the page's words; `label` replaces the path of the file, which only this program knows. The message of an
 * unexpected error is left out: it may hold anything.
 */
export function toPageError(error: unknown, file?: { path: string; label: string }): PageError {
  if (!(error instanceof BatchError) || error.code === 'defect') {
    return { message: 'Something went wrong in this program. Nothing more was sent.', hint: describeDefect(error) }
  }
  const name = (text: string): string => (file === undefined ? text : text.replaceAll(file.path, file.label))
  const message = name(toUserMessage(error.message)) || 'That is not possible with these settings.'
  return { message, hint: name(toUserMessage(error.hint ?? '')) }
}

function describeDefect(error: unknown): string {
  return error instanceof BatchError ? messageOf(error) : ''
}

/** The stack without its message, which may hold anything. */
export function describeStack(error: unknown): string {
  if (!(error instanceof Error)) return 'a value that is not an error was thrown'
  return [error.name, ...(error.stack?.split('\n').filter((line) => /^ +at /.test(line)) ?? [])].join('\n')
}

/** The page has buttons instead of options. */
export const pageFace: Face = { kind: 'page', option: (name) => name, field: toFieldTitle }
