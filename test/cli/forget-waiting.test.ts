import { describe, expect, it } from 'vitest'
import { dayMs, systemClock } from '../rooms/support.ts'
import { startDecisionService } from '../support/decision-service.ts'
import { startInProcess } from '../support/in-process.ts'
import { Workspace } from '../support/program.ts'
import { toCsv, trip } from '../support/trips.ts'

async function createScene() {
  const { variables } = await startDecisionService()
  const space = new Workspace(variables)
  space.writeProfile({ retention: { trips: 'P7D' } })
  space.write('trips.csv', toCsv([trip('E-1'), trip('E-2')]))
  expect((await space.assess('trips.csv')).code).toBe(0)
  space.write('d.csv', toCsv([{ assessmentId: 'A-E-1', status: 'Approved', complianceTeamMemberId: 'C-001' }]))
  const sealed = await space.run(['decide', 'd.csv', '--seal', 'plan.xlsx', '--by', 'C-001'])
  expect(sealed.code, sealed.stderr).toBe(0)
  return {
    space,
    waits: `row 2 in ${space.path('d.csv')} is waiting in run 2 for its release`,
    /** The same command days later. */
    forgetLater(days: number, ...args: readonly string[]) {
      const clock = { ...systemClock, now: () => systemClock.now() + days * dayMs }
      const surrounded = { folder: space.folder, env: { HOME: space.folder, ...variables } }
      return startInProcess(['ledger', 'forget', ...args, '--yes'], surrounded, clock).ended
    },
  }
}

describe('ledger forget of a person with a decision that waits for a second person', () => {
  it('says in which run, until somebody has released it', async () => {
    const { space, waits } = await createScene()
    const forget = () => space.run(['ledger', 'forget', '--employee', 'E-1', '--yes'])
    const refused = await forget()
    expect([refused.code, refused.stderr]).toEqual([4, expect.stringContaining(`E-1: ${waits}`)])
    expect(refused.stderr).toContain('Nothing to forget.')
    const exported = await space.run(['ledger', 'export', '--employee', 'E-1', '-o', 'person.csv'])
    expect(exported.code, exported.stderr).toBe(0)
    const released = await space.run(['decide', '--release', 'plan.xlsx', '--by', 'M-2', '--yes'])
    expect(released.code, released.stderr).toBe(0)
    const forgotten = await forget()
    expect([forgotten.code, forgotten.stderr]).toEqual([
      0,
      expect.stringContaining('Forgotten: 2 requests and 2 rows.'),
    ])
  })

  it.each([
    ['--by-retention', []],
    ['--before', ['2999']],
  ] as const)('%s leaves its trip, and takes it when nobody can release the run any more', async (by, more) => {
    const { waits, forgetLater } = await createScene()
    const early = await forgetLater(8, by, ...more)
    expect([early.code, early.stderr]).toEqual([4, expect.stringContaining(`  ${waits}`)])
    expect(early.stderr).toContain('Forgotten: 1 request and 1 row.')
    const late = await forgetLater(15, by, ...more)
    expect([late.code, late.stderr]).toEqual([0, expect.stringContaining('Forgotten: 1 request and 1 row.')])
    expect(late.stderr).not.toContain('waiting')
  })
})
