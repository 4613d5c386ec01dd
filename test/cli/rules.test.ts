import { copyFileSync, existsSync } from 'node:fs'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { runSheet } from '../../src/index.ts'
import { sentTo, startDecisionService } from '../support/decision-service.ts'
import { Workspace } from '../support/program.ts'
import { token } from '../support/service.ts'
import { toCsv, trip } from '../support/trips.ts'

const decisions = toCsv([
  { assessmentId: 'A-1', status: 'Rejected', complianceTeamMemberId: 'C-001', note: '' },
  { assessmentId: 'A-2', status: 'Approved', complianceTeamMemberId: 'C-001', note: '' },
])

async function createScene(profile?: object) {
  const service = await startDecisionService()
  const space = new Workspace(service.variables)
  if (profile !== undefined) space.writeProfile(profile)
  space.write('dec.csv', decisions)
  const rules = (...args: readonly string[]) => space.run(['ledger', 'rules', ...args])
  const shown = async () => JSON.parse((await rules('--json')).stdout).rules
  return { service, space, rules, shown }
}

describe('four eyes', () => {
  it('go with the user to a new ledger, whatever makes it, and the refusal names no way round', async () => {
    const { service, space } = await createScene({ fourEyes: true })
    expect((await space.run(['decide', 'dec.csv', '--yes'])).code).toBe(2)
    space.write('rwa-batch.json', '{}')
    for (const way of [['--new-ledger'], ['--new-ledger', '--dry-run']]) {
      const { code, stderr } = await space.run(['decide', 'dec.csv', '--yes', '--ledger', 'x.sqlite', ...way])
      expect([code, stderr]).toEqual([2, expect.stringContaining('require four-eyes')])
      expect(stderr).not.toContain('--new-ledger')
    }
    // The refused one did not become the user's ledger.
    const sealed = await space.run(['decide', 'dec.csv', '--seal', 'plan.xlsx', '--by', 'C-001'])
    expect([sealed.code, existsSync(space.path('x.sqlite'))], sealed.stderr).toEqual([0, false])
    for (const [name, value] of [['HOME', space.folder], ['XDG_DATA_HOME'], ['XDG_STATE_HOME']] as const)
      vi.stubEnv(name, value)
    onTestFinished(() => void vi.unstubAllEnvs())
    const library = { input: space.path('dec.csv'), baseUrl: service.baseUrl, token, ledger: space.path('o.sqlite') }
    const opened = runSheet('decide', { ...library, newLedger: true, confirm: true, output: space.path('o.csv') })
    await expect(opened).rejects.toThrow('require four-eyes')
    expect(service.requests).toEqual([])
  })

  it('that a profile demands are not recorded by a plan or a dry run', async () => {
    const { space, shown } = await createScene()
    space.write('demands.json', JSON.stringify({ fourEyes: true, noteFor: 'Rejected', retention: { trips: 'P7Y' } }))
    const demanding = ['--profile', 'demands.json']
    expect((await space.run(['decide', 'dec.csv', '--dry-run', ...demanding])).code).toBe(2)
    await space.run(['decide', 'dec.csv', '--dry-run'])
    await space.run(['ledger', 'rules', '--set', 'waiting=P7D'])
    await space.run(['ledger', 'forget', '--by-retention', '--dry-run', ...demanding])
    expect(await shown()).toEqual({ waiting: 'P7D' })
  })

  it('outlive a ledger that was put back from before them', async () => {
    const { service, space, rules } = await createScene()
    await rules('--set', 'waiting=P7D')
    const ledger = space.path('.local/share/rwa-batch/rwa-batch.ledger.sqlite')
    copyFileSync(ledger, space.path('copy.sqlite'))
    await rules('--set', 'fourEyes=true')
    copyFileSync(space.path('copy.sqlite'), ledger)
    await space.run(['ledger', 'init', ledger, '--accept-restored'])
    const { code, stderr } = await space.run(['decide', 'dec.csv', '--yes'])
    expect([code, stderr]).toEqual([2, expect.stringContaining('require four-eyes')])
    expect(service.requests).toEqual([])
  })

  it('are ended by two people, in the log, and not by one, nor by the same one spelled otherwise', async () => {
    const { service, space, rules, shown } = await createScene()
    expect((await rules('--set', 'fourEyes=true', '--by', 'C-001')).stderr).toContain('Changed: fourEyes, false → true')
    expect((await space.run(['decide', 'dec.csv', '--yes'])).code).toBe(2)
    const alone = await rules('--set', 'fourEyes=false')
    expect([alone.code, alone.stderr]).toEqual([2, expect.stringContaining('it needs two people')])
    const asked = await rules('--set', 'fourEyes=false', '--by', 'C-001')
    expect([asked.code, asked.stderr]).toEqual([0, expect.stringMatching(/Waits for a second person, as run (\d+)/)])
    const run = /as run (\d+)/.exec(asked.stderr)?.[1] ?? ''
    expect(await shown()).toEqual({ fourEyes: true })
    const waiting = await space.run(['status', '--waiting'])
    expect(waiting.stdout).toMatch(/fourEyes, true → false[\s\S]*asked for by C-001[\s\S]*ledger rules --release/)
    const same = await rules('--release', run, '--by', 'c 001')
    expect([same.code, same.stderr]).toEqual([2, expect.stringContaining('cannot release it as well')])
    const released = await rules('--release', run, '--by', 'M-042')
    expect([released.code, released.stderr]).toEqual([0, expect.stringContaining('Changed: fourEyes, true → false')])
    expect(await shown()).toEqual({ fourEyes: false })
    const { stdout } = await space.run(['status', '--attempts'])
    expect(stdout).toMatch(/rule {2}changed: fourEyes, false → true, by C-001 \(\S+@\S+\)/)
    expect(stdout).toMatch(
      /rule {2}changed: fourEyes, true → false, by C-001, released by M-042 as run \d+ \(\S+@\S+\)/,
    )
    expect((await space.run(['decide', 'dec.csv', '--yes'])).code).toBe(0)
    expect(sentTo(service, 'rwa_update')).toHaveLength(2)
  })

  it('what waits is ended by --drop, and then cannot be released', async () => {
    const { space, rules, shown } = await createScene()
    await rules('--set', 'fourEyes=true', '--set', 'waiting=P7D')
    const asked = await rules('--set', 'waiting=P30D', '--by', 'C-001')
    const run = /as run (\d+)/.exec(asked.stderr)?.[1] ?? ''
    const dropped = await space.run(['decide', '--drop', run])
    expect([dropped.code, dropped.stderr]).toEqual([0, expect.stringContaining('waiting, P7D → P30D')])
    expect((await rules('--release', run, '--by', 'M-042')).code).toBe(2)
    expect(await shown()).toEqual({ fourEyes: true, waiting: 'P7D' })
    await space.run(['decide', 'dec.csv', '--seal', 'plan.xlsx', '--by', 'C-001', '--json'])
    const { stdout } = await space.run(['status', '--waiting', '--json'])
    const [{ startedAt, until }] = JSON.parse(stdout).waiting
    expect(Math.round((Date.parse(until) - Date.parse(startedAt)) / 86_400_000)).toBe(7)
  })
})

