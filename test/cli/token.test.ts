import { chmodSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readParts } from '../sheet/writing/read-workbook.ts'
import { readOutput } from '../support/outputs.ts'
import { assessed, ledgerFile, Workspace } from '../support/program.ts'
import { isCreateOf, refusal, startService, token } from '../support/service.ts'
import { toCsv, trips } from '../support/trips.ts'

describe('a token that the service refuses', () => {
  it('ends the run after one request, with 2, every row stays ready, and the right token carries on', async () => {
    const service = await startService(({ authorization }) =>
      authorization === 'Bearer right' ? undefined : refusal('Invalid Auth'),
    )
    const space = new Workspace(service.variables)
    space.write('trips.csv', toCsv(trips(12)))
    const { code, summary, stderr } = await space.assess('trips.csv')
    expect([code, service.requests.length]).toEqual([2, 1])
    expect(summary).toMatchObject({ outcomes: { ready: 12 }, stopped: 'authorisation' })
    expect(stderr).toContain('Invalid Auth')
    expect((await readOutput(space.path(assessed('trips')))).column('outcome')).toEqual(Array(12).fill('ready'))

    const carriedOn = await space.run(['assess', 'trips.csv', '--no-wait'], { RWA_API_TOKEN: 'right' })
    expect([carriedOn.code, new Set(service.created()).size, service.created().length]).toEqual([0, 12, 13])
  })
})

