import { linkSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { ledgerFile, Workspace } from '../support/program.ts'
import { startService } from '../support/service.ts'
import { toCsv, trips } from '../support/trips.ts'

/** The next run: with something done before, other arguments, another host, or other variables. */
interface Next {
  act?(space: Workspace): void
  args?: readonly string[]
  host?: string
  variables?: Readonly<Record<string, string>>
}

function damage(file: string): void {
  const bytes = readFileSync(file)
  writeFileSync(file, bytes.fill(0x41, 4_096, 40_960))
}

it.each<[string, Next]>([
  ['a ledger with damaged pages', { act: (space) => damage(space.path(ledgerFile)) }],
  ['a ledger that was cut off', { act: (space) => truncateSync(space.path(ledgerFile), 8_192) }],
  ['a ledger that is gone', { act: (space) => rmSync(space.path(ledgerFile)) }],
  ['a ledger with a second name', { act: (space) => linkSync(space.path(ledgerFile), space.path('other')) }],
  ['another file in place of a ledger', { args: ['--ledger', 'trips.csv', '--new-ledger'] }],
  ['another token for the address', { variables: { RWA_API_TOKEN: 'another-token' } }],
  ['the token under another label', { args: ['--company', 'globex'] }],
  ['the token for another host', { host: '127.0.0.2' }],
  ['a token that is none', { variables: { RWA_API_TOKEN: 'Bearer me' } }],
  ['an output in what is no folder', { args: ['-o', 'trips.csv/out.xlsx'] }],
  ['an output in a folder that is missing', { args: ['-o', 'nope/out.xlsx'] }],
  ['the input as the output', { args: ['-o', 'trips.csv'] }],
])('%s is refused by the plan in the words of the run, and nothing is sent', async (_, next) => {
  const service = await startService()
  const { act, args = [], host = '127.0.0.1', variables } = next
  const space = new Workspace(service.variables)
  space.write('trips.csv', toCsv(trips(1)))
  await space.assess('trips.csv', '--no-wait')
  act?.(space)
  const sent = service.requests.length
  const base = ['assess', 'trips.csv', '--base-url', service.baseUrl.replace('127.0.0.1', host), ...args]
  const planned = await space.run([...base, '--dry-run'], variables)
  const ran = await space.run(base, variables)
  const refusalIn = (text: string): string => /^error: .*/ms.exec(text)?.[0] ?? ''
  expect(refusalIn(ran.stderr)).not.toBe('')
  expect([planned.code, refusalIn(planned.stderr)]).toEqual([ran.code, refusalIn(ran.stderr)])
  expect(service.requests.length).toBe(sent)
})

it('a plan makes no folder, and needs no token', async () => {
  const service = await startService()
  const space = new Workspace({ RWA_BASE_URL: service.baseUrl })
  space.write('trips.csv', toCsv(trips(1)))
  const { code, stderr } = await space.run(['assess', 'trips.csv', '--dry-run'])
  expect([code, stderr]).toEqual([0, expect.stringContaining('Nothing was sent.')])
  expect(readdirSync(space.folder)).toEqual(['trips.csv'])
})
