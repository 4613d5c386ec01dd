import { type Clock, systemClock } from '../support/clock.ts'
import { BatchError } from '../support/errors.ts'
import { type Environment, requireCheckedCertificates } from './base-url.ts'
import { createDispatcher } from './dispatcher.ts'
import { type Exchange, ExchangeRecorder } from './exchange.ts'
import type { Token } from './token.ts'

const longestTimeoutMs = 24 * 60 * 60 * 1000

export interface TransportOptions {
  /** As `parseBaseUrl` gives it. */
  baseUrl: string
  token: Token
  /** The one deadline of a request, from the call to the last byte of the answer; 24 hours at most. */
  requestTimeoutMs: number
  /** Most connections; callers keep at most as many requests in flight, so that none waits in here. */
  connections: number
  /** For the proxy (`HTTPS_PROXY`, `HTTP_PROXY`, `NO_PROXY`). */
  env: Environment
  clock?: Pick<Clock, 'now'>
  certificateAuthority?: string
}

export interface Transport {
  /**
   * Sends one POST, once, and tells what is known of it; not at all when it may not start any more. Never rejects: how it
   * failed is in the exchange.
   */
  post(path: string, body: string, mayStart?: () => boolean): Promise<Exchange>
  /** Cuts every connection; drain first. */
  close(): Promise<void>
}

/**
 * Nothing in here replays: no retry agent, no HTTP/2, no pipelining, no redirects.
 * @throws BatchError `configuration` when certificates would not be checked, or the time-out or the proxy's address is wrong
 */
export function createTransport(options: TransportOptions): Transport {
  const { baseUrl, token, requestTimeoutMs, connections, env, clock = systemClock, certificateAuthority } = options
  requireCheckedCertificates(env)
  requireValidTimeout(requestTimeoutMs)
  const dispatcher = createDispatcher({ baseUrl, connections, requestTimeoutMs, env, certificateAuthority })
  const { origin, pathname } = new URL(baseUrl)
  const prefix = pathname === '/' ? '/' : `${pathname}/`
  const headers = [
    ['authorization', token.toAuthorization()],
    ['content-type', 'application/json'],
    ['accept', 'application/json'],
    ['user-agent', 'rwa-batch'],
  ].flat()

  return {
    post: (path, body, mayStart) =>
      new Promise((resolve) => {
        const onEnd = (exchange: Exchange): void => {
          clearTimeout(deadline)
          resolve(exchange)
        }
        const recorder = new ExchangeRecorder(clock, onEnd, mayStart)
        const deadline = setTimeout(() => {
          recorder.seal(requestTimeoutMs)
          // After a stall or a suspended machine the answer may lie in the socket: one turn of the loop reads it.
          setImmediate(() => recorder.expire())
        }, requestTimeoutMs)
        try {
          dispatcher.dispatch({ origin, path: prefix + path, method: 'POST', headers, body }, recorder)
        } catch (error) {
          recorder.fail(error)
        }
      }),
    close: () => dispatcher.destroy(),
  }
}

/** Beyond what a timer can hold it would fire at once, and throw away the answers to what was processed. */
function requireValidTimeout(requestTimeoutMs: number): void {
  if (requestTimeoutMs >= 1 && requestTimeoutMs <= longestTimeoutMs) return
  throw new BatchError('configuration', `a request cannot time out after ${requestTimeoutMs} ms`, {
    hint: 'Give a time between 1 s and 24 h.',
  })
}
