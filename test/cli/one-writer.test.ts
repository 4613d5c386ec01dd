import { expect, it } from 'vitest'
import { Workspace } from '../support/program.ts'
import { startService } from '../support/service.ts'
import { toCsv, trips } from '../support/trips.ts'

it('a second process on one ledger ends with 1 and names the holder, status works meanwhile, and a dead holder is no hindrance', async () => {
  const service = await startService(() => 'hang')
  const space = new Workspace(service.variables)
  space.write('trips.csv', toCsv(trips(2)))
  const holder = space.start(['assess', 'trips.csv', '--request-timeout', '10m'])
  await holder.until(() => service.created().length === 1)

  const second = await space.assess('trips.csv')
  expect(second.code).toBe(1)
  expect(second.stderr).toContain(`process ${holder.child.pid}`)
  expect(second.stderr).not.toMatch(/\n {4}at /)

  const status = await space.run(['status', '--json'])
  expect(status.code).toBe(0)
  expect(JSON.parse(status.stdout)).toMatchObject({
    holder: expect.stringContaining(`process ${holder.child.pid}`),
    runs: [{ operation: 'assess', ending: null, isRunning: true, rows: 2 }],
  })
  expect((await space.run(['status'])).stdout).toMatch(/^In use by process[\s\S]*, not ended: it is running\n/)

  holder.child.kill('SIGKILL')
  await holder.ended
  const afterwards = await space.run(['status', '--json'])
  expect(JSON.parse(afterwards.stdout)).toMatchObject({ holder: null, runs: [{ ending: null, isRunning: false }] })
  expect((await space.run(['status'])).stdout).toMatch(/^assess [\s\S]*, not ended: the process died; the same command/)
  const third = await space.assess('trips.csv', '--no-wait', '--max-unknown', '1', '--request-timeout', '1s')
  expect([third.code, third.summary.outcomes]).toEqual([4, { unknown: 2 }])
  expect(service.created()).toEqual(['E-001', 'E-002'])
})
