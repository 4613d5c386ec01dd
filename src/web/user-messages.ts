import { operations } from '../operations/all.ts'
import { BatchError, messageOf } from '../support/errors.ts'
import type { PageError } from './protocol.ts'

/** What names a setting, or what somebody would type: the page has buttons for it. */
const commandLineOnly = /‹\w+›|\bsame command\b|\brwa-batch\b(?!\.json)|\bRWA_[A-Z_]+/

const titles: ReadonlyMap<string, string> = new Map(
  operations.flatMap(({ sheet }) => sheet.fields).map(({ name, about }) => [name, about.title]),
)

/** What people call a field; anything else stays. Pure. */
export function toFieldTitle(name: string): string {
  return titles.get(name) ?? name
}

/** A text from below as the page says it: fields have their titles there, and sentences and remarks for those who type commands are left out. Pure. */
export function toUserMessage(text: string): string {
  const kept = text
    .replaceAll(/\s*\([^()]*\)/g, (remark) => (commandLineOnly.test(remark) ? '' : remark))
    .split(/(?<=[.;!?])\s+/)
    .filter((part) => !commandLineOnly.test(part))
    .join(' ')
    // Other names of fields are words that people use.
    .replaceAll(/“[^”]*”|\w*[A-Z_]\w*/g, toFieldTitle)
    .trim()
  return kept.replace(/;$/, '.')
}

/**
 * An error as the page says it; `label` stands for the path of the file, which only this program knows. What nobody
 * thought of is said without its words: they may hold anything.
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

/** Where something went wrong, without its words. */
export function describeStack(error: unknown): string {
  if (!(error instanceof Error)) return 'something that is no error was thrown'
  return [error.name, ...(error.stack?.split('\n').filter((line) => /^ +at /.test(line)) ?? [])].join('\n')
}
