import { join } from 'node:path'
import { expect, it } from 'vitest'
import { readParts } from '../sheet/writing/read-workbook.ts'
import { Workspace } from '../support/program.ts'
import { startService } from '../support/service.ts'
import { toCsv, trips } from '../support/trips.ts'
import { enterPage } from './page-client.ts'

/** Of options, commands, environment variables, and names of fields. */
const ofTerminal =
  /.{0,40}(?:(?<![\w<!])--[a-z]|\b[Ss]ame command\b|\brwa-batch \w|RWA_[A-Z]|\b(?:start|end)Date\b|\bworkingDays\b|\blegalRight\b).{0,40}/g

it('a workbook from the page names neither options nor commands nor fields; one from a terminal does', async () => {
  let lost = 0
  const service = await startService(({ endpoint }) => {
    if (endpoint !== 'rwa_create') return undefined
    lost += 1
    return lost === 1 ? 'drop' : undefined
  })
  const workspace = new Workspace(service.variables)
  const wrong = { 'Trip start': '03/04/2026', 'Trip end': '', 'Host country': 'Portgual', Seniority: '' }
  const rows = trips(6).map((row, index) => (index < 3 ? { ...row, ...wrong } : row))
  workspace.write('trips.csv', toCsv(rows))
  const client = await enterPage(workspace, ['trips.csv'])
  await client.until(({ check }) => check !== null)
  const { plan } = await client.post('/api/plan')
  await client.post('/api/run', { plan: plan?.id })
  const { run } = await client.until((state) => state.run?.end != null)
  expect(service.created().length).toBeGreaterThan(0)
  const told = async (file: string): Promise<string[]> =>
    [...(await readParts(file))].flatMap(([name, part]) =>
      name.endsWith('.xml') ? (String(part).match(ofTerminal) ?? []) : [],
    )
  expect(await told(join(run?.end?.output?.folder ?? '', run?.end?.output?.name ?? ''))).toEqual([])
  await workspace.run(['assess', 'trips.csv', '-o', 'told.xlsx', '--no-wait'])
  expect((await told(workspace.path('told.xlsx'))).length).toBeGreaterThan(0)
})
