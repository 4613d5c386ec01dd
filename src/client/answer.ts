import { STATUS_CODES } from 'node:http'
import { z } from 'zod'
import { type ErrorEnvelope, errorEnvelope } from '../contract/envelope.ts'
import type { Exchange } from './exchange.ts'

/** The envelope that a body is; the HTTP status has no say in it. */
export type ServiceAnswer<S> =
  | { kind: 'success'; value: S }
  | { kind: 'error'; envelope: ErrorEnvelope }
  /** Says success, but lacks what the interface promises with it. */
  | { kind: 'incomplete-success' }
  /** Fits no envelope, or is not whole JSON. `isForeign`: it does not even look like a damaged envelope. */
  | { kind: 'none'; isForeign: boolean }

const claimedSuccess = z.object({ status: z.literal('success') })
const claimedEnd = z.object({ status: z.enum(['success', 'error']) })
const namedRecord = z.object({
  response: z.union([z.object({ assessment_id: z.string().min(1) }), z.object({ user_id: z.string().min(1) })]),
})

/** Reads what was received once. */
export function readAnswer<S>(exchange: Exchange, success: z.ZodType<S>): ServiceAnswer<S> {
  const json = parseJson(exchange.body)
  // Part of a JSON object never parses: a success that does was received whole, however its connection ended.
  const parsed = success.safeParse(json)
  if (parsed.success) return { kind: 'success', value: parsed.data }
  if (claimedSuccess.safeParse(json).success) return { kind: 'incomplete-success' }
  const error = errorEnvelope.safeParse(json)
  // An error that names a record contradicts itself: it does not prove that nothing was made.
  const isProof = exchange.isWhole && error.success && !namedRecord.safeParse(json).success
  if (isProof) return { kind: 'error', envelope: error.data }
  return { kind: 'none', isForeign: exchange.isWhole && looksForeign(exchange.body, json) }
}

/** What came, as a sentence for people: status and the first 200 characters, or how the connection failed. */
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

/** As much of a text as fits into so many bytes of UTF-8. */
export function boundText(text: string, maxBytes: number): string {
  const bytes = Buffer.from(text)
  if (bytes.length <= maxBytes) return text
  // A character cut in two ends as replacement characters.
  return bytes
    .subarray(0, maxBytes)
    .toString('utf8')
    .replace(/\ufffd{1,3}$/, '')
}

/** No object at all, or a whole one that does not say how the request ended. */
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
