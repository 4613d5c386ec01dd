import { expect, it } from 'vitest'
import { Workspace } from '../support/program.ts'
import { json, startService } from '../support/service.ts'
import { toCsv, trips } from '../support/trips.ts'

it('says that the service refuses while it does, every retry and hold with -v, and counts them in the summary', async () => {
  let refusals = 0
  const service = await startService(({ endpoint }) => {
    if (endpoint !== 'rwa_create' || refusals === 4) return undefined
    refusals += 1
    return json({ status: 'error' }, 429, { 'retry-after': '0' })
  })
  const space = new Workspace(service.variables)
  space.write('trips.csv', toCsv(trips(3)))
  const { code, stderr, stdout } = await space.run([
    'assess',
    'trips.csv',
    '--no-wait',
    '--json',
    '-v',
    '--log-file',
    'log',
  ])
  expect(code, stderr).toBe(0)
  expect(stderr).toMatch(/warning: the service refuses \(429, 3 times\): .* now/)
  expect(stderr).toMatch(/row 2: not processed, try 2/)
  expect(stderr).toMatch(/pace: .* a second/)
  expect(JSON.parse(stdout)).toMatchObject({
    target: service.baseUrl,
    environment: 'test environment',
    requests: 7,
    refused: { 429: 4 },
    retries: 4,
    latencyMs: { p50: expect.any(Number), p95: expect.any(Number) },
  })
})
