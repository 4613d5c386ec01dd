import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { readOutput } from '../support/outputs.ts'
import { assessed, until, Workspace } from '../support/program.ts'
import { SandboxProcess } from '../support/sandbox-process.ts'
import { startService } from '../support/service.ts'
import { toCsv, trips } from '../support/trips.ts'

let sandbox: SandboxProcess
beforeAll(async () => {
  sandbox = await SandboxProcess.start()
})
afterAll(() => sandbox.close())
beforeEach(() => sandbox.forget())

it('killed with SIGKILL in the middle and started again, it creates no trip twice and loses no identifier', async () => {
  const space = new Workspace(sandbox.variables)
  space.write('trips.csv', toCsv(trips(300)))
  const first = space.start(['assess', 'trips.csv', '--concurrency', '8'])
  await until(() => sandbox.count() >= 100)
  first.child.kill('SIGKILL')
  const { signal } = await first.ended
  expect([signal, sandbox.count() < 300]).toEqual(['SIGKILL', true])

  const { code, summary, stderr } = await space.assess('trips.csv')

  const { scored = 0, unknown = 0 } = summary.outcomes
  expect(scored + unknown, stderr).toBe(300)
  expect(code).toBe(unknown > 0 ? 4 : 0)
  const created = sandbox.created()
  expect(new Set(created.map(({ input }) => input['employeeId'])).size).toBe(created.length)
  const { results } = await readOutput(space.path(assessed('trips')))
  const inWorkbook = new Map(results.map((row) => [row['Staff ID'], row]))
  const missing = created.filter(({ id, input }) => {
    const row = inWorkbook.get(String(input['employeeId']))
    return row?.['assessmentId'] !== id && row?.['outcome'] !== 'unknown'
  })
  expect(missing).toEqual([])
})

it('what was on its way when the process was killed is unknown, is listed in Unknown, and is never sent again by itself', async () => {
  const service = await startService(({ fields }) => (fields['employeeId'] === 'E-002' ? 'hang' : undefined))
  const space = new Workspace(service.variables)
  space.write('trips.csv', toCsv(trips(3)))
  const first = space.start(['assess', 'trips.csv', '--concurrency', '1', '--no-wait'])
  await until(() => service.created().includes('E-002'))
  first.child.kill('SIGKILL')
  await first.ended

  const { code, summary, stderr } = await space.assess('trips.csv', '--no-wait')

  expect(code).toBe(4)
  expect(summary.outcomes).toEqual({ accepted: 2, unknown: 1 })
  expect(service.created()).toEqual(['E-001', 'E-002', 'E-003'])
  expect(stderr).toContain('sheet Unknown')
  const { rows } = (await readOutput(space.path(assessed('trips')))).table('Unknown')
  expect(rows).toEqual([expect.objectContaining({ row: 3, employeeId: 'E-002', sentAt: expect.stringMatching(/Z$/) })])
})
