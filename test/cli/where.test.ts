import { expect, it } from 'vitest'
import { sentTo, startDecisionService } from '../support/decision-service.ts'
import { readOutput } from '../support/outputs.ts'
import { assessed, Workspace } from '../support/program.ts'
import { startService } from '../support/service.ts'
import { toCsv, toXlsx, trip } from '../support/trips.ts'

const rows = [
  trip('A-1', { Company: 'ACME' }),
  trip('G-1', { Company: 'Globex' }),
  trip('A-2', { Company: 'acme ' }),
  trip('G-2', { Company: 'Globex', 'Trip end': 'soon' }),
]

it('--where sends one company of a sheet; the other rows are skipped, counted apart, and never orphans', async () => {
  const service = await startService()
  const space = new Workspace(service.variables)
  space.write('trips.xlsx', await toXlsx(rows))
  const acme = await space.assess('trips.xlsx', '--where', 'company=ACME')
  expect([acme.code, acme.summary.outcomes, service.created()]).toEqual([0, { scored: 2, skipped: 2 }, ['A-1', 'A-2']])
  expect(acme.stderr).toContain('Company=ACME selects 2 of 4 rows')
  const { results } = await readOutput(space.path(assessed('trips')))
  expect(results[1]).toMatchObject({ outcome: 'skipped', problem: 'left out: Company is “Globex” (--where)' })

  const globex = await space.assess('trips.xlsx', '--where', 'Company=GLOBEX')
  expect(globex.summary).toMatchObject({ outcomes: { scored: 1, invalid: 1, skipped: 2 }, orphans: 0 })
  expect(service.created()).toEqual(['A-1', 'A-2', 'G-1'])
  expect((await readOutput(space.path(assessed('trips')))).sheets).not.toContain('Orphans')

  const both = await space.assess('trips.xlsx', '--where', 'Company=ACME', '--where', 'Company=Globex')
  expect(both.summary).toMatchObject({ outcomes: { scored: 3, invalid: 1 }, alreadyDone: 3, orphans: 0 })
})

it('--where that selects nothing, or names no column, sends nothing', async () => {
  const service = await startService()
  const space = new Workspace(service.variables)
  space.write('trips.csv', toCsv(rows))
  const none = await space.assess('trips.csv', '--where', 'Company=ACNE')
  expect([none.code, service.requests.length]).toEqual([2, 0])
  expect(none.stderr).toContain('no row has Company=ACNE')
  expect(none.stderr).toContain('Company has “ACME”, “Globex”')
  const unknown = await space.run(['check', 'assess', 'trips.csv', '--where', 'Compny=ACME'])
  expect([unknown.code, unknown.stderr]).toEqual([2, expect.stringContaining('rows are chosen by “Compny”')])
})

it('--where sends the decisions of one team; those of the other are neither sent nor called missing', async () => {
  const service = await startDecisionService()
  const space = new Workspace(service.variables)
  const decided = (assessmentId: string, Team: string) => ({ assessmentId, status: 'Pending', Team })
  space.write('d.csv', toCsv([decided('A-1', 'North'), decided('B-1', 'South'), decided('A-2', 'North')]))
  const decide = async (...options: string[]) => {
    const { stdout, stderr } = await space.run(['decide', 'd.csv', '--yes', '--json', ...options])
    return { stderr, summary: JSON.parse(stdout.trimEnd().split('\n').at(-1) ?? '') }
  }
  const north = await decide('--where', 'Team=North')
  expect([north.summary.outcomes, sentTo(service, 'rwa_update').length], north.stderr).toEqual([
    { decided: 2, skipped: 1 },
    2,
  ])
  const south = await decide('--where', 'Team=South')
  expect([south.summary.outcomes, south.summary.orphans]).toEqual([{ decided: 1, skipped: 2 }, 0])
  const all = await decide()
  expect([all.summary.alreadyDone, all.summary.orphans, sentTo(service, 'rwa_update').length]).toEqual([3, 0, 3])
})
