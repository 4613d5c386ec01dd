import { existsSync } from 'node:fs'
import { expect, it } from 'vitest'
import { assessed, Workspace } from '../support/program.ts'
import { startService } from '../support/service.ts'
import { toCsv, toXlsx, trips } from '../support/trips.ts'

/** `refuse`: every request is answered as an address that is not the service's. */
async function startTwo(refuse: number | 'drop'): Promise<{ right: string; wrong: string; space: Workspace }> {
  const wrong = await startService(() => (refuse === 'drop' ? 'drop' : { status: refuse, body: 'No such endpoint' }))
  const right = await startService()
  return { right: right.baseUrl, wrong: wrong.baseUrl, space: new Workspace(right.variables) }
}

it('an output of which nothing was sent gives its name to the next run, whatever its address', async () => {
  const { right, wrong, space } = await startTwo(404)
  space.write('trips.xlsx', await toXlsx(trips(3)))
  const typo = await space.assess('trips.xlsx', '--no-wait', '--base-url', wrong)
  expect([typo.code, typo.summary.output]).toEqual([2, assessed('trips')])
  const after = await space.assess('trips.xlsx', '--no-wait', '--base-url', right)
  expect([after.code, after.summary.output]).toEqual([0, assessed('trips')])
  expect(after.stderr).not.toContain('holds the results')

  // It names identifiers now.
  const again = await space.assess('trips.xlsx', '--no-wait', '--trust-address', '--base-url', wrong)
  expect(again.summary.output).not.toBe(assessed('trips'))
  expect(again.stderr).toContain(`${assessed('trips')} holds the results from ${right}`)
})

it('an output with an unknown row keeps its name, although it has no identifier', async () => {
  const { right, wrong, space } = await startTwo('drop')
  space.write('trips.xlsx', await toXlsx(trips(1)))
  const first = await space.assess('trips.xlsx', '--no-wait', '--base-url', wrong)
  expect(first.summary.outcomes).toEqual({ unknown: 1 })
  const after = await space.assess('trips.xlsx', '--no-wait', '--base-url', right)
  expect(after.summary.output).not.toBe(assessed('trips'))
})

it('a CSV output of which nothing was sent gives its names to the next run, also those beside it', async () => {
  const { right, wrong, space } = await startTwo(404)
  space.write('trips.csv', toCsv([...trips(2), { ...trips(1)[0], 'Staff ID': '' }] as Record<string, string>[]))
  const toFile = ['--no-wait', '-o', 'out.csv']
  await space.assess('trips.csv', ...toFile, '--base-url', wrong)
  const { summary } = await space.assess('trips.csv', ...toFile, '--base-url', right)
  expect(summary).toMatchObject({ output: 'out.csv', beside: { Problems: 'out.problems.csv' } })

  // Corrected and sent to the right address, nothing of the wrong one stays.
  space.write('trips.csv', toCsv([...trips(3), { ...trips(1)[0], 'Staff ID': '' }] as Record<string, string>[]))
  await space.assess('trips.csv', '--no-wait', '-o', 'new.csv', '--trust-address', '--base-url', wrong)
  expect(existsSync(space.path('new.problems.csv'))).toBe(true)
  space.write('trips.csv', toCsv(trips(3)))
  const done = await space.assess('trips.csv', '--no-wait', '-o', 'new.csv', '--base-url', right)
  expect([done.summary.output, existsSync(space.path('new.problems.csv'))]).toEqual(['new.csv', false])
})