describe('a note', () => {
  it('where the company wants one, is missed by check, plan, run and seal, and the profile may be gone', async () => {
    const { service, space } = await createScene({ noteFor: ['rejected'] })
    const words = /Rejected needs a note.*\(D2\)/
    for (const command of [
      ['check', 'decide', 'dec.csv'],
      ['decide', 'dec.csv', '--dry-run'],
    ]) {
      const { stdout, stderr } = await space.run(command)
      expect(stdout + stderr, command.join(' ')).toMatch(words)
    }
    const sealed = await space.run(['decide', 'dec.csv', '--seal', 'plan.xlsx', '--by', 'C-001'])
    expect([sealed.code, sealed.stderr]).toEqual([3, expect.stringContaining('Sealed by C-001: 1 to be sent')])
    space.write('rwa-batch.json', '{}')
    expect((await space.run(['check', 'decide', 'dec.csv'])).stdout).toMatch(words)
    const sent = await space.run(['decide', 'dec.csv', '--yes', '--ledger', 'new.sqlite', '--new-ledger', '--json'])
    expect([sent.code, sent.summary.outcomes]).toEqual([3, { decided: 1, invalid: 1 }])
    expect(sentTo(service, 'rwa_update').map(({ status }) => status)).toEqual(['Compliance Approved'])
  })
})

