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

export type RequestBody = Readonly<Record<string, unknown>>

/** Undefined for text that is not a JSON object. */
export function parseBody(text: string): RequestBody | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

function isObject(value: unknown): value is RequestBody {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Empty when the field is missing, blank or not text. */
export function fieldText(body: RequestBody, field: string): string {
  const value = body[field]
  return typeof value === 'string' && value.trim() !== '' ? value : ''
}

/** True for a field that is absent, null or blank. */
export function isMissing(body: RequestBody, field: string): boolean {
  const value = body[field]
  return value === undefined || value === null || (typeof value === 'string' && value.trim() === '')
}
