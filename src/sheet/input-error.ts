import { find } from '../messages/catalogue.ts'
import { BatchError } from '../support/errors.ts'
import { shorten } from './values/display.ts'

const longestSentence = 300

/** `what` continues the file's name ("is a PDF document"); `hint` says what to do. */
export function inputError(file: string, what: string, hint: string, cause?: unknown): BatchError {
  const facts = { hint: toSentence(hint), ...(cause === undefined ? {} : { cause }) }
  return new BatchError('input', `${file} ${toSentence(`${what}.`)}`, facts)
}

/** Names of parts and sheets may contain line breaks or be very long. */
export function toSentence(text: string): string {
  return shorten(text.replace(/[\x00-\x1f\x7f-\x9f]/g, ' '), longestSentence)
}

/** What a file is, as a clause that follows its name, or the name of an `unreadFormat`; and what to do. */
export type FileRefusal = readonly [what: string, hint: string]

/** In place of a hint: a spreadsheet program makes an .xlsx of it. */
export const unreadFormat = 'format-unread'

export function refuseFile(file: string, [what, hint]: FileRefusal): BatchError {
  if (hint !== unreadFormat) return inputError(file, what, hint)
  return new BatchError('input', find(unreadFormat, { file, format: what }))
}

export const saveAsXlsx = 'Open it in a spreadsheet program, save it as .xlsx and use that file.'

export const fetchAgain =
  'Copy or download the file again, or open it in a spreadsheet program and save it again as .xlsx.'
