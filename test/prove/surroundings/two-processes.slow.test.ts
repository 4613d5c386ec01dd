import { linkSync, symlinkSync } from 'node:fs'
import { expect, it } from 'vitest'
import { assessed, Workspace } from '../../support/program.ts'
import { startService } from '../../support/service.ts'
import { toCsv, trips } from '../../support/trips.ts'
import { nothingWrong, settle } from './surroundings.ts'

it('of three processes that begin with one new ledger at the same moment, one runs and the others are refused', async () => {
  const service = await startService(undefined, undefined, () => new Promise((resolve) => setTimeout(resolve, 50)))
  const space = new Workspace(service.variables)
  space.write('trips.csv', toCsv(trips(60)))
  const args = ['assess', 'trips.csv', '--json', '--no-wait', '--concurrency', '1']
  const all = await Promise.all([space.spawn(args), space.spawn(args), space.spawn(args)])
  expect(all.map(({ code }) => code).toSorted()).toEqual([0, 1, 1])
  for (const { stderr } of all.filter(({ code }) => code === 1)) {
    expect(stderr).toMatch(/^error: the ledger \S+ is in use by (?:process \d+ on |another process)/)
  }
  expect(service.created()).toHaveLength(60)
  expect(await settle(service, space.path(assessed('trips')))).toEqual(nothingWrong)
})

it('a second process on one ledger by another name is refused: a link leads to the same lock, a hard link is none', async () => {
  const service = await startService(() => 'hang')
  const space = new Workspace(service.variables)
  space.write('trips.csv', toCsv(trips(2)))
  const holder = space.start(['assess', 'trips.csv', '--ledger', 'led.sqlite', '--request-timeout', '10m'])
  await holder.until(() => service.created().length === 1)

  symlinkSync('led.sqlite', space.path('link.sqlite'))
  const byLink = await space.spawnAssess('trips.csv', '--ledger', 'link.sqlite', '-o', 'link.xlsx')
  expect([byLink.code, byLink.stderr]).toEqual([1, expect.stringContaining(`in use by process ${holder.child.pid}`)])
  linkSync(space.path('led.sqlite'), space.path('hard.sqlite'))
  const byHardLink = await space.spawnAssess('trips.csv', '--ledger', 'hard.sqlite', '-o', 'hard.xlsx')
  expect([byHardLink.code, byHardLink.stderr]).toEqual([1, expect.stringContaining('has 2 names (hard links)')])
  expect(service.created()).toHaveLength(1)
})