describe('people on hold', () => {
  const people = ['E-0001', 'E-0003', '0007', 'E-0009']

  async function assess(holds: string) {
    const { service, space, rules } = await createScene({ holds: 'holds.csv' })
    space.write('holds.csv', holds)
    space.write('trips.csv', toCsv(people.map((person) => trip(person))))
    expect((await space.assess('trips.csv')).code).toBe(0)
    // No profile is here or above.
    const elsewhere = new Workspace().folder
    const forget = (...args: readonly string[]) => space.run(['ledger', 'forget', ...args], {}, elsewhere)
    return { service, space, rules, forget }
  }

  it('are held in another spelling, from another folder, without the profile; who is a stranger is named', async () => {
    const { forget, rules } = await assess('Employee,Reason\ne-0003,lawsuit\n 7 ,audit\nE‑00 09,x\nE-000l,typo\n')
    for (const person of ['E-0003', 'e-0003', '0007', 'E-9']) {
      const { code, stderr } = await forget('--employee', person, '--yes')
      expect([code, stderr], person).toEqual([2, expect.stringContaining('on hold, by the rules of the company')])
    }
    const dry = await forget('--before', '2100', '--dry-run')
    expect(dry.stderr).not.toContain('profile:')
    expect(dry.stderr).toMatch(/On hold, and not touched: 3 people\nOn the list of holds.*: E-000l\n/)
    expect(dry.stderr).toMatch(/On hold:\n {2}E-0003\n {2}0007\n {2}E-0009\n/)
    const done = await forget('--before', '2100', '--yes', '--json')
    expect(JSON.parse(done.stdout)).toMatchObject({ submissions: 1, rows: 1, held: 3 })
    const { stdout } = await rules()
    expect(stdout).toContain('holds: 4 people')
    expect(stdout).not.toContain('Employee')
  })

  it('are let go by two people, where that is the rule, who see whom', async () => {
    const { space, rules } = await assess('E-0003\nE-0001\n')
    await rules('--set', 'fourEyes=true')
    const asked = await rules('--set', 'holds=e-3', '--by', 'C-001')
    expect(asked.stderr).toContain('no longer on hold: E-0001\n')
    const { stdout } = await space.run(['status', '--waiting'])
    const run = /Run (\d+): holds, 2 people → 1 person/.exec(stdout)?.[1] ?? ''
    expect(stdout).toContain('no longer on hold: E-0001\n')
    space.write('rwa-batch.json', '{}')
    const named = ['ledger', 'forget', '--employee', 'E-0001', '--yes']
    expect((await space.run(named)).code).toBe(2)
    expect((await rules('--release', run, '--by', 'M-042')).code).toBe(0)
    expect((await space.run(named)).code).toBe(0)
  })

  it('an ID that the ledger never saw is said to be one, with the nearest spelling', async () => {
    const { forget } = await assess('X-1\n')
    const typo = await forget('--employee', 'E-00O3', '--yes')
    expect([typo.code, typo.stderr]).toEqual([
      0,
      expect.stringContaining('This ledger has never seen a traveller E-00O3, or has forgotten them\n'),
    ])
    const spelled = await forget('--employee', 'e-3', '--dry-run')
    expect(spelled.stderr).toContain('a traveller e-3, or has forgotten them; it knows E-0003: write it so')
  })

  it('are taken off the list by the rules alone, not by the file; then no ID stays behind', async () => {
    const { space, forget, rules } = await assess('E-0003\nE-0001\n')
    space.write('holds.csv', 'E-0001\n')
    expect((await space.run(['ledger', 'forget', '--employee', 'E-0003', '--yes'])).code).toBe(2)
    await rules('--set', 'holds=E-0001')
    expect((await forget('--employee', 'E-0003', '--yes')).code).toBe(0)
    const { stdout } = await space.run(['status', '--attempts'])
    expect(stdout).toMatch(/holds, 0 people → 2 people/)
    expect(stdout).toMatch(/holds, 2 people → 1 person/)
    expect(stdout).not.toContain('E-0003')
  })

  it('whose list cannot be read keep everybody from being forgotten, and no trip from being sent', async () => {
    const { space } = await assess('E-0003\n')
    space.write('rwa-batch.json', JSON.stringify({ holds: 'gone.csv' }))
    const named = ['--profile', 'rwa-batch.json']
    const refused = await space.run(['ledger', 'forget', '--employee', 'E-0001', '--yes', ...named])
    expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('without it nobody is forgotten')])
    space.write('more.csv', toCsv([trip('E-0010')]))
    const sent = await space.assess('more.csv', ...named)
    expect([sent.code, sent.stderr]).toEqual([0, expect.stringContaining('gone.csv')])
  })
})

describe('retention', () => {
  it('of two periods the longer counts; a shorter one is set by the rules', async () => {
    const { space, rules, shown } = await createScene({ retention: { trips: 'P7Y', answers: 'P30D' } })
    await rules('--set', 'retention.trips=P1Y', '--set', 'retention.answers=P90D')
    expect(await shown()).toEqual({ retention: { trips: 'P7Y', answers: 'P90D' } })
    space.write('rwa-batch.json', '{}')
    await rules('--set', 'retention.trips=P1Y')
    expect(await shown()).toEqual({ retention: { trips: 'P1Y', answers: 'P90D' } })
    await rules('--set', 'retention.answers=none')
    expect(await shown()).toEqual({ retention: { trips: 'P1Y' } })
  })

  it.each(['7 years', 'P0D', 'PT1H', ''])('refuses %j as a period', async (period) => {
    const { rules } = await createScene()
    const { code, stderr } = await rules('--set', `retention.answers=${period}`)
    expect([code, stderr]).toEqual([2, expect.stringMatching(/a period such as P7Y, P18M or P90D, or none/)])
  })
})

it('what is set is shown by ledger status, doctor and ledger rules; a look makes no ledger', async () => {
  const { space, rules } = await createScene()
  const before = await rules()
  expect([before.code, before.stdout]).toEqual([0, expect.stringContaining('waiting: P14D')])
  expect((await space.run(['ledger', 'status'])).code).toBe(1)
  await rules('--set', 'fourEyes=true', '--set', 'holds=E-1,E-2')
  const words = 'fourEyes (every decision needs two people): true; holds (people who are not forgotten): 2 people'
  expect((await space.run(['ledger', 'status'])).stdout).toContain(words)
  expect((await space.run(['doctor'])).stdout).toContain(words)
  const unknown = await rules('--set', 'holdz=E-1')
  expect([unknown.code, unknown.stderr]).toEqual([2, expect.stringContaining('there is no rule “holdz”')])
})
