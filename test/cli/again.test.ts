import { expect, it } from 'vitest'
import { Workspace } from '../support/program.ts'
import { startService } from '../support/service.ts'
import { toCsv, trips } from '../support/trips.ts'

function countByEmployee(employees: readonly string[]): number[] {
  const counts = new Map<string, number>()
  for (const employee of employees) counts.set(employee, (counts.get(employee) ?? 0) + 1)
  return [...new Set(counts.values())].toSorted()
}

it('--again creates everything once more, and an --again that was interrupted is carried on without a third', async () => {
  const service = await startService()
  const space = new Workspace(service.variables)
  space.write('trips.csv', toCsv(trips(20)))
  await space.assess('trips.csv', '--no-wait')
  expect(service.created()).toHaveLength(20)

  const interrupted = space.start(['assess', 'trips.csv', '--no-wait', '--again', '--rate', '20'])
  await interrupted.until(() => service.created().length >= 26)
  interrupted.child.kill('SIGINT')
  expect((await interrupted.ended).code).toBe(130)
  const sent = service.created().length
  expect(sent).toBeLessThan(40)

  const carriedOn = await space.assess('trips.csv', '--no-wait', '--again')
  expect([carriedOn.code, carriedOn.summary.outcomes]).toEqual([0, { accepted: 20 }])
  expect(countByEmployee(service.created())).toEqual([2])

  const plain = await space.assess('trips.csv', '--no-wait')
  expect([plain.code, service.created().length]).toEqual([0, 40])
  expect(plain.stderr).not.toContain('no longer in')
  expect(plain.stderr).toContain('20 assessments of earlier runs are replaced by a newer one (sheet Orphans)')
})
