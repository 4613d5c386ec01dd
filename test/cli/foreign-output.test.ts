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
