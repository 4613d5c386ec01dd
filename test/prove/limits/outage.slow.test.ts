import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, it, onTestFinished } from 'vitest'
import { Workspace } from '../../support/program.ts'
import { identifierOf } from '../../support/service.ts'
import { toCsv, trips } from '../../support/trips.ts'

const rows = 120
const outageMs = 6_000

it('a service that is away for a while is waited for, and no row fails for it', async () => {
  const created: string[] = []
  let port = 0
  let server = await listen(port)
  onTestFinished(() => stop(server))
  port = (server.address() as AddressInfo).port

  const space = new Workspace({
    RWA_BASE_URL: `http://127.0.0.1:${port}/version-test/api`,
    RWA_API_TOKEN: 'any-token-will-do',
  })
  space.write('trips.csv', toCsv(trips(rows)))
  const run = space.start(['assess', 'trips.csv', '--json', '--no-wait', '--rate', '40'])
  await run.until(() => created.length >= rows / 3)
  stop(server)
  await run.until(() => run.said().includes('cannot be reached'))
  await new Promise((resolve) => setTimeout(resolve, outageMs))
  expect(run.child.exitCode).toBeNull()
  server = await listen(port)

  const { summary, stderr } = await run.ended
  // One that was cut in the middle cannot be known; every other one was created, once.
  const { accepted = 0, unknown = 0 } = summary.outcomes
  expect(accepted + unknown, stderr).toBe(rows)
  expect(unknown).toBeLessThanOrEqual(8)
  expect(new Set(created).size).toBe(created.length)

  async function listen(at: number): Promise<Server> {
    const next = createServer(async (request, response) => {
      const { employeeId } = JSON.parse(await text(request))
      created.push(employeeId)
      const assessment_id = identifierOf(employeeId)
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end(
        JSON.stringify({ status: 'success', response: { assessment_id, redirect_url: 'https://r.example' } }),
      )
    })
    next.listen(at, '127.0.0.1')
    await once(next, 'listening')
    return next
  }
})

function stop(server: Server): void {
  server.closeAllConnections()
  server.close()
}
