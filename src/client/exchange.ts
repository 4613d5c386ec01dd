import type { Dispatcher } from 'undici'
import type { Clock } from '../support/clock.ts'
import { codeOf, messageOf } from '../support/errors.ts'

const maxAnswerBytes = 1024 * 1024
const noHead = { status: undefined, retryAfter: undefined, location: undefined }

export interface Exchange {
  /** True when a first byte may have left this machine. False proves that the service saw nothing. */
  isStarted: boolean
  status: number | undefined
  retryAfter: string | undefined
  location: string | undefined
  /** The server's clock. */
  date?: string | undefined
  /** At most 1 MiB. */
  body: string
  /** True when the answer ended as HTTP demands. A body that ends with its connection may still be cut. */
  isWhole: boolean
  failure: Failure | undefined
  sentAtMs: number
  answeredAtMs: number
}

/**
 * Records one request. undici calls `onRequestStart` right before it writes the first byte: without that call, nothing
 * was sent. A sealed request that has not started can never start.
 */
export class ExchangeRecorder implements Dispatcher.DispatchHandler {
  readonly #clock: Pick<Clock, 'now'>
  readonly #onEnd: (exchange: Exchange) => void
  readonly #mayStart: () => boolean
  readonly #chunks: Buffer[] = []
  #controller: Dispatcher.DispatchController | undefined
  #lapsed: Failure | undefined
  #isEnded = false
  #sentAtMs: number
  #size = 0
  #head: Pick<Exchange, 'status' | 'retryAfter' | 'location' | 'date'> = noHead

  /** `mayStart` is called right before the first byte is written. */
  constructor(clock: Pick<Clock, 'now'>, onEnd: (exchange: Exchange) => void, mayStart: () => boolean = () => true) {
    this.#clock = clock
    this.#onEnd = onEnd
    this.#mayStart = mayStart
    this.#sentAtMs = clock.now()
  }

  /** Prevents a later start. An answer on its way still counts until `expire`. */
  forbidStart(timeoutMs: number): void {
    this.#lapsed = describeTimeout(timeoutMs)
  }

  /** Ends an exchange that may not start any more unless it has ended. */
  expire(): void {
    if (this.#lapsed === undefined) return
    this.#end(this.#lapsed)
    this.#controller?.abort(new Error('timed out'))
  }

  /** Ends the exchange with the thrown error unless it has ended. */
  fail(error: unknown): void {
    this.#end(describeFailure(error))
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    if (this.#lapsed !== undefined) this.#end(this.#lapsed)
    // A second start would replay a request that may have been processed.
    if (this.#controller !== undefined) this.fail({ code: 'REPLAY' })
    else if (!this.#mayStart()) this.fail({ code: 'LAPSED' })
    if (this.#isEnded) {
      controller.abort(new Error('may not start'))
      return
    }
    this.#controller = controller
    this.#sentAtMs = this.#clock.now()
  }

  onResponseStart(_: Dispatcher.DispatchController, status: number, headers: Headers): void {
    if (status < 200) return
    const [retryAfter, location, date] = ['retry-after', 'location', 'date'].map((name) => [headers[name]].flat()[0])
    this.#head = { status, retryAfter, location, date }
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.#isEnded) return
    const room = maxAnswerBytes - this.#size
    this.#chunks.push(chunk.length > room ? chunk.subarray(0, room) : chunk)
    this.#size += chunk.length
    if (chunk.length <= room) return
    this.#end({ code: 'TOO_LARGE', message: `the answer is larger than ${maxAnswerBytes / 1024 / 1024} MiB` })
    controller.abort(new Error('too large'))
  }

  onResponseEnd(): void {
    this.#end(undefined)
  }

  onResponseError(_: Dispatcher.DispatchController, error: Error): void {
    this.fail(error)
  }

  #end(failure: Failure | undefined): void {
    if (this.#isEnded) return
    this.#isEnded = true
    this.#onEnd({
      isStarted: this.#controller !== undefined,
      body: Buffer.concat(this.#chunks).toString('utf8'),
      isWhole: failure === undefined,
      failure,
      sentAtMs: this.#sentAtMs,
      answeredAtMs: this.#clock.now(),
      ...this.#head,
    })
  }
}

type Headers = Readonly<Record<string, string | string[] | undefined>>

/** The code is for the log; the message is ours, for people, never a library's. */
export interface Failure {
  code: string
  message: string
  /** Set when a defect in the program, not the network, is the cause. */
  defect?: Error
}

const messages: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'the connection was refused',
  ECONNRESET: 'the connection was reset',
  EPIPE: 'the connection was closed',
  ENOTFOUND: 'the name of the host was not found',
  EAI_AGAIN: 'the name of the host could not be looked up',
  EHOSTUNREACH: 'the host cannot be reached',
  ENETUNREACH: 'the network cannot be reached',
  ETIMEDOUT: 'no connection was made in time',
  UND_ERR_CONNECT_TIMEOUT: 'no connection was made in time',
  UND_ERR_HEADERS_TIMEOUT: 'the proxy did not answer',
  UND_ERR_SOCKET: 'the connection was closed',
  REPLAY: 'the connection was lost',
  LAPSED: 'this process stood still for too long to send it',
  PROXY_CLOSED: 'the proxy closed the connection',
  UND_ERR_DESTROYED: 'the run was stopped',
  UND_ERR_CLOSED: 'the run was stopped',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'the answer is shorter or longer than it says',
  UND_ERR_HEADERS_OVERFLOW: 'the headers of the answer are too large',
}

const certificateCodes = /CERT|SELF_SIGNED|ALTNAME|UNABLE_TO_VERIFY|UNABLE_TO_GET_ISSUER/

/** Says nothing about the request being sent: only the exchange recorder knows. */
export function describeFailure(error: unknown): Failure {
  // undici gives no code to a refused CONNECT, only this text.
  const proxyStatus = /^Proxy response \((\d{3})\)/.exec(messageOf(error))?.[1]
  if (proxyStatus !== undefined) {
    return { code: `PROXY_${proxyStatus}`, message: `the proxy refused the connection with HTTP ${proxyStatus}` }
  }
  if (isDefect(error)) return { code: error.name, message: `a mistake in the program (${error.name})`, defect: error }
  const code = codeOf(error) ?? (error instanceof Error ? error.name : 'Error')
  return { code, message: Object.hasOwn(messages, code) ? (messages[code] ?? code) : describeCode(code) }
}

/** Network failures have a code; JavaScript's own errors have none. undici's code for a wrong call is a defect too. */
function isDefect(error: unknown): error is Error {
  if (codeOf(error) === 'UND_ERR_INVALID_ARG') return error instanceof Error
  if (codeOf(error) !== undefined) return false
  return [TypeError, ReferenceError, RangeError, SyntaxError].some((kind) => error instanceof kind)
}

export function describeTimeout(timeoutMs: number): Failure {
  return { code: 'TIMEOUT', message: `the request timed out after ${timeoutMs / 1000} s` }
}

function describeCode(code: string): string {
  if (certificateCodes.test(code)) return `the certificate of the host was not accepted (${code})`
  if (/^ERR_SSL|^EPROTO|^ERR_TLS|^UND_ERR_PRX_TLS/.test(code)) return `no encrypted connection could be made (${code})`
  if (code.startsWith('HPE_') || code === 'HTTPParserError') return `the answer is not HTTP (${code})`
  return `the connection failed (${code})`
}
