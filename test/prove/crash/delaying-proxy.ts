import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { Agent } from 'undici'
import type { Random } from '../../rooms/support.ts'

export type Standing = 'on its way' | 'answered'

export interface DelayingProxy {
  baseUrl: string
  /** Requests that have come in, of every kind. */
  received(): number
  /** The create requests that have come in and how far they are, by employee, as of now. */
  standings(): ReadonlyMap<string, Standing>
  close(): Promise<void>
}

/**
 * Stands before a service that answers at once and lets each request take its time, half of it before the service sees
 * it and half after. What a client that has died has sent is processed all the same.
 */
export async function startDelayingProxy(
  { baseUrl }: { baseUrl: string },
  random: Random,
  longestMs: number,
): Promise<DelayingProxy> {
  const { origin, pathname } = new URL(baseUrl)
  const agent = new Agent({ connections: 8 })
  const standings = new Map<string, Standing>()
  let received = 0
  const server = createServer(async (request, response) => {
    const body = await text(request)
    received += 1
    const { employeeId } = JSON.parse(body) as { employeeId?: string }
    if (employeeId !== undefined) standings.set(employeeId, 'on its way')
    await sleep((random() * longestMs) / 2)
    const answer = await agent.request({
      origin,
      path: request.url ?? '',
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: request.headers.authorization ?? '' },
      body,
    })
    const content = await answer.body.text()
    await sleep((random() * longestMs) / 2)
    response.writeHead(answer.statusCode, { 'content-type': 'application/json' }).end(content)
    if (employeeId !== undefined) standings.set(employeeId, 'answered')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}${pathname}`,
    received: () => received,
    standings: () => new Map(standings),
    async close() {
      server.closeAllConnections()
      server.close()
      await agent.close()
    },
  }
}
