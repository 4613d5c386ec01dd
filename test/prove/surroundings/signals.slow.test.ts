import { describe, expect, it } from 'vitest'
import { assessed, Workspace } from '../../support/program.ts'
import { startService } from '../../support/service.ts'
import { toCsv, trips } from '../../support/trips.ts'
import { nothingWrong, settle } from './surroundings.ts'

describe('a run that is told to end', () => {
  it.each(['SIGTERM', 'SIGHUP'] as const)(
    'by %s finishes what is on its way and writes the workbook',
    async (signal) => {
      let goOn = (): void => {}
      const mayAnswer = new Promise<void>((resolve) => {
        goOn = resolve
      })
      const service = await startService(undefined, undefined, async ({ fields }) => {
        if (fields['employeeId'] !== 'E-001') await mayAnswer
      })
      const space = new Workspace(service.variables)
      space.write('trips.csv', toCsv(trips(20)))
      const first = space.start(['assess', 'trips.csv', '--json', '--no-wait', '--concurrency', '2'])
      await first.until(() => service.created().length === 3)
      first.child.kill(signal)
      await first.until(() => first.said().includes('stopping'))
      goOn()
      const { code, summary } = await first.ended
      expect([code, summary.stopped, summary.outcomes]).toEqual([130, 'interrupted', { accepted: 3, ready: 17 }])
      expect(await settle(service, space.path(assessed('trips')))).toEqual(nothingWrong)

      const second = await space.spawnAssess('trips.csv', '--no-wait')
      expect([second.code, second.summary.outcomes]).toEqual([0, { accepted: 20 }])
      expect(service.created()).toHaveLength(20)
    },
  )
})

it('a process that stood still for longer than the request time-out takes the answer that lies in the socket', async () => {
  const service = await startService(undefined, undefined, async ({ endpoint }) => {
    if (endpoint !== 'rwa_create') return
    process.kill(running.child.pid ?? 0, 'SIGSTOP')
    setTimeout(() => running.child.kill('SIGCONT'), 1_000)
  })
  const space = new Workspace(service.variables)
  space.write('trips.csv', toCsv(trips(2)))
  const running = space.start(['assess', 'trips.csv', '--json', '--no-wait', '--request-timeout', '1s'])
  const { code, summary, stderr } = await running.ended
  expect([code, summary.outcomes, service.created()], stderr).toEqual([0, { accepted: 2 }, ['E-001', 'E-002']])
})
