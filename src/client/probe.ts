import { endpoints, retrieveSuccess } from '../contract/envelope.ts'
import { describeAnswer, readAnswer } from './answer.ts'
import type { Exchange, Failure } from './exchange.ts'
import { createTransport, type TransportOptions } from './transport.ts'

/** `foreign`: an answer that no endpoint of the interface gives. */
export type ProbeVerdict = 'service' | 'foreign' | 'redirect' | 'unavailable'

export type Probe =
  | { kind: 'failure'; failure: Failure }
  | { kind: ProbeVerdict; answer: string; serverTimeMs: number | undefined; answeredAtMs: number }

/**
 * Asks for an assessment without a token and an identifier: the service must refuse, and nothing can be created.
 * @throws BatchError `configuration` for unchecked certificates and a wrong proxy address
 */
export async function probeService(
  options: Pick<TransportOptions, 'baseUrl' | 'requestTimeoutMs' | 'env' | 'clock'>,
): Promise<Probe> {
  const transport = createTransport({ ...options, token: undefined, connections: 1 })
  const exchange = await transport.post(endpoints.retrieve, '{}').finally(() => transport.close())
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
export function classifyProbe(exchange: Pick<Exchange, 'status' | 'body' | 'isWhole'>): ProbeVerdict {
  const { status = 0 } = exchange
  if (status >= 300 && status < 400) return 'redirect'
  if (status === 401 || status === 403) return 'service'
  if (status === 429 || status >= 500) return 'unavailable'
  return readAnswer(exchange, retrieveSuccess, {}).kind === 'none' ? 'foreign' : 'service'
}
