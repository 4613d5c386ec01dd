import { expect, it } from 'vitest'
import { readOutput } from '../../support/outputs.ts'
import { assessed, Workspace } from '../../support/program.ts'
import { refusal, startService, token } from '../../support/service.ts'
import { toCsv, trips } from '../../support/trips.ts'

const rows = 60

it('an authorisation that expires midway stops the run with 2, the rest stays ready, and a good token completes it', async () => {
  let isExpired = false
  const service = await startService(({ authorization }) => {
    if (service.created().length >= 25) isExpired = true
    return isExpired && authorization === `Bearer ${token}` ? refusal('Invalid Auth') : undefined
  })
  const space = new Workspace(service.variables)
  space.write('trips.csv', toCsv(trips(rows)))

  const first = await space.spawnAssess('trips.csv', '--concurrency', '4')
  const { ready = 0, accepted = 0, scored = 0 } = first.summary.outcomes
  expect([first.code, first.summary.stopped]).toEqual([2, 'authorisation'])
  expect(ready).toBeGreaterThanOrEqual(rows - 25)
  expect(ready + accepted + scored).toBe(rows)
  // What was in flight when the first one was refused, and nothing after it.
  expect(service.created().length).toBeLessThanOrEqual(25 + 4)
  const outcomes = (await readOutput(space.path(assessed('trips')))).column('outcome')
  expect(outcomes.filter((outcome) => outcome === 'ready')).toHaveLength(ready)

  const createdBefore = new Set(service.created().slice(0, rows - ready))
  const second = await space.spawn(['assess', 'trips.csv', '--json', '--token-rotated'], { RWA_API_TOKEN: 'renewed' })
  expect(second.code, second.stderr).toBe(0)
  expect(second.summary.outcomes).toEqual({ scored: rows })
  const createdAfter = service.requests.filter(
    ({ endpoint, authorization }) => endpoint === 'rwa_create' && authorization === 'Bearer renewed',
  )
  expect(createdAfter).toHaveLength(ready)
  expect(createdAfter.filter(({ fields }) => createdBefore.has(String(fields['employeeId'])))).toEqual([])
})
