import { expect, it } from 'vitest'
import { readOutput } from '../support/outputs.ts'
import { assessed, Workspace } from '../support/program.ts'
import { json, scores, startService } from '../support/service.ts'
import { toCsv, trips } from '../support/trips.ts'

it('scores of somebody else are not taken: identifiers are kept, sending stops after three, and the truth carries on', async () => {
  let isMixedUp = true
  const service = await startService(({ endpoint, fields }) =>
    endpoint === 'rwa_retrieve' && isMixedUp
      ? json({ status: 'success', data: { ...scores, assessmentId: fields['assessmentId'], employeeId: 'E-1 ' } })
      : undefined,
  )
  const space = new Workspace(service.variables)
  space.write('trips.csv', toCsv(trips(5)))
  expect((await space.assess('trips.csv', '--no-wait')).code).toBe(0)
  const { code, summary, stderr } = await space.assess('trips.csv')
  expect([code, summary.outcomes, summary.stopped]).toEqual([4, { accepted: 5 }, 'mixed-up'])
  expect(stderr).toContain('for another request')
  const output = await readOutput(space.path(assessed('trips')))
  expect(output.column('assessmentId')).toEqual(['A-E-001', 'A-E-002', 'A-E-003', 'A-E-004', 'A-E-005'])
  expect(output.column('problem')[0]).toContain('“E-1 ”, not “E-001”')
  expect(output.column('workingRights').every((cell) => (cell ?? '') === '')).toBe(true)

  isMixedUp = false
  expect((await space.assess('trips.csv')).summary.outcomes).toEqual({ scored: 5 })
  expect(service.created()).toHaveLength(5)
})
