import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { type Ended, Workspace } from '../support/program.ts'
import { json, type Reply, startService } from '../support/service.ts'
import { hasTerminal, startOnTerminal } from '../support/terminal.ts'
import { type Row, toCsv, trip, trips } from '../support/trips.ts'

/** Each in another place, so that what fails names it. */
function hostile(place: string): string {
  return `${place}\u001b]0;title\u0007\u001b[2J\n2026-01-01T00:00:00.000Z info forged ${place}\u009b1m\u202e\u2028end`
}

const acting = /[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028-\u202e]/

function expectPlain({ stdout, stderr }: Pick<Ended, 'stdout' | 'stderr'>): void {
  expect(stdout + stderr).not.toMatch(acting)
  expect(stdout + stderr).not.toMatch(/^2026-01-01T\S+ info forged/m)
}

function refuse(): Reply {
  return json({ status: 'error', errors: [{ field: hostile('field'), message: hostile('message') }] })
}

it('nothing that a sheet, a name, a label or the service says acts on the terminal or makes a line of its own', async () => {
  const service = await startService(({ fields, endpoint }) => {
    if (endpoint === 'rwa_update' || String(fields['employeeId']).startsWith('E-bad')) return refuse()
    if (fields['employeeId'] === 'E-401') {
      return { ...json({ status: 'error', success: false, message: hostile('refusal') }), status: 401 }
    }
    return undefined
  })
  const space = new Workspace(service.variables)
  const file = 'trips\u001b[31m\u0007\u202e.csv'
  const odd: Row = { [hostile('heading')]: hostile('cell'), 'Trip start': hostile('date') }
  space.write(file, toCsv([trip('E-1'), trip('E-bad'), trip('E-2', odd), trip(hostile('E-3'))]))
  space.write('refused.csv', toCsv([trip('E-401')]))
  space.write('decisions.csv', toCsv([{ assessmentId: 'A-1', status: 'Pending', note: hostile('note') }]))
  const common = ['--ledger', 'ledger.sqlite', '--log-file', 'log.txt', '-v', '--company', hostile('company')]
  const ends = [
    await space.run(['inspect', file]),
    await space.run(['inspect', file, '--json']),
    await space.run(['check', 'assess', file]),
    await space.run(['assess', file, '--dry-run', ...common]),
    await space.run(['assess', file, '--json', ...common, '-o', 'out\u0007.xlsx']),
    await space.run(['assess', 'refused.csv', ...common]),
    await space.run(['decide', 'decisions.csv', '--yes', ...common]),
    await space.run(['status', '--ledger', 'ledger.sqlite']),
    await space.run(['status', '--ledger', 'ledger.sqlite', '--json']),
    await space.run(['status', '--attempts', '--ledger', 'ledger.sqlite']),
    await space.run(['status', '--attempts', '--csv', '--ledger', 'ledger.sqlite']),
    await space.run(['status', '--attempts', '--json', '--ledger', 'ledger.sqlite']),
    await space.run(['assess', `gone${file}`, ...common]),
    await space.run([`no-command\u001b[2J`]),
  ]
  for (const end of ends) expectPlain(end)
  const said = ends.map(({ stdout, stderr }) => stdout + stderr).join('\n')
  for (const place of ['heading', 'cell', 'message', 'refusal', 'company']) {
    expect(said).toContain(`${place}\\u{1b}]0;title\\u{7}`)
  }
  expect(service.requests.length).toBeGreaterThan(3)
  const log = readFileSync(space.path('log.txt'), 'utf8')
  expectPlain({ stdout: log, stderr: '' })
  expect(log).toContain('refusal\\u{1b}')
}, 60_000)

it.runIf(hasTerminal)('nor does a question that quotes the service', async () => {
  const service = await startService(refuse)
  const space = new Workspace(service.variables)
  space.write('trips.csv', toCsv(trips(25)))
  const session = startOnTerminal(
    space.folder,
    ['assess', 'trips.csv', '--ledger', 'l.sqlite', '--yes'],
    service.variables,
  )
  await session.until('Go on? [y/N]')
  expect(session.said()).toContain('message\\u{1b}]0;title')
  expect(session.said()).not.toContain('\u001b]0;title')
  session.type('n\r')
  await session.ended
})
