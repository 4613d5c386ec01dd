import type { Dispatcher } from 'undici'
import { type Clock, systemClock } from '../support/clock.ts'
import { BatchError } from '../support/errors.ts'
import { requireCheckedCertificates } from './base-url.ts'
import { createDispatcher, type DispatcherOptions } from './dispatcher.ts'
import { type Exchange, ExchangeRecorder } from './exchange.ts'
import type { Token } from './token.ts'

const longestTimeoutMs = 24 * 60 * 60 * 1000

export interface TransportOptions extends DispatcherOptions {
  token: Token
  clock?: Pick<Clock, 'now'>
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
  const { token, requestTimeoutMs } = options
  requireCheckedCertificates(options.env)
  requireValidTimeout(requestTimeoutMs)
  const dispatcher = createDispatcher(options)
  return {
    post: createPost(dispatcher, options, ['authorization', token.toAuthorization()]),
    close: () => dispatcher.destroy(),
  }
}

export function createPost(
  dispatcher: Dispatcher,
  { baseUrl, requestTimeoutMs, clock = systemClock }: Pick<TransportOptions, 'baseUrl' | 'requestTimeoutMs' | 'clock'>,
  authorization: readonly string[] = [],
): Transport['post'] {
  const { origin, pathname } = new URL(baseUrl)
  const prefix = pathname === '/' ? '/' : `${pathname}/`
  const json = 'application/json'
  const headers = [...authorization, 'content-type', json, 'accept', json, 'user-agent', 'rwa-batch']
  return (path, body, mayStart) =>
    new Promise((resolve) => {
      const onEnd = (exchange: Exchange): void => {
        clearTimeout(deadline)
        resolve(exchange)
      }
      const recorder = new ExchangeRecorder(clock, onEnd, mayStart)
      const deadline = setTimeout(() => {
        recorder.forbidStart(requestTimeoutMs)
        // After a stall or a suspended machine the answer may lie in the socket: one turn of the loop reads it.
        setImmediate(() => recorder.expire())
      }, requestTimeoutMs)
      try {
        dispatcher.dispatch({ origin, path: prefix + path, method: 'POST', headers, body }, recorder)
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
