import type { Exchange } from '../../rooms/client.ts'
import { messages } from '../../rooms/contract.ts'
import type { Dice } from './dice.ts'
import { errorBody, type HonestAnswer, scoresBody } from './service-model.ts'

/**
 * What the answer to a create may be taken for, written down here once more, apart from the product; of a retrieve,
 * `created` stands for scores and `refused` for any other answer in contract.
 */
export type Meaning =
  | 'created'
  | 'refused'
  | 'refused-by-status'
  | 'not-sent'
  | 'not-processed'
  | 'unknown'
  | 'stop'
  | 'stop-unknown'

type Shape = Partial<
  Pick<Exchange, 'isStarted' | 'status' | 'retryAfter' | 'location' | 'body' | 'isWhole' | 'failure'>
> & {
  /** For how long the answer forbids every further request. */
  holdMs?: number
}

/** One way in which a request goes wrong. */
export interface Fault {
  name: string
  weight: number
  /** Whether the service gets to work on it. */
  reaches: 'yes' | 'no' | 'either'
  /** True when the answer is one of the service's own, though not the honest one. */
  isInContract?: boolean
  /** Ends only when the client's patience does. */
  hangs?: boolean
  means: (honest: HonestAnswer['kind'] | undefined) => Meaning
  /** What the client sees instead of a whole answer with status 200; `honest` is undefined when the service did nothing. */
  shape(honest: HonestAnswer | undefined, dice: Dice, nowMs: number): Shape
}

export const requestTimeoutMs = 45_000

const page = '<!doctype html><title>Bad gateway</title>'
const lost = (code: string): NonNullable<Exchange['failure']> => ({ code, message: 'the connection was lost' })
const always = (meaning: Meaning) => (): Meaning => meaning
const createdOr = (other: Meaning) => (honest: HonestAnswer['kind'] | undefined) =>
  honest === 'created' || honest === 'ready' ? 'created' : other
const honestly = createdOr('refused')

export const noFault: Fault = { name: 'none', weight: 0, reaches: 'yes', means: honestly, shape: () => ({}) }

function cut(text: string, dice: Dice): string {
  return text.slice(0, dice.int(0, text.length - 1))
}

function status(code: number, body = page): () => Shape {
  return () => ({ status: code, body })
}

function heldBack(code: number): Fault['shape'] {
  return (_, dice, nowMs) => {
    const seconds = dice.chance(0.04) ? 600 : dice.int(1, 20)
    if (dice.chance(0.7)) {
      return { status: code, body: page, retryAfter: String(seconds), holdMs: seconds * 1000 }
    }
    const until = Math.ceil(nowMs / 1000) * 1000 + seconds * 1000
    return { status: code, body: page, retryAfter: new Date(until).toUTCString(), holdMs: until - nowMs }
  }
}

export const connectionRefused: Fault = {
  name: 'connection refused',
  weight: 6,
  reaches: 'no',
  means: always('not-sent'),
  shape: () => ({ isStarted: false, failure: lost('ECONNREFUSED') }),
}

export const tokenRefused: Fault = {
  name: 'Invalid Auth',
  weight: 1.2,
  reaches: 'no',
  means: always('stop'),
  shape: (_, dice) => ({
    status: 200,
    body: errorBody(dice.pick([messages.invalidAuth, messages.invalidAuthorizationToken])),
  }),
}

/** What can befall any request. */
const shared: readonly Fault[] = [
  connectionRefused,
  tokenRefused,
  {
    name: 'never started',
    weight: 2,
    reaches: 'no',
    hangs: true,
    means: always('not-sent'),
    shape: () => ({ isStarted: false, failure: lost('TIMEOUT') }),
  },
  {
    name: 'reset',
    weight: 8,
    reaches: 'either',
    means: always('unknown'),
    shape: () => ({ failure: lost('ECONNRESET') }),
  },
  {
    name: 'hang',
    weight: 5,
    reaches: 'either',
    hangs: true,
    means: always('unknown'),
    shape: () => ({ failure: lost('TIMEOUT') }),
  },
  {
    name: 'cut body',
    weight: 5,
    reaches: 'yes',
    means: always('unknown'),
    shape: (honest, dice) => ({ status: 200, body: cut(honest?.body ?? page, dice), failure: lost('UND_ERR_SOCKET') }),
  },
  {
    name: 'closed after the whole body',
    weight: 3,
    reaches: 'yes',
    means: createdOr('unknown'),
    shape: (honest) => ({ status: 200, body: honest?.body ?? '', failure: lost('UND_ERR_SOCKET') }),
  },
  {
    name: 'too large',
    weight: 2,
    reaches: 'yes',
    means: always('unknown'),
    shape: () => ({ status: 200, body: `{"status":"success","x":"${'y'.repeat(500)}`, failure: lost('TOO_LARGE') }),
  },
  {
    name: 'bad JSON',
    weight: 4,
    reaches: 'either',
    means: always('unknown'),
    shape: () => ({ status: 200, body: '{"status":"success","response":{"assessment_id":"A' }),
  },
  { name: 'HTML page', weight: 4, reaches: 'either', means: always('unknown'), shape: status(200) },
  { name: 'empty body', weight: 2, reaches: 'either', means: always('unknown'), shape: status(200, '') },
  { name: '429', weight: 6, reaches: 'no', means: always('not-processed'), shape: status(429) },
  { name: '429 with a time', weight: 6, reaches: 'no', means: always('not-processed'), shape: heldBack(429) },
  { name: '503 with a time', weight: 6, reaches: 'no', means: always('not-processed'), shape: heldBack(503) },
  ...[500, 502, 503, 504, 408].map((code) => ({
    name: String(code),
    weight: 2,
    reaches: 'either' as const,
    means: always('unknown'),
    shape: status(code),
  })),
  {
    name: '500 with an error',
    weight: 2,
    reaches: 'either',
    means: always('unknown'),
    shape: status(500, errorBody('Something went wrong')),
  },
  {
    name: 'status that contradicts the answer',
    weight: 2,
    reaches: 'yes',
    means: createdOr('unknown'),
    shape: (honest, dice) => ({ status: dice.pick([500, 502]), ...(honest && { body: honest.body }) }),
  },
  ...[301, 302, 303].map((code) => ({
    name: String(code),
    weight: 0.5,
    reaches: 'either' as const,
    means: always('stop-unknown'),
    shape: () => ({ status: code, body: '', location: 'https://elsewhere.example/' }),
  })),
  ...[307, 308].map((code) => ({
    name: String(code),
    weight: 0.3,
    reaches: 'no' as const,
    means: always('stop'),
    shape: () => ({ status: code, body: '', location: 'https://elsewhere.example/' }),
  })),
  ...[401, 403].map((code) => ({
    name: String(code),
    weight: 0.4,
    reaches: 'no' as const,
    means: always('stop'),
    shape: status(code),
  })),
]

