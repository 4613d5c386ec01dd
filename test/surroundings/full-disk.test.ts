import { describe, expect, it } from 'vitest'
import { Workspace } from '../support/program.ts'
import { startService } from '../support/service.ts'
import { toCsv, trips } from '../support/trips.ts'
import { canMount, innards, mountSmallDisk, under } from './surroundings.ts'

describe.runIf(canMount)('a full disk', () => {
  it('at open', async () => {
    const service = await startService()
    const space = new Workspace(service.variables)
    space.write('trips.csv', toCsv(trips(5)))
    const disk = mountSmallDisk(space.path('small'), 16)
    disk.fill(0)
    for (const free of [0, 4096, 40000, 400000, 4000000]) {
      disk.fill(free)
      const r = await space.assess('trips.csv', '--no-wait', '--ledger', 'small/l.sqlite')
      console.log(free, r.code, r.stderr)
    }
    disk.clear()
    const r = await space.assess('trips.csv', '--no-wait', '--ledger', 'small/l.sqlite')
    console.log(r.code, r.stderr)
  })
  it('middle', async () => {
    const service = await startService()
    const space = new Workspace(service.variables)
    space.write('trips.csv', toCsv(trips(3000)))
    const disk = mountSmallDisk(space.path('small'), 24)
    const run = space.start([
      'assess',
      'trips.csv',
      '--no-wait',
      '--json',
      '--ledger',
      'small/l.sqlite',
      '--concurrency',
      '16',
    ])
    await run.until(() => service.created().length > 300)
    disk.fill(0)
    const r = await run.ended
    console.log(r.code, service.created().length, r.stderr, r.stdout)
    console.log(disk.folder)
    disk.clear()
    const r2 = await space.assess('trips.csv', '--no-wait', '--ledger', 'small/l.sqlite')
    console.log(r2.code, r2.summary, new Set(service.created()).size, service.created().length)
  })
  it('file-size limit', async () => {
    const service = await startService()
    const space = new Workspace(service.variables)
    space.write('trips.csv', toCsv(trips(3000)))
    for (const kb of [1, 8, 100, 1000, 8192, 9000]) {
      const r = await space.run(['assess', 'trips.csv', '--no-wait', '--json'], {}, under(`ulimit -f ${kb}`))
      console.log(kb, r.code, r.signal, r.stderr, r.stdout, service.created().length)
    }
    const r2 = await space.assess('trips.csv', '--no-wait')
    console.log(r2.code, r2.summary, new Set(service.created()).size, service.created().length)
  })
  it('workbook', async () => {
    const service = await startService()
    const space = new Workspace(service.variables)
    space.write('trips.csv', toCsv(trips(3000)))
    const disk = mountSmallDisk(space.path('small'), 1)
    disk.fill(20000)
    for (const out of ['small/o.xlsx', 'small/o.csv']) {
      const r = await space.assess('trips.csv', '--no-wait', '-o', out)
      console.log(r.code, r.stderr)
    }
    disk.clear()
    const r = await space.assess('trips.csv', '--no-wait', '-o', 'small/o.xlsx')
    console.log(r.code, r.stderr)
  })
})
