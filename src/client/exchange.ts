import type { Dispatcher } from 'undici'
import type { Clock } from '../support/clock.ts'
import { describeFailure, describeOversize, describeTimeout, type Failure } from './failure.ts'

const maxAnswerBytes = 1024 * 1024

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
  #status: number | undefined
  #retryAfter: string | undefined
  #location: string | undefined
  #date: string | undefined

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
    this.#status = status
    this.#retryAfter = firstOf(headers['retry-after'])
    this.#location = firstOf(headers['location'])
    this.#date = firstOf(headers['date'])
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.#isEnded) return
    const room = maxAnswerBytes - this.#size
    this.#chunks.push(chunk.length > room ? chunk.subarray(0, room) : chunk)
    this.#size += chunk.length
    if (chunk.length <= room) return
    this.#end(describeOversize(maxAnswerBytes))
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
      status: this.#status,
      retryAfter: this.#retryAfter,
      location: this.#location,
      date: this.#date,
      body: Buffer.concat(this.#chunks).toString('utf8'),
      isWhole: failure === undefined,
      failure,
      sentAtMs: this.#sentAtMs,
      answeredAtMs: this.#clock.now(),
    })
  }
}

type Headers = Readonly<Record<string, string | string[] | undefined>>

function firstOf(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value[0] : value
}
