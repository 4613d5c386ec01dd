import { BatchError } from '../support/errors.ts'

/** The error of a file that cannot be used: `what` continues the file's name ("is a PDF document"), `hint` says what to do. */
export function refuse(file: string, what: string, hint: string, cause?: unknown): BatchError {
  return new BatchError('input', `${file} ${what}.`, { hint, ...(cause === undefined ? {} : { cause }) })
}

export const saveAsXlsx = 'Open it in a spreadsheet program, save it as .xlsx and use that file.'

export const fetchAgain =
  'Copy or download the file again, or open it in a spreadsheet program and save it anew as .xlsx.'
