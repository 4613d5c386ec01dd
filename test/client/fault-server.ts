import { EventEmitter, once } from 'node:events'
import { createServer, type Server, type Socket } from 'node:net'

/** A server of bytes: it counts connections and whole requests, and `serve` decides what each connection gets. */
export interface FaultServer {
  origin: string
  port: number
  connections: number
  /** Every whole request as it came. */
  requests: string[]
  /** How many of the connections have ended. */
  ended: number
  /** Resolves when something is so after a connection, a request or an end. */
  until(isSo: () => boolean): Promise<void>
  close(): Promise<void>
}

export interface Behaviour {
  onConnect?(socket: Socket): void
  onRequest?(socket: Socket, request: string): void
}

export async function startFaultServer(behaviour: Behaviour): Promise<FaultServer> {
  const sockets = new Set<Socket>()
  const changes = new EventEmitter()
  const server: Server = createServer((socket) => {
    fault.connections += 1
    sockets.add(socket)
    socket.on('close', () => {
      sockets.delete(socket)
      fault.ended += 1
      changes.emit('change')
    })
    socket.on('error', () => {})
    let received = ''
    socket.on('data', (chunk) => {
      received += chunk.toString('latin1')
      for (let end = endOfRequest(received); end > 0; end = endOfRequest(received)) {
        const request = received.slice(0, end)
        received = received.slice(end)
        fault.requests.push(request)
        behaviour.onRequest?.(socket, request)
        changes.emit('change')
      }
    })
    behaviour.onConnect?.(socket)
    changes.emit('change')
  })
  const fault: FaultServer = {
    origin: '',
    port: 0,
    connections: 0,
    requests: [],
    ended: 0,
    until: async (isSo) => {
      while (!isSo()) await once(changes, 'change')
    },
    close: async () => {
      for (const socket of sockets) socket.destroy()
      if (!server.listening) return
      server.close()
      await once(server, 'close')
    },
  }
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  fault.port = typeof address === 'object' && address !== null ? address.port : 0
  fault.origin = `http://127.0.0.1:${fault.port}`
  return fault
}

/** An HTTP answer, byte for byte. */
export function answer(status: number, body: string, headers = ''): string {
  return `HTTP/1.1 ${status} X\r\ncontent-length: ${Buffer.byteLength(body)}\r\n${headers}\r\n${body}`
}

function endOfRequest(text: string): number {
  const head = text.indexOf('\r\n\r\n')
  if (head < 0) return -1
  const length = Number(/\r\ncontent-length: (\d+)/i.exec(text.slice(0, head))?.[1] ?? 0)
  const end = head + 4 + length
  return text.length >= end ? end : -1
}
