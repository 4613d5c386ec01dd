import { expect, it } from 'vitest'
import { Workspace } from '../support/program.ts'
import { startService } from '../support/service.ts'
import { toCsv, trips } from '../support/trips.ts'

it('an output handed in where another ledger is in use sends no row that it calls unknown', async () => {
  const service = await startService(({ fields }) => (fields['employeeId'] === 'E-002' ? 'drop' : undefined))
  const space = new Workspace(service.variables)
  space.write('trips.csv', toCsv(trips(3)))
  const first = await space.assess('trips.csv', '--no-wait')
  expect(first.summary.outcomes).toMatchObject({ accepted: 2, unknown: 1 })
  expect(service.created()).toHaveLength(3)

  const output = String(first.summary.output)
  const other = ['--ledger', 'elsewhere.sqlite', '-o', 'elsewhere.xlsx']
  const elsewhere = await space.assess(output, '--no-wait', ...other, '--new-ledger')
  expect(elsewhere.summary.outcomes).toMatchObject({ accepted: 2, unknown: 1 })
  expect(service.created()).toHaveLength(3)

  await space.assess(output, '--no-wait', ...other, '--retry-unknown')
  expect(service.created()).toHaveLength(4)
})

it('a dry run refuses an output of another ledger as the run does, and changes nothing', async () => {
  const service = await startService()
  const space = new Workspace(service.variables)
  space.write('trips.csv', toCsv(trips(3)))
  await space.assess('trips.csv', '--no-wait')
  const other = ['--ledger', 'elsewhere.sqlite', '--new-ledger']
  const planned = await space.run(['assess', 'trips.csv', ...other, '--dry-run'])
  const refused = await space.run(['assess', 'trips.csv', ...other])
  expect([planned.code, refused.code, service.created().length]).toEqual([1, 1, 3])
  const reason =
    /trips\.assessed\.xlsx names \S+ \(and perhaps more\), which the ledger \S*elsewhere\.sqlite does not know/
  expect(planned.stderr).toMatch(reason)
  expect(refused.stderr).toMatch(reason)
  expect(planned.stdout).not.toContain('to send')
})

it('a dry run against a service that was not met says the fewest calls, and a time that is assumed', async () => {
  const service = await startService()
  const space = new Workspace(service.variables)
  space.write('trips.csv', toCsv(trips(3)))
  const first = await space.run(['assess', 'trips.csv', '--dry-run'])
  const assumed = 'At least 6 calls: about 1 s at 16 a second, which is assumed, as this service was not met yet'
  expect(first.stdout).toContain(assumed)
  await space.assess('trips.csv')
  space.write('trips.csv', toCsv(trips(6)))
  const second = await space.run(['assess', 'trips.csv', '--dry-run'])
  expect(second.stdout).not.toContain('assumed')
  expect(second.stdout).toMatch(/ calls at [\d.,]+ a second/)
})
