import { BatchError } from '../../support/errors.ts'
import { fetchAgain, inputError } from '../input-error.ts'
import { XmlError } from './xml-error.ts'

/** Turns an `XmlError` into a message for the user; other errors stay as they are. */
export function toInputError(file: string, part: string, error: unknown): unknown {
  if (error instanceof BatchError || !(error instanceof XmlError)) return error
  if (error.kind === 'dtd') {
    const what = `contains a document type declaration in its part ${part}, which no spreadsheet program writes; it is refused for safety`
    return inputError(file, what, 'Find out where the file comes from; if it can be trusted, save it again as .xlsx.')
  }
  if (error.kind === 'too-large') {
    const hint = 'If it is an honest workbook, copy the rows into a new one, or save the sheet as CSV.'
    return inputError(file, `is larger than the limits allow: ${error.message} in its part ${part}`, hint)
  }
  return inputError(file, `is damaged: its part ${part} is not sound (${error.message})`, fetchAgain)
}
