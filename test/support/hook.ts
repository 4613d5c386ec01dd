import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'

export interface Hook {
  /** With a secret in it, as those of chat tools have. */
  url: string
  told: Record<string, unknown>[]
  /** Path and body of each message, as they came. */
  raw: string[]
}

export const hookSecret = 'T0-hook-secret'

/** A chat tool's address for messages, on this machine. */
export async function startHook(status = 200, headers: Readonly<Record<string, string>> = {}): Promise<Hook> {
  const told: Record<string, unknown>[] = []
  const raw: string[] = []
  const server = createServer(async (request, response) => {
    const body = await text(request)
    raw.push(`${request.method} ${request.url} ${JSON.stringify(request.headers)} ${body}`)
    told.push(JSON.parse(body || '{}'))
    response.writeHead(status, headers).end('ok')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/services/${hookSecret}?sig=a%2Fb`
  return { url, told, raw }
}
