import { expect, it } from 'vitest'
import { Workspace } from '../support/program.ts'
import { startService } from '../support/service.ts'
import { type Row, toCsv, toXlsx, trip } from '../support/trips.ts'

const midnight = (date: string): Date => new Date(`${date}T00:00:00.000Z`)

const asCells: Row[] = [
  trip('E-1', { 'Trip start': midnight('2026-03-01'), 'Trip end': midnight('2026-03-31') }),
  trip('E-2', { 'Trip start': midnight('2026-10-25'), 'Trip end': midnight('2026-12-31') }),
]
const asText: Row[] = [
  trip('E-1', { 'Trip start': '2026-03-01', 'Trip end': '2026-03-31' }),
  trip('E-2', { 'Trip start': '2026-10-25', 'Trip end': '2026-12-31' }),
]

it.each<[string, string, () => Promise<Uint8Array | string>]>([
  ['date cells of a workbook', 'trips.xlsx', () => toXlsx(asCells)],
  ['ISO dates of a CSV file', 'trips.csv', async () => toCsv(asText)],
])('%s are sent as the same bytes in the time zones 14 hours ahead and 8 hours behind', async (_, file, content) => {
  const service = await startService()
  for (const timeZone of ['Pacific/Kiritimati', 'America/Los_Angeles']) {
    const space = new Workspace({ ...service.variables, TZ: timeZone })
    space.write(file, await content())
    expect((await space.assess(file, '--no-wait')).code).toBe(0)
  }
  const bodies = service.requests.map(({ body }) => body)
  expect(bodies).toHaveLength(4)
  expect(bodies.slice(0, 2)).toEqual(bodies.slice(2))
  expect(service.requests[0]?.fields).toMatchObject({
    startDate: '2026-03-01T00:00:00.000Z',
    endDate: '2026-03-31T00:00:00.000Z',
  })
})
