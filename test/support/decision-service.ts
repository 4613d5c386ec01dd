import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json as parse } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'
import { seededRandom } from './seeded-random.mjs'
import { type Answer, json, type Received, type Reply, type Service, startService } from './service.ts'

/** A service that knows decisions and invitations too, and misbehaves as told. */
export function startDecisionService(
  reply: (received: Received) => Reply | undefined = () => undefined,
  whenOver?: (end: () => void) => void,
  wait?: (received: Received) => Promise<void>,
): Promise<Service> {
  return startService((received) => reply(received) ?? answerDecision(received), whenOver, wait)
}

export const recorded = json({ status: 'success', success: true, message: 'RWA decision and note updated' })

function answerDecision({ endpoint, fields }: Received): Answer | undefined {
  if (endpoint === 'rwa_update') return recorded
  if (endpoint !== 'create_pending_user') return undefined
  return json({ status: 'success', response: { user_id: `U-${String(fields['staff_id'])}` } })
}

export function fieldRefusal(field: string, message: string): Answer {
  return json({ status: 'error', success: false, errors: [{ field, message }] })
}

/** What was sent to an endpoint, in the order it came. */
export function sentTo(service: Pick<Service, 'requests'>, endpoint: string): Record<string, unknown>[] {
  return service.requests.filter((received) => received.endpoint === endpoint).map(({ fields }) => fields)
}

/**
 * A service of decisions that takes its time, at most `longestMs` for each. The seed decides which is answered next; the
 * second request waits for a third, which overtakes it, so that requests overlap on any machine.
 */
export async function startSlowService(
  { seed, longestMs }: { seed: number; longestMs: number },
  reply: (fields: Record<string, unknown>) => Answer = () => recorded,
): Promise<Pick<Service, 'variables'> & { arrived: Record<string, unknown>[]; answered: Record<string, unknown>[] }> {
  const random = seededRandom(seed)
  const arrived: Record<string, unknown>[] = []
  const answered: Record<string, unknown>[] = []
  const held: (() => void)[] = []
  const release = (): void => {
    const index = answered.length === 1 ? held.length - 1 : Math.floor(random() * held.length)
    held.splice(index, 1)[0]?.()
  }
  const server = createServer(async (request, response) => {
    const fields = (await parse(request)) as Record<string, unknown>
    arrived.push(fields)
    if (arrived.length !== 2) setTimeout(release, random() * longestMs)
    if (arrived.length === 3) setTimeout(release, random() * longestMs)
    await new Promise<void>((resolve) => held.push(resolve))
    const { status = 200, headers, body } = reply(fields)
    answered.push(fields)
    response.writeHead(status, headers).end(body)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  const variables = { RWA_BASE_URL: `http://127.0.0.1:${port}/version-test/api`, RWA_API_TOKEN: 'slow-token' }
  return { variables, arrived, answered }
}
