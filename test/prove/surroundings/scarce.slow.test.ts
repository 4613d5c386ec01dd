import { expect, it } from 'vitest'
import { assessed, Workspace } from '../../support/program.ts'
import { scale } from '../../support/scale.ts'
import { startService } from '../../support/service.ts'
import { toCsv, trips } from '../../support/trips.ts'
import { nothingWrong, settle } from './surroundings.ts'

it('a heap of 64 MB serves tens of thousands of rows', async () => {
  const rows = scale({ full: 20_000, short: 2_000 })
  const service = await startService()
  const space = new Workspace(service.variables)
  space.write('trips.csv', toCsv(trips(rows)))
  const variables = { NODE_OPTIONS: '--max-old-space-size=64' }
  const { code, summary, stderr } = await space.spawn(['assess', 'trips.csv', '--no-wait', '--json'], variables)
  expect([code, summary.outcomes], stderr).toEqual([0, { accepted: rows }])
  expect(await settle(service, space.path(assessed('trips')))).toEqual(nothingWrong)
})
