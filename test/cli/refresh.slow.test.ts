import { afterAll, beforeAll, expect, it } from 'vitest'
import { readCsvOutput, readOutput } from '../support/outputs.ts'
import { Workspace } from '../support/program.ts'
import { TestSandbox } from '../support/test-sandbox.ts'
import { toCsv, trips } from '../support/trips.ts'

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await TestSandbox.start()
})
afterAll(() => sandbox.close())

it('refresh asks for what --no-wait left, without the sheet, and for lists; it creates nothing and says “asked again”', async () => {
  const space = new Workspace(sandbox.variables)
  space.write('trips.csv', toCsv(trips(3)))
  await space.assess('trips.csv', '--no-wait')
  const ids = sandbox.created().map(({ id }) => id)
  sandbox.forget()

  const known = await space.run(['refresh', '--json'])
  expect([known.code, known.summary.outcomes], known.stderr).toEqual([0, { scored: 3 }])
  expect(known.stderr).toContain('3  scored     asked again, with scores')
  expect(known.stderr).toContain('nothing is created')
  const named = (await readOutput(space.path('output/refreshed.xlsx'))).column('assessmentId')
  // They are sent side by side.
  expect(named.map(String).toSorted()).toEqual(ids.toSorted())

  const nothing = await space.run(['refresh', '--json'])
  expect([nothing.code, nothing.stderr]).toEqual([2, expect.stringContaining('nothing to ask for')])

  const colleague = new Workspace(sandbox.variables)
  colleague.write('list.csv', `assessmentId\n${ids[0]}\n`)
  const list = await colleague.run(['refresh', 'list.csv', '-o', 'list.refreshed.csv'])
  expect(list.code, list.stderr).toBe(0)
  expect(readCsvOutput(colleague.path('list.refreshed.csv')).rows).toEqual([
    expect.objectContaining({ assessmentId: ids[0], outcome: 'scored', overallTrip: expect.stringMatching(/^\d/) }),
  ])
  expect(sandbox.count()).toBe(0)
})
