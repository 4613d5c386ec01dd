import type { z } from 'zod'
import type { createSuccess, FieldError, inviteSuccess, retrieveSuccess, updateSuccess } from '../contract/envelope.ts'

export type ErrorAnswer =
  | { status: 'error'; success: false; message: string }
  | { status: 'error'; success: false; errors: FieldError[] }

/** The envelopes of interface.md, "Endpoints". */
export type AnswerBody =
  | z.input<typeof createSuccess>
  | z.input<typeof inviteSuccess>
  | z.input<typeof retrieveSuccess>
  | z.input<typeof updateSuccess>
  | ErrorAnswer

export function errorAnswer(message: string): ErrorAnswer {
  return { status: 'error', success: false, message }
}

/** The service reports only the first failed check, so there is always exactly one error. */
export function fieldErrorAnswer(error: FieldError): ErrorAnswer {
  return { status: 'error', success: false, errors: [error] }
}
