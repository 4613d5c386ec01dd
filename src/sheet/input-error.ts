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

export const saveAsXlsx = 'Open it in a spreadsheet program, save it as .xlsx and use that file.'

export const fetchAgain =
  'Copy or download the file again, or open it in a spreadsheet program and save it again as .xlsx.'
