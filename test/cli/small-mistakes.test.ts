import { expect, it } from 'vitest'
import { Workspace } from '../support/program.ts'
import { startService } from '../support/service.ts'
import { toCsv, trip } from '../support/trips.ts'

it('a file that does not exist is named before its token or its ledger is looked at', async () => {
  const service = await startService()
  const space = new Workspace(service.variables)
  space.write('trips.csv', toCsv([trip('E-1')]))
  const first = await space.assess('trips.csv', '--no-wait')
  expect(first.stderr).toContain('1 row in ')
  const wrongLabel = await space.run(['assess', 'nothere.csv', '--company', 'other'])
  expect([wrongLabel.code, wrongLabel.stderr]).toEqual([2, expect.stringContaining('nothere.csv does not exist')])
  expect(wrongLabel.stderr).not.toContain('token')

  const unknown = await space.run(['status', 'nothere.csv'])
  expect([unknown.code, unknown.stderr]).toEqual([
    2,
    expect.stringContaining('nothere.csv does not exist here, and no run of it is known'),
  ])
  space.write('new.csv', toCsv([trip('E-2')]))
  const unsent = await space.run(['status', 'new.csv', '-q'])
  expect([unsent.code, unsent.stdout]).toEqual([0, 'No run of new.csv yet.\n'])
})

it('check of a file without the operation names the command, in plain words', async () => {
  const space = new Workspace()
  const { code, stderr } = await space.run(['check', 'good.csv'])
  expect(code).toBe(2)
  expect(stderr).toContain('error: good.csv is a file, not assess, decide or invite')
  expect(stderr).toContain('Say what the sheet is for: assess good.csv')
  expect(stderr).not.toContain('command-argument')
})

it('--sandbox and --base-url together are refused', async () => {
  const space = new Workspace()
  space.write('trips.csv', toCsv([trip('E-1')]))
  const { code, stderr } = await space.run([
    'assess',
    'trips.csv',
    '--sandbox',
    '--base-url',
    'https://service.example/',
  ])
  expect([code, stderr]).toEqual([
    2,
    expect.stringContaining("option '--sandbox' cannot be used with option '--base-url <url>'"),
  ])
})

it('an address that misspells version-test is said to be production', async () => {
  const service = await startService()
  const space = new Workspace(service.variables)
  space.write('trips.csv', toCsv([trip('E-1')]))
  const base = String(service.variables['RWA_BASE_URL'])
  const plan = (address: string) => space.run(['assess', 'trips.csv', '--dry-run', '--base-url', address])
  const misspelt = await plan(base.replace('version-test', 'version-tset'))
  expect(misspelt.stderr).toContain('counts as production: “version-tset” in it is not “version-test”')
  for (const address of [base, base.replace('version-test', 'version-live'), base.replace('version-test', 'v2')])
    expect((await plan(address)).stderr).not.toContain('counts as production')
})

it('report says one of each, and nothing with -q', async () => {
  const service = await startService()
  const space = new Workspace(service.variables)
  space.write('trips.csv', toCsv([trip('E-1')]))
  await space.assess('trips.csv')
  const told = await space.run(['report', '-o', 'report.html'])
  expect([told.code, told.stderr]).toEqual([0, expect.stringContaining('1 trip and 0 hires of 1 person')])
  const quiet = await space.run(['report', '-o', 'quiet.html', '-q'])
  expect([quiet.code, quiet.stderr, quiet.stdout]).toEqual([0, '', expect.stringContaining('quiet.html')])
})
