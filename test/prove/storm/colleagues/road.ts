import { once } from 'node:events'
import { type AddressInfo, createConnection, createServer, type Socket } from 'node:net'
import type { Random } from '../../../rooms/support.ts'

/** The way to a service: each half of it takes its time, and whatever ends a connection there ends it here. */
export interface Road {
  baseUrl: string
  /** Creations that have set out for the service. */
  arrived(): number
  /** Calls back each time one does, with whose it is. */
  onArrival(listener: (name: string) => void): void
  close(): void
}

/**
 * `latencyMs` is the longest that both halves take together; what a client that has died has sent arrives all the same.
 * `field` says whose a request is.
 */
export async function startRoad(to: string, random: Random, latencyMs: number, field: string): Promise<Road> {
  const { hostname, port, pathname } = new URL(to)
  const listeners: ((name: string) => void)[] = []
  const names = new RegExp(`"${field}":"([^"]+)"`, 'g')
  const sockets = new Set<Socket>()
  let arrived = 0
  const server = createServer((client) => {
    const upstream = createConnection(Number(port), hostname)
    const delayMs = (): number => (random() * latencyMs) / 2
    for (const socket of [client, upstream]) {
      sockets.add(socket)
      socket.setNoDelay(true)
      socket.on('close', () => sockets.delete(socket))
    }
    carry(client, upstream, delayMs, (data) => {
      for (const [, name = ''] of data.toString().matchAll(names)) {
        arrived += 1
        for (const listener of listeners) listener(name)
      }
    })
    carry(upstream, client, delayMs, () => {})
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}${pathname}`,
    arrived: () => arrived,
    onArrival: (listener) => void listeners.push(listener),
    close() {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}

/** All that one side says, and how it ends, in the same order. */
function carry(from: Socket, to: Socket, delayMs: () => number, onData: (data: Buffer) => void): void {
  let last = Promise.resolve()
  const later = (act: () => void): void => {
    const due = new Promise<void>((resolve) => setTimeout(resolve, delayMs()))
    last = last.then(() => due).then(act)
  }
  from.on('data', (data) => {
    onData(data)
    later(() => void to.write(data))
  })
  from.on('end', () => later(() => void to.end()))
  from.on('error', () => later(() => void to.resetAndDestroy()))
}
