import { mkdirSync, readdirSync } from 'node:fs'
import { expect, it } from 'vitest'
import { readOutput } from '../support/outputs.ts'
import { assessed, Workspace } from '../support/program.ts'
import { startService } from '../support/service.ts'
import { toCsv, trips } from '../support/trips.ts'

it('SIGINT once: requests in flight finish, the workbook is written, exit 130, and the same command carries on', async () => {
  const service = await startService()
  const space = new Workspace(service.variables)
  space.write('trips.csv', toCsv(trips(60)))
  const first = space.start(['assess', 'trips.csv', '--json', '--rate', '40'])
  await first.until(() => service.created().length >= 10)
  first.child.kill('SIGINT')
  const { code, summary, stderr } = await first.ended

  expect(code, stderr).toBe(130)
  expect(summary.stopped).toBe('interrupted')
  const created = service.created().length
  expect(created).toBeLessThan(60)
  const { accepted = 0, scored = 0, ready = 0, ...others } = summary.outcomes
  expect([accepted + scored, ready, others]).toEqual([created, 60 - created, {}])
  const output = await readOutput(space.path(assessed('trips')))
  expect(output.column('assessmentId').filter(Boolean)).toHaveLength(created)

  const second = await space.assess('trips.csv', '--no-wait')
  expect(second.code, second.stderr).toBe(0)
  expect(new Set(service.created()).size).toBe(60)
  expect(service.created()).toHaveLength(60)
})

it('SIGINT twice: the program ends at once, and what was on its way is unknown at the next start', async () => {
  const service = await startService(({ fields }) => (fields['employeeId'] === 'E-002' ? 'hang' : undefined))
  const space = new Workspace(service.variables)
  space.write('trips.csv', toCsv(trips(2)))
  const first = space.start(['assess', 'trips.csv', '--no-wait', '--request-timeout', '10m'])
  await first.until(() => service.created().includes('E-002'))
  first.child.kill('SIGINT')
  await first.until(() => first.said().includes('once more'))
  first.child.kill('SIGINT')
  const { code: killed, stderr } = await first.ended
  expect(killed).toBe(130)
  expect(stderr.trimEnd()).toMatch(
    /ended at once: .*\n.*carry on with: rwa-batch assess trips\.csv --request-timeout 10m$/,
  )

  const { code, summary } = await space.assess('trips.csv', '--no-wait')
  expect([code, summary.outcomes]).toEqual([4, { accepted: 1, unknown: 1 }])
  expect(service.created()).toEqual(['E-001', 'E-002'])
})

it('a signal while the sheet is read ends check and assess; no copy of the ledger stays behind, not even a killed one', async () => {
  const service = await startService()
  const space = new Workspace(service.variables)
  const [heading = '', row = ''] = toCsv(trips(1)).split('\n')
  space.write('large.csv', `${heading}\n${`${row}\n`.repeat(60_000)}`)
  space.write('trips.csv', toCsv(trips(1)))
  mkdirSync(space.path('temporary'))
  const temporary = { TMPDIR: space.path('temporary') }
  const left = (): string[] => readdirSync(space.path('temporary'))

  const killed = space.start(['check', 'assess', 'large.csv'], temporary)
  await killed.until(() => left().length > 0)
  killed.child.kill('SIGKILL')
  await killed.ended
  expect(left()).toHaveLength(1)
  expect((await space.run(['check', 'assess', 'trips.csv'], temporary)).code).toBe(0)
  expect(left()).toEqual([])

  const checked = space.start(['check', 'assess', 'large.csv'], temporary)
  await checked.until(() => left().length > 0)
  checked.child.kill('SIGINT')
  expect((await checked.ended).code).toBe(130)
  expect(left()).toEqual([])

  const assessing = space.start(['assess', 'large.csv'])
  await assessing.until(() => assessing.said().includes('ledger is new'))
  assessing.child.kill('SIGTERM')
  const { code, stderr } = await assessing.ended
  expect([code, stderr]).toEqual([
    130,
    expect.stringContaining('interrupted while large.csv was read: nothing was sent'),
  ])
  expect(service.created()).toEqual([])
})