/** What a create or an update is told before it is looked at. */
const refusals: readonly Fault[] = [
  ...[421, 425].map((code) => ({
    name: String(code),
    weight: 1,
    reaches: 'no' as const,
    means: always('not-processed'),
    shape: status(code),
  })),
  ...[400, 404, 405, 413, 415, 422].map((code) => ({
    name: String(code),
    weight: 0.5,
    reaches: 'no' as const,
    means: always('refused-by-status'),
    shape: status(code),
  })),
]

/** What an error may have beside its words. */
const namings: readonly [(identifier: string) => object, ...((identifier: string) => object)[]] = [
  () => ({ success: true }),
  (identifier) => ({ assessment_id: identifier }),
  (identifier) => ({ assessment: { id: identifier } }),
  (identifier) => ({ response: { assessment_id: identifier } }),
  (identifier) => ({ response: { assessment_id: Number(identifier.slice(1)) } }),
  (identifier) => ({ data: { assessmentId: identifier } }),
]

function contradictory(more: object): string {
  return JSON.stringify({ status: 'error', message: 'saved, but not shown', ...more })
}

export const createFaults: readonly [Fault, ...Fault[]] = [
  {
    name: 'success without an identifier',
    weight: 4,
    reaches: 'yes',
    means: (honest) => (honest === 'created' ? 'unknown' : 'refused'),
    shape: (honest) => (honest?.kind === 'created' ? { body: '{"status":"success","response":{}}' } : {}),
  },
  {
    name: 'success without an address',
    weight: 2,
    isInContract: true,
    reaches: 'yes',
    means: honestly,
    shape: (honest) =>
      honest?.creation === undefined
        ? {}
        : { body: JSON.stringify({ status: 'success', response: { assessment_id: honest.creation.identifier } }) },
  },
  {
    name: 'error that contradicts itself',
    weight: 5,
    reaches: 'yes',
    means: (honest) => (honest === 'created' ? 'unknown' : 'refused'),
    shape(honest, dice) {
      const identifier = honest?.creation?.identifier
      return identifier === undefined ? {} : { body: contradictory(dice.pick(namings)(identifier)) }
    },
  },
  {
    name: 'identifier twice',
    weight: 1,
    reaches: 'yes',
    means: (honest) => (honest === 'created' ? 'unknown' : 'refused'),
    shape: (honest) =>
      honest?.creation === undefined
        ? {}
        : { body: honest.body.replace('"assessment_id"', '"assessment_id":"A0","assessment_id"') },
  },
  ...refusals,
  ...shared,
]

export const updateFaults: readonly [Fault, ...Fault[]] = [
  {
    name: 'error that says success',
    weight: 3,
    reaches: 'yes',
    means: (honest) => (honest === 'created' ? 'unknown' : 'refused'),
    shape: (honest) => (honest?.kind === 'created' ? { body: contradictory({ success: true }) } : {}),
  },
  ...refusals,
  ...shared,
]

export const retrieveFaults: readonly [Fault, ...Fault[]] = [
  {
    name: 'scores of another assessment',
    weight: 6,
    reaches: 'yes',
    means: honestly,
    shape: () => ({ body: scoresBody({ identifier: 'A0-E0', employeeId: 'E0' }) }),
  },
  {
    name: 'not found for now',
    weight: 3,
    isInContract: true,
    reaches: 'yes',
    means: honestly,
    shape: () => ({ body: errorBody(messages.notFound) }),
  },
  ...shared,
]
