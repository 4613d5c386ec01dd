import { STATUS_CODES } from 'node:http'
import { z } from 'zod'
import { type ErrorEnvelope, errorEnvelope } from '../contract/envelope.ts'
import type { Exchange } from './exchange.ts'

/** Classifies the body alone, without the HTTP status. */
export type ServiceAnswer<S> =
  | { kind: 'success'; value: S }
  | { kind: 'error'; envelope: ErrorEnvelope }
  /** Says success, but lacks a value that the interface promises. */
  | { kind: 'incomplete-success' }
  /** Fits no envelope, or is not whole JSON. `isForeign`: does not even look like a damaged envelope. */
  | { kind: 'none'; isForeign: boolean }

const claimedSuccess = z.object({ status: z.literal('success') })
const claimedEnd = z.object({ status: z.enum(['success', 'error']) })
const namedRecord = z.object({
  response: z.union([z.object({ assessment_id: z.string().min(1) }), z.object({ user_id: z.string().min(1) })]),
})

export function readAnswer<S>(exchange: Pick<Exchange, 'body' | 'isWhole'>, success: z.ZodType<S>): ServiceAnswer<S> {
  const json = parseJson(exchange.body)
  // A part of a JSON object never parses. A success that parses was therefore received whole, however its connection
  // ended.
  const parsed = success.safeParse(json)
  if (parsed.success) return { kind: 'success', value: parsed.data }
  if (claimedSuccess.safeParse(json).success) return { kind: 'incomplete-success' }
  const error = errorEnvelope.safeParse(json)
  // An error that names a record contradicts itself: it does not prove that no record was made.
  const isProof = exchange.isWhole && error.success && !namedRecord.safeParse(json).success
  if (isProof) return { kind: 'error', envelope: error.data }
  return { kind: 'none', isForeign: exchange.isWhole && looksForeign(exchange.body, json) }
}

/** For people: the status and the first 200 characters, or the failure of the connection. */
export function describeAnswer(exchange: Exchange): string {
  const { status, failure, body, isStarted } = exchange
  const what = failure?.message ?? 'no answer came'
  if (!isStarted) return what
  if (status === undefined) return `${what}; the request had been sent`
  const start = excerpt(body)
  const answer = `${describeStatus(status)}${start === '' ? ' with an empty body' : `: ${start}`}`
  return failure === undefined ? answer : `${what} before the answer was whole; ${answer}`
}

/** E.g. `HTTP 502 (Bad Gateway)`. */
export function describeStatus(status: number): string {
  const name = STATUS_CODES[status]
  return name === undefined ? `HTTP ${status}` : `HTTP ${status} (${name})`
}

/** The longest beginning of a text that fits into `maxBytes` of UTF-8. */
export function boundText(text: string, maxBytes: number): string {
  const bytes = Buffer.from(text)
  if (bytes.length <= maxBytes) return text
  // A character cut in two ends as replacement characters.
  return bytes
    .subarray(0, maxBytes)
    .toString('utf8')
    .replace(/\ufffd{1,3}$/, '')
}

/** True for no object at all, or for a whole one that does not say how the request ended. */
function looksForeign(body: string, json: unknown): boolean {
  if (json === undefined) return !/^\s*\{/.test(body)
  return !claimedEnd.safeParse(json).success
}

function excerpt(body: string): string {
  const line = body
    .slice(0, 2000)
    .replace(/[\s\x00-\x1f\x7f]+/g, ' ')
    .trim()
  const characters = [...line]
  return characters.length <= 200 ? line : `${characters.slice(0, 200).join('')}…`
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text.startsWith('\ufeff') ? text.slice(1) : text)
  } catch {
    return undefined
  }
}
