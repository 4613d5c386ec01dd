import type { AddressInfo } from 'node:net'
import { Server } from 'node:net'
import type { Clock } from '../../support/clock.ts'

const retryListenMs = 20

/** Closes the listening socket for a while: new connections are refused, open ones live on. */
export class ConnectionGate {
  readonly #server: Server
  readonly #clock: Clock
  readonly #end = new AbortController()
  #isClosed = false

  constructor(server: Server, clock: Clock) {
    this.#server = server
    this.#clock = clock
  }

  get isClosed(): boolean {
    return this.#isClosed
  }

  /** No effect on a closed gate. */
  async closeFor(ms: number): Promise<void> {
    if (this.#isClosed || this.#end.signal.aborted) return
    this.#isClosed = true
    const { address, port } = this.#server.address() as AddressInfo
    // The HTTP server's own `close` would cut idle connections, and lose a request on its way there.
    Server.prototype.close.call(this.#server)
    await this.#clock.sleep(ms, this.#end.signal)
    while (!this.#end.signal.aborted && !(await this.#listen(port, address))) {
      await this.#clock.sleep(retryListenMs, this.#end.signal)
    }
    this.#isClosed = false
  }

  /** Call before the server closes. */
  stayClosed(): void {
    this.#end.abort()
  }

  #listen(port: number, address: string): Promise<boolean> {
    return new Promise((resolve) => {
      const onError = (): void => resolve(false)
      this.#server.once('error', onError)
      this.#server.listen(port, address, () => {
        this.#server.off('error', onError)
        resolve(true)
      })
    })
  }
}