it('the token is in no output, log file, ledger or workbook, even when the service repeats it', async () => {
  const service = await startService((received) => {
    if (isCreateOf('E-002', received)) return refusal(`No company for ${token}`)
    if (isCreateOf('E-003', received)) return { status: 500, body: `<html>Bearer ${token}</html>` }
    return undefined
  })
  const space = new Workspace(service.variables)
  space.write('trips.csv', toCsv(trips(4)))
  const { stdout, stderr, summary } = await space.assess('trips.csv', '-v', '--no-wait', '--log-file', 'log.txt')
  expect(summary.outcomes, stderr).toEqual({ accepted: 2, rejected: 1, unknown: 1 })
  expect(service.requests[0]?.authorization).toBe(`Bearer ${token}`)
  await space.run(['status', '--json'])

  expect(stdout + stderr).not.toContain(token)
  const files = readdirSync(space.folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  expect(files.map(({ name }) => name)).toEqual(expect.arrayContaining(['log.txt', basename(ledgerFile)]))
  for (const { parentPath, name } of files) {
    expect(readFileSync(join(parentPath, name)).includes(token), name).toBe(false)
  }
  const parts = await readParts(space.path(assessed('trips')))
  expect([...parts.values()].join('\n')).toContain('No company for [token]')
  for (const [name, part] of parts) expect(part.includes(token), name).toBe(false)
})

it('is gone from the environment once it is read: Node’s own reports do not show it', async () => {
  const service = await startService(() => 'hang')
  const space = new Workspace(service.variables)
  space.write('trips.csv', toCsv(trips(1)))
  const reports = `--report-on-signal --report-signal=SIGUSR2 --report-directory=${space.folder}`
  const running = space.start(['assess', 'trips.csv'], { NODE_OPTIONS: reports })
  await running.until(() => service.requests.length === 1)
  running.child.kill('SIGUSR2')
  let text = ''
  await running.until(() => {
    const report = readdirSync(space.folder).find((name) => name.startsWith('report.'))
    text = report === undefined ? '' : readFileSync(space.path(report), 'utf8')
    return text.endsWith('}\n') || text.endsWith('}')
  })
  expect(text).toContain('RWA_BASE_URL')
  expect(text).not.toContain(token)
})

it('another token for the same address is refused, naming both ways out, and both work', async () => {
  const service = await startService()
  const space = new Workspace(service.variables)
  space.write('trips.csv', toCsv(trips(1)))
  expect((await space.assess('trips.csv', '--no-wait')).code).toBe(0)

  const other = { RWA_API_TOKEN: 'another-token' }
  const again = ['assess', 'trips.csv', '--no-wait']
  const refused = await space.run(again, other)
  expect([refused.code, service.created().length]).toEqual([2, 1])
  expect(refused.stderr).toContain('--token-rotated')
  expect(refused.stderr).toContain('--company')

  const rotated = await space.run([...again, '--token-rotated'], other)
  expect([rotated.code, service.created().length]).toEqual([0, 1])
  const elsewhere = await space.run([...again, '--company', 'globex'], { RWA_API_TOKEN: 'globex-token' })
  expect([elsewhere.code, service.created().length]).toEqual([0, 2])
})

describe('--token-file', () => {
  it('gives the token, and goes before the environment', async () => {
    const service = await startService()
    const space = new Workspace(service.variables)
    space.write('trips.csv', toCsv(trips(1)))
    space.write('token.txt', 'from-file\n')
    chmodSync(space.path('token.txt'), 0o600)
    await space.assess('trips.csv', '--no-wait', '--token-file', 'token.txt')
    expect(service.requests.map(({ authorization }) => authorization)).toEqual(['Bearer from-file'])
  })
})

describe('--token-command', () => {
  it('gives the token, which stands in no log, output, ledger or register', async () => {
    const service = await startService()
    const space = new Workspace({ RWA_BASE_URL: service.baseUrl })
    space.write('trips.csv', toCsv(trips(1)))
    const command = `printf '%s\\n' tok-3f9c-not- to-be-seen | tr -d '\\n'`
    const args = ['assess', 'trips.csv', '--no-wait', '-v', '--log-file', 'log.txt', '--token-command', command]
    const { code, stdout, stderr } = await space.run(args, { RWA_API_TOKEN: 'not this one' })
    expect(code, stderr).toBe(0)
    expect(service.requests.map(({ authorization }) => authorization)).toEqual([`Bearer ${token}`])
    expect(stdout + stderr).not.toContain(token)
    const files = readdirSync(space.folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
    expect(files.length).toBeGreaterThan(3)
    for (const { parentPath, name } of files) {
      expect(readFileSync(join(parentPath, name)).includes(token), name).toBe(false)
    }
  })

  it.each([
    ['fails', `echo ${token}; exit 3`, 'the token command failed (exit code 3)'],
    ['is not there', 'no-such-program-at-all 2>/dev/null', 'the token command failed (exit code 127)'],
    ['is ended by a signal', `echo ${token}; kill -9 $$`, 'the token command failed (SIGKILL)'],
    ['prints nothing', 'true', 'empty'],
    ['prints more than a token', `echo ${token} and more`, 'holds a space'],
    ['prints without end', `yes ${token}`, 'the token command'],
  ])('that %s is refused before anything is sent, and neither it nor its output is shown', async (_, command, text) => {
    const service = await startService()
    const space = new Workspace({ RWA_BASE_URL: service.baseUrl })
    space.write('trips.csv', toCsv(trips(1)))
    const { code, stdout, stderr } = await space.run(['assess', 'trips.csv', '--json', '--token-command', command])
    expect([code, service.requests], stderr).toEqual([2, []])
    expect(stderr).toContain(text)
    expect(stdout + stderr).not.toContain(token)
  })

  it('is refused beside --token-file, and in a profile, which must start no program', async () => {
    const space = new Workspace()
    const both = await space.run(['assess', 'trips.csv', '--token-command', 'true', '--token-file', 'x'])
    expect([both.code, both.stderr]).toEqual([2, expect.stringContaining('cannot be used with')])
    space.write('rwa-batch.json', '{"tokenCommand":"touch started"}')
    const named = await space.run(['assess', 'trips.csv'])
    expect([named.code, named.stderr]).toEqual([2, expect.stringContaining('give it on the command line')])
    expect(readdirSync(space.folder)).toEqual(['rwa-batch.json'])
  })
})
