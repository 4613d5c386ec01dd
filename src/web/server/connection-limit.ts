import type { Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/**
 * Any account of this machine may connect, and keep connections open: beyond `most`, the oldest one without the key goes,
 * so that the page's user still gets in.
 */
export class ConnectionLimit {
  readonly #open = new Set<Socket>()
  /** In the order of their last request; without one, of their beginning. */
  readonly #strangers = new Set<Socket>()

  constructor(server: Server, most: number) {
    server.on('connection', (socket: Socket) => {
      this.#open.add(socket)
      this.#strangers.add(socket)
      socket.once('close', () => this.#forget(socket))
      const [oldest = socket] = this.#strangers
      if (this.#open.size <= most) return
      this.#forget(oldest)
      oldest.destroy()
    })
  }

  /** While a request with the key is answered, its connection stays. */
  keep(socket: Socket, response: ServerResponse): void {
    this.#strangers.delete(socket)
    response.once('close', () => {
      if (this.#open.has(socket)) this.#strangers.add(socket)
    })
  }

  #forget(socket: Socket): void {
    this.#open.delete(socket)
    this.#strangers.delete(socket)
  }
}
