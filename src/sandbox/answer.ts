import type { ServerResponse } from 'node:http'
import type { z } from 'zod'
import type { createSuccess, FieldError, inviteSuccess, retrieveSuccess, updateSuccess } from '../contract/envelope.ts'
import { attempt } from '../support/errors.ts'

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

/** For what is answered before the service, on the socket. */
export function sendJson(outgoing: ServerResponse, status: number, body: string): void {
  outgoing.writeHead(status, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) })
  outgoing.end(body)
}

export function sendError(outgoing: ServerResponse, status: number, message: string): void {
  sendJson(outgoing, status, JSON.stringify(errorAnswer(message)))
}

export type RequestBody = Readonly<Record<string, unknown>>

/** Undefined for text that is not a JSON object. */
export function parseBody(text: string): RequestBody | undefined {
  const value = attempt<unknown>(() => JSON.parse(text))
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as RequestBody) : undefined
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

/**
 * The sandbox's own texts where interface.md says "not shown". No client may rely on them; the messages that the
 * interface shows are in `contract/messages.ts`.
 */
export const ownMessages = {
  purpose: 'Please use Work From Anywhere or Hire From Anywhere',
  seniority: 'Please use Low, Mid or Senior',
  roleType: 'Please use a listed role type',
  yesNo: 'Please use Yes or No',
  legalRight: 'Please use Yes, No or Unsure',
  urgency: 'Please use a listed urgency',
  pastTripsDuration: 'Past Trip Duration must be a whole number, 0 or more',
  numberHires: 'Number Hires must be a whole number, 0 or more',
  startDate: 'Start Date must be an ISO 8601 date-time',
  endDate: 'End Date must be an ISO 8601 date-time',
  dateOrder: 'End Date must be on or after Start Date',
  workingDays: 'Working Days must be a whole number, 0 or more',
  /** Follows `messages.complianceMemberUnknown`. */
  completeSetup: 'The member must complete account setup from the invitation first.',
  /** Follows `messages.statusUnsupported`. */
  legacyAlias: 'Approved is accepted as a legacy alias for Compliance Approved.',
  notJson: 'The body must be a JSON object',
  tooLarge: 'The body must be at most 1 MiB',
  wrongMethod: 'Use POST',
  unknownPath: 'No such endpoint',
  tooMany: 'Too many requests, please come back later',
  foreignHost: 'The sandbox answers as localhost and 127.0.0.1 only',
  internal: 'The sandbox could not process the request',
} as const
