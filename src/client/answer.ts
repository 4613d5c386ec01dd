import { STATUS_CODES } from 'node:http'
import { z } from 'zod'
import { type ErrorEnvelope, errorEnvelope } from '../contract/envelope.ts'
import { readNames } from '../contract/json-names.ts'
import { attempt } from '../support/errors.ts'
import type { Exchange } from './exchange.ts'

/** Classifies the body alone, without the HTTP status. */
export type ServiceAnswer<S> =
  | { kind: 'success'; value: S }
  /** `saysMore`: has keys beside those of the envelope. */
  | { kind: 'error'; envelope: ErrorEnvelope; saysMore: boolean }
  /** Says success, but lacks a value that the interface promises. */
  | { kind: 'incomplete-success' }
  /**
   * Fits no envelope, or is not whole JSON. `isForeign`: does not even look like a damaged envelope. `contradiction`: why
   * it proves nothing, whatever its HTTP status says.
   */
  | { kind: 'none'; isForeign: boolean; contradiction?: string | undefined }

const claimedSuccess = z.object({ status: z.literal('success') })
const envelopeKeys: ReadonlySet<string> = new Set(['status', 'success', 'message', 'errors'])
const claimedEnd = z.object({ status: z.enum(['success', 'error']) })

/** `request`: the body that was sent. An answer that repeats a name of it names nothing new. */
export function readAnswer<S>(
  exchange: Pick<Exchange, 'body' | 'isWhole'>,
  success: z.ZodType<S>,
  request: unknown,
): ServiceAnswer<S> {
  const json = attempt<unknown>(() => JSON.parse(exchange.body.replace(/^\ufeff/, '')))
  const isForeign = exchange.isWhole && looksForeign(exchange.body, json)
  const { twice } = json === undefined ? {} : readNames(exchange.body)
  if (twice !== undefined) return { kind: 'none', isForeign, contradiction: `an answer that has “${twice}” twice` }
  // A part of a JSON object never parses. A success that parses was therefore received whole, however its connection
  // ended.
  const parsed = success.safeParse(json)
  if (parsed.success) return { kind: 'success', value: parsed.data }
  if (claimedSuccess.safeParse(json).success) return { kind: 'incomplete-success' }
  const contradiction = findContradiction(json, request)
  if (contradiction !== undefined) return { kind: 'none', isForeign, contradiction }
  const error = errorEnvelope.safeParse(json)
  if (exchange.isWhole && error.success) {
    const saysMore = Object.keys(Object(json)).some((key) => !envelopeKeys.has(key))
    return { kind: 'error', envelope: error.data, saysMore }
  }
  return { kind: 'none', isForeign }
}

/** The service's words; several field errors are joined in its order. */
export function firstError(envelope: ErrorEnvelope): { field: string; message: string } {
  if (!('errors' in envelope)) return { field: '', message: envelope.message }
  const [first, ...others] = envelope.errors
  const field = first?.field ?? ''
  if (others.length === 0) return { field, message: first?.message ?? '' }
  return { field, message: envelope.errors.map((error) => `${error.field}: ${error.message}`).join('; ') }
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

/** A name of our contract may be written as one word; `paid` and `valid` end in no word. */
const joinedId = /^(?:assessment|employee|manager|member|record|staff|user)ids?$/
/** They name the exchange, not what it made. */
const ofExchange: ReadonlySet<string> = new Set(['request', 'trace', 'correlation'])
const contents = ['response', 'data']

/**
 * Why an answer that is no success does not prove that nothing was done: it says success as well, or names a thing that
 * `request` did not name. Pure.
 */
export function findContradiction(json: unknown, request: unknown): string | undefined {
  if (!isObject(json)) return undefined
  const { success } = json
  if (json['status'] === 'error' && success !== undefined && success !== null && success !== false) {
    return 'an error that says success too'
  }
  const full = contents.find((name) => listLeaves(json[name]).length > 0)
  if (full !== undefined) return `a refusal with a “${full}”`
  const said = new Set(listLeaves(request).map(({ text }) => text))
  const named = listLeaves(json).find(({ id, text }) => id !== undefined && !said.has(text))
  return named && `a refusal that names something (“${named.id}”)`
}

interface Leaf {
  /** Key of an identifier that it stands under. */
  id: string | undefined
  text: string
}

/** Texts and numbers that say something. One pass without recursion: an answer may be nested more deeply than the stack. */
function listLeaves(json: unknown): Leaf[] {
  const leaves: Leaf[] = []
  const open: { at: unknown; id: string | undefined }[] = [{ at: json, id: undefined }]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { at, id } = next
    if (isObject(at)) {
      const isList = Array.isArray(at)
      for (const [key, value] of Object.entries(at)) {
        open.push({ at: value, id: id ?? (!isList && isIdName(key) ? key : undefined) })
      }
    } else if (typeof at === 'number' ? at !== 0 : typeof at === 'string' && at.trim() !== '') {
      leaves.push({ id, text: String(at) })
    }
  }
  return leaves
}

function isIdName(name: string): boolean {
  const words = name
    .replaceAll(/(\p{Lowercase}|\d)(\p{Uppercase})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{Letter}\d]+/u)
    .filter(Boolean)
  const last = words.at(-1) ?? ''
  if (last === 'id' || last === 'ids') return !ofExchange.has(words.at(-2) ?? '')
  return joinedId.test(last)
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
