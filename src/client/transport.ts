import type { Dispatcher } from 'undici'
import { type Clock, systemClock } from '../support/clock.ts'
import { BatchError } from '../support/errors.ts'
import { requireCheckedCertificates } from './base-url.ts'
import { createDispatcher, type DispatcherOptions } from './dispatcher.ts'
import { type Exchange, ExchangeRecorder } from './exchange.ts'
import type { Token } from './token.ts'

const longestTimeoutMs = 24 * 60 * 60 * 1000

export interface TransportOptions extends Omit<DispatcherOptions, 'certificateAuthority'> {
  token: Token
  clock?: Pick<Clock, 'now'>
  certificateAuthority?: string
}

export interface Transport {
  /** Sends one POST, once; sends nothing when `mayStart` says no. Never rejects: the failure is in the exchange. */
  post(path: string, body: string, mayStart?: () => boolean): Promise<Exchange>
  /** Cuts every connection; drain first. */
  close(): Promise<void>
}

/**
 * Nothing here replays a request: no retry agent, no HTTP/2, no pipelining, no redirects.
 * @throws BatchError `configuration` for unchecked certificates, a wrong time-out or a wrong proxy address
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
      exchangeOnce(
        dispatcher,
        { origin, path: prefix + path, method: 'POST', headers, body },
        requestTimeoutMs,
        (onEnd) => new ExchangeRecorder(clock, onEnd, mayStart),
      ),
    close: () => dispatcher.destroy(),
  }
}

/** Sends one request, once, within a deadline. Never rejects: the failure is in the exchange. */
export function exchangeOnce(
  dispatcher: Dispatcher,
  request: Dispatcher.DispatchOptions,
  timeoutMs: number,
  createRecorder: (onEnd: (exchange: Exchange) => void) => ExchangeRecorder,
): Promise<Exchange> {
  return new Promise((resolve) => {
    const recorder = createRecorder((exchange) => {
      clearTimeout(deadline)
      resolve(exchange)
    })
    const deadline = setTimeout(() => {
      recorder.forbidStart(timeoutMs)
      // After a stall or a suspended machine the answer may lie in the socket: one turn of the loop reads it.
      setImmediate(() => recorder.expire())
    }, timeoutMs)
    try {
      dispatcher.dispatch(request, recorder)
    } catch (error) {
      recorder.fail(error)
    }
  })
}

/** A longer time overflows the timer, which would fire at once and lose answers to processed requests. */
function requireValidTimeout(requestTimeoutMs: number): void {
  if (requestTimeoutMs >= 1 && requestTimeoutMs <= longestTimeoutMs) return
  throw new BatchError('configuration', `a request cannot time out after ${requestTimeoutMs} ms`, {
    hint: 'Give a time between 1 s and 24 h.',
  })
}
