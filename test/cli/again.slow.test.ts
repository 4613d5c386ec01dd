import { expect, it } from 'vitest'
import { Workspace } from '../support/program.ts'
import { startService } from '../support/service.ts'
import { toCsv, trips } from '../support/trips.ts'

function countByEmployee(employees: readonly string[]): number[] {
  const counts = new Map<string, number>()
  for (const employee of employees) counts.set(employee, (counts.get(employee) ?? 0) + 1)
  return [...new Set(counts.values())].toSorted()
}

it('an --again that was killed is carried on without a third', async () => {
  const service = await startService()
  const space = new Workspace(service.variables)
  space.write('trips.csv', toCsv(trips(20)))
  await space.assess('trips.csv', '--no-wait')

  const killed = space.start(['assess', 'trips.csv', '--no-wait', '--again', '--rate', '20'])
  await killed.until(() => service.created().length >= 26)
  killed.child.kill('SIGKILL')
  await killed.ended

  const { summary } = await space.assess('trips.csv', '--no-wait', '--again')
  const { accepted = 0, unknown = 0 } = summary.outcomes
  expect(accepted + unknown).toBe(20)
  expect(countByEmployee(service.created())).toEqual([2])
})
