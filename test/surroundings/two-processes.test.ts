import { expect, it } from 'vitest'
import { assessed, Workspace } from '../support/program.ts'
import { startService } from '../support/service.ts'
import { toCsv, trips } from '../support/trips.ts'
import { nothingWrong, settle } from './surroundings.ts'

it('of three processes that begin with one new ledger at the same moment, one runs and the others are refused', async () => {
  const service = await startService(undefined, undefined, () => new Promise((resolve) => setTimeout(resolve, 50)))
  const space = new Workspace(service.variables)
  space.write('trips.csv', toCsv(trips(60)))
  const args = ['assess', 'trips.csv', '--json', '--no-wait', '--concurrency', '1']
  const all = await Promise.all([space.run(args), space.run(args), space.run(args)])
  expect(all.map(({ code }) => code).toSorted()).toEqual([0, 1, 1])
  for (const { stderr } of all.filter(({ code }) => code === 1)) {
    expect(stderr).toMatch(/^error: the ledger \S+ is in use by (?:process \d+ on |another process)/)
  }
  expect(service.created()).toHaveLength(60)
  expect(await settle(service, space.path(assessed('trips')))).toEqual(nothingWrong)
})
