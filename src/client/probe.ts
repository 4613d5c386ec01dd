import { endpoints, retrieveSuccess } from '../contract/envelope.ts'
import { describeAnswer, readAnswer } from './answer.ts'
import type { Exchange } from './exchange.ts'
import type { Failure } from './failure.ts'
import { createDispatcher, createPost, type TransportOptions } from './transport.ts'

/** Of an address: `foreign` is an answer that no endpoint of the interface gives. */
export type ProbeVerdict = 'service' | 'foreign' | 'redirect' | 'unavailable'

export type Probe =
  | { kind: 'failure'; failure: Failure }
  | { kind: ProbeVerdict; answer: string; serverTimeMs: number | undefined; answeredAtMs: number }

type ProbeOptions = Required<Pick<TransportOptions, 'baseUrl' | 'requestTimeoutMs' | 'env' | 'clock'>>

/**
 * Asks the service for an assessment, without a token and without an identifier: it must refuse that, and nothing can be
 * created by it.
 * @throws BatchError `configuration` for a wrong proxy address
 */
export async function probeService(options: ProbeOptions): Promise<Probe> {
  const dispatcher = createDispatcher({ ...options, connections: 1 })
  const post = createPost(dispatcher, options)
  const exchange = await post(endpoints.retrieve, '{}').finally(() => dispatcher.destroy())
  if (exchange.failure !== undefined) return { kind: 'failure', failure: exchange.failure }
  const serverTimeMs = Date.parse(exchange.date ?? '')
  return {
    kind: classifyProbe(exchange),
    answer: describeAnswer(exchange),
    serverTimeMs: Number.isNaN(serverTimeMs) ? undefined : serverTimeMs,
    answeredAtMs: exchange.answeredAtMs,
  }
}

/** Pure. A gateway may refuse a request without a token by its HTTP status alone. */
export function classifyProbe({
  status = 0,
  body,
  isWhole,
}: Pick<Exchange, 'status' | 'body' | 'isWhole'>): ProbeVerdict {
  if (status >= 300 && status < 400) return 'redirect'
  if (status === 401 || status === 403) return 'service'
  if (status === 429 || status >= 500) return 'unavailable'
  return readAnswer({ body, isWhole }, retrieveSuccess, {}).kind === 'none' ? 'foreign' : 'service'
}
