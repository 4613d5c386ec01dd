import { expect, it } from 'vitest'
import { Workspace } from '../support/program.ts'
import { startService } from '../support/service.ts'
import { toCsv, trips } from '../support/trips.ts'

it('status --watch follows a run of another process to its end, and says so when there is none', async () => {
  let release = (): void => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  const service = await startService(undefined, undefined, ({ fields }) =>
    fields['employeeId'] === 'E-002' ? held : Promise.resolve(),
  )
  const space = new Workspace(service.variables)
  space.write('trips.csv', toCsv(trips(2)))
  const run = space.start(['assess', 'trips.csv', '--no-wait'])
  await run.until(() => service.created().includes('E-002'))
  const status = await space.run(['status', 'trips.csv'])
  expect(status.stdout).toMatch(/0 % done: 0 of 2 rows/)

  const watch = space.start(['status', '--watch'])
  const [plain] = await Promise.all([watch.ended, watch.untilPrinted('0 of 2 done').then(release)])
  expect([(await run.ended).code, plain.code], plain.stderr).toEqual([0, 0])
  expect(plain.stdout).toMatch(/^\S+Z assess .*trips\.csv: 0 of 2 done/)
  expect(plain.stdout).toMatch(/ended \S+Z \(done\)/)

  const idle = await space.run(['status', '--watch', '--json'])
  expect([idle.code, JSON.parse(idle.stdout)]).toMatchObject([0, { holder: null, run: { ending: 'done', rows: 2 } }])
})
