import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { audit } from '../support/audit.ts'
import { readOutput } from '../support/outputs.ts'
import { assessed, Workspace } from '../support/program.ts'
import { startService } from '../support/service.ts'
import { TestSandbox } from '../support/test-sandbox.ts'
import { toCsv, trips } from '../support/trips.ts'

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await TestSandbox.start()
})
afterAll(() => sandbox.close())
beforeEach(() => sandbox.forget())

describe('the audit finds', () => {
  it('what is created twice when the memory of the first run is taken away', async () => {
    const space = new Workspace(sandbox.variables)
    space.write('trips.csv', toCsv(trips(3)))
    await space.assess('trips.csv', '--no-wait')
    await space.assess('trips.csv', '--no-wait', '--ledger', 'other.sqlite', '--new-ledger', '-o', 'other.xlsx')
    const { results } = await readOutput(space.path('other.xlsx'))
    const [first, second, third, ...again] = sandbox.created().map(({ id }) => id)
    expect(audit(sandbox.created(), results, 'Staff ID')).toEqual({ twice: again, lost: [first, second, third] })
  })

  it('no loss where the row is unknown', () => {
    const created = { id: 'A-1', company: 'Acme', input: { employeeId: 'E-1' } }
    expect(audit([created], [{ 'Staff ID': 'E-1', outcome: 'unknown' }], 'Staff ID').lost).toEqual([])
    expect(audit([created], [{ 'Staff ID': 'E-1', outcome: 'ready' }], 'Staff ID').lost).toEqual(['A-1'])
  })
})

it('what was on its way when the process was killed is unknown, is listed in Unknown, and is never sent again by itself', async () => {
  const service = await startService(({ fields }) => (fields['employeeId'] === 'E-002' ? 'hang' : undefined))
  const space = new Workspace(service.variables)
  space.write('trips.csv', toCsv(trips(3)))
  const first = space.start(['assess', 'trips.csv', '--concurrency', '1', '--no-wait'])
  await first.until(() => service.created().includes('E-002'))
  first.child.kill('SIGKILL')
  await first.ended

  const { code, summary, stderr } = await space.assess('trips.csv', '--no-wait')

  expect(code).toBe(4)
  expect(summary.outcomes).toEqual({ accepted: 2, unknown: 1 })
  expect(service.created()).toEqual(['E-001', 'E-002', 'E-003'])
  expect(stderr).toContain('sheet Unknown')
  const { rows } = (await readOutput(space.path(assessed('trips')))).table('Unknown')
  expect(rows).toEqual([expect.objectContaining({ row: 3, employeeId: 'E-002', sentAt: expect.any(Date) })])
})
