import { mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { expect, it } from 'vitest'
import { createLogger } from '../../pipeline/stage.ts'
import { logLedgerState } from '../../rooms/app/ledger.ts'
import { ledgerFile, Workspace } from '../../support/program.ts'
import { startService } from '../../support/service.ts'
import { toCsv, trips } from '../../support/trips.ts'

it('what was sent from one folder is known in every other one, and a new ledger is reported', async () => {
  const service = await startService()
  const space = new Workspace(service.variables)
  space.write('trips.csv', toCsv(trips(3)))
  const first = await space.assess('trips.csv', '--no-wait', '--quiet')
  expect([first.code, service.created().length], first.stderr).toEqual([0, 3])
  expect(first.stderr).toContain(`the ledger is new: ${space.path(ledgerFile)}. It knows of no earlier submission`)
  expect(statSync(space.path(ledgerFile)).mode & 0o777).toBe(0o600)
  expect(statSync(space.path(dirname(ledgerFile))).mode & 0o777).toBe(0o700)

  mkdirSync(space.path('elsewhere'))
  const elsewhere = space.path('elsewhere')
  const second = await space.run(['assess', '../trips.csv', '--no-wait', '--json'], {}, elsewhere)
  expect([second.code, second.summary.outcomes], second.stderr).toEqual([0, { accepted: 3 }])
  expect(second.stderr).not.toMatch(/the ledger is new|using the ledger of this folder/)
  const plan = await space.run(['assess', '../trips.csv', '--dry-run', '--json'], {}, elsewhere)
  expect(JSON.parse(plan.stdout).firstRequests).toEqual([])
  const status = await space.run(['status', '../trips.csv', '--json'], {}, elsewhere)
  expect(JSON.parse(status.stdout).runs).toMatchObject([{ rows: 3 }])
  const attempts = await space.run(['status', '--attempts', '--json'], {}, elsewhere)
  expect(attempts.stdout.trim().split('\n')).toHaveLength(3)
  expect(service.created()).toHaveLength(3)
})

it('a ledger in output/ from before goes on being used there; without a home one must be named', async () => {
  const service = await startService()
  const space = new Workspace(service.variables)
  space.write('trips.csv', toCsv(trips(2)))
  const older = 'output/rwa-batch.ledger.sqlite'
  expect((await space.assess('trips.csv', '--no-wait', '--ledger', older)).code).toBe(0)
  const again = await space.assess('trips.csv', '--no-wait')
  expect([again.code, service.created().length]).toEqual([0, 2])
  expect(again.stderr).toContain(`using the ledger of this folder, ${space.path(older)}`)

  mkdirSync(space.path('other'))
  const refused = await space.run(['assess', 'trips.csv'], { HOME: undefined }, space.path('other'))
  expect([refused.code, service.created().length], refused.stderr).toEqual([2, 2])
  expect(refused.stderr).toContain('error: there is no place for the ledger of this user: HOME is not set\nSet it, or')
  expect((await space.run(['status'], { HOME: undefined })).code).toBe(2)
  expect((await space.run(['status', '--ledger', older], { HOME: undefined })).code).toBe(0)
})

it.each<[Parameters<typeof logLedgerState>[0], string[]]>([
  [{ name: '/led.sqlite', isNew: false }, []],
  [{ name: '/led.sqlite', isNew: true }, ['the ledger is new: /led.sqlite']],
  [{ name: '/led.sqlite', isNew: false, rights: 'tightened' }, ['others could use the ledger /led.sqlite']],
  [{ name: '/led.sqlite', isNew: false, rights: 'open' }, ['others can use the ledger /led.sqlite']],
])('of %o it is said: %j', (ledger, expected) => {
  const logger = createLogger()
  logLedgerState(ledger, '/home/ada', logger)
  expect(logger.said).toEqual(expected.map((text) => expect.stringContaining(`warn: ${text}`)))
})
