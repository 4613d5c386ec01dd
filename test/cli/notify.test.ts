import { readFileSync, writeFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { hookSecret, startHook } from '../support/hook.ts'
import { Workspace } from '../support/program.ts'
import { json, startService, token } from '../support/service.ts'
import { toCsv, trip, trips } from '../support/trips.ts'

const sheet = 'anna-schmidt.csv'

async function setUp(reply?: Parameters<typeof startService>[0], rows = trips(3)) {
  const service = await startService(reply)
  const space = new Workspace(service.variables)
  space.write(sheet, toCsv(rows))
  return { service, space, hook: await startHook() }
}

/** What stands in no message: a person, a sheet, a path, the token. */
function expectNoNames(raw: readonly string[], space: Workspace): void {
  const said = raw.join('\n').toLowerCase()
  for (const name of ['anna', 'schmidt', 'e1', space.folder, token, 'authorization', 'germany', 'france'])
    expect(said).not.toContain(name.toLowerCase())
}

describe('what is told of a run', () => {
  it.each([
    ['each row done', undefined, [trip('E1'), trip('E2')], { event: 'ended', exitCode: 0, outcomes: { scored: 2 } }],
    [
      'a row that is wrong',
      undefined,
      [trip('E1'), trip('E2', { 'Host country': '' })],
      { event: 'ended', exitCode: 3, outcomes: { scored: 1, invalid: 1 } },
    ],
    [
      'a row that is unknown',
      () => 'cut' as const,
      [trip('E1')],
      { event: 'ended', exitCode: 4, outcomes: { unknown: 1 } },
    ],
    [
      'a token that is refused',
      () => json({ status: 'error', message: 'no' }, 401),
      [trip('E1')],
      { event: 'stopped', exitCode: 2 },
    ],
  ])('is one message, without a name, for a run with %s', async (_, reply, rows, expected) => {
    const { space, hook } = await setUp(reply as Parameters<typeof startService>[0], rows)
    const { code } = await space.assess(sheet, '--notify', hook.url, '--company', 'acme')
    expect(hook.told).toEqual([expect.objectContaining({ operation: 'assess', run: 1, company: 'acme', ...expected })])
    const [{ text = '', exitCode = undefined } = {}] = hook.told
    expect(exitCode).toBe(code)
    expect(text).toMatch(/^rwa-batch assess, run 1, acme \(test\): \d+ \w+.*\. Exit code \d: /)
    expect(hook.raw[0]).toMatch(new RegExp(`^POST /services/${hookSecret}\\?sig=a%2Fb `))
    expectNoNames(hook.raw, space)
  })

  it.each([
    ['a sheet that is not there', ['assess', 'gone.csv'], 2],
    ['an option that there is no more', ['assess', sheet, '--such-an-option'], 2],
    ['a profile that cannot be read', ['assess', sheet, '--profile', 'broken.json'], 2],
    ['a ledger that cannot be made', ['assess', sheet, '--ledger', `${sheet}/no/ledger.sqlite`], 1],
    ['a worker without a database', ['worker'], 2],
  ])('is that a run could not begin: %s', async (_, words, exitCode) => {
    const { service, space, hook } = await setUp()
    space.write('broken.json', '{')
    const { code, stderr } = await space.run([...words, '--notify', hook.url])
    expect([code, hook.told], stderr).toEqual([
      exitCode,
      [expect.objectContaining({ event: 'failed', operation: words[0], exitCode })],
    ])
    expectNoNames(hook.raw, space)
    expect(service.requests).toEqual([])
  })

  it('is nothing of a plan, a check or a page, and of a run only once more when it runs once more', async () => {
    const { space, hook } = await setUp()
    await space.run(['assess', sheet, '--notify', hook.url, '--dry-run'])
    await space.run(['assess', 'gone.csv', '--notify', hook.url, '--dry-run'])
    expect(hook.told).toEqual([])
    for (const run of [1, 2]) {
      await space.assess(sheet, '--notify', hook.url)
      expect(hook.told).toHaveLength(run)
    }
    expect(hook.told[1]).toMatchObject({ outcomes: { scored: 3 } })
  })

  it('is also that scores were asked for again, and that a plan waits for a second person', async () => {
    const { space, hook } = await setUp()
    await space.assess(sheet, '--no-wait', '--notify', hook.url)
    expect(hook.told).toEqual([expect.objectContaining({ exitCode: 0, outcomes: { accepted: 3 } })])
    space.write('decisions.csv', 'Assessment ID,Decision,Approver ID\nA-1,Approved,C-001\n')
    const sealed = await space.run([
      'decide',
      'decisions.csv',
      '--seal',
      'plan.xlsx',
      '--by',
      'C-9',
      '--notify',
      hook.url,
    ])
    expect(hook.told.slice(1), sealed.stderr).toEqual([
      {
        text: expect.stringContaining('waits for a person'),
        event: 'waiting',
        operation: 'decide',
        run: 2,
        company: 'default',
      },
    ])
  })
})

describe('a message that does not arrive', () => {
  it.each([
    ['is refused', () => startHook(500), 'HTTP 500'],
    ['is sent elsewhere', () => startHook(307, { location: 'http://127.0.0.1:9/elsewhere' }), 'HTTP 307'],
    ['finds nothing there', async () => ({ url: `http://127.0.0.1:9/${hookSecret}` }), 'refused'],
  ])('is a line of the log and changes nothing of the run: it %s', async (_, start, reason) => {
    const { space } = await setUp()
    const { url } = await start()
    const { code, stderr, summary } = await space.assess(sheet, '--notify', url, '--log-file', 'run.log')
    expect([code, summary.outcomes]).toEqual([0, { scored: 3 }])
    expect(stderr).toContain('did not reach 127.0.0.1')
    expect(stderr).toContain(reason)
    const warned = readFileSync(space.path('run.log'), 'utf8')
      .split('\n')
      .filter((line) => line.includes(' warn ') && !line.includes('the ledger is new'))
    expect(warned).toEqual([expect.stringContaining(reason)])
    // The address holds a secret.
    expect(warned.join()).not.toContain(hookSecret)
  })

  it.each(['http://hooks.example/x', 'ftp://127.0.0.1/x', 'hooks.example', 'https://ann:pw@hooks.example/x'])(
    'because its address cannot be used, is known before the run: %s',
    async (url) => {
      const { service, space } = await setUp()
      const { code, stderr } = await space.assess(sheet, '--notify', url)
      expect([code, service.requests]).toEqual([2, []])
      expect(stderr).toContain('--notify')
      expect(stderr).not.toContain('pw@')
    },
  )
})

describe('the address of a profile', () => {
  it('is used once it was agreed to, and never before', async () => {
    const { space, hook } = await setUp()
    const profile = JSON.stringify({ notify: hook.url })
    writeFileSync(space.path('rwa-batch.json'), profile)
    const refused = await space.assess(sheet)
    expect([refused.code, hook.told]).toEqual([2, []])
    expect(refused.stderr).toContain('notify')
    const agreed = await space.assess(sheet, '--trust-profile')
    expect([agreed.code, hook.told.length]).toEqual([0, 1])
    const failed = await space.assess('gone.csv')
    expect([failed.code, hook.told.length]).toEqual([2, 2])
  })
})
