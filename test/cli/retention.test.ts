import { describe, expect, it } from 'vitest'
import { dayMs, systemClock } from '../../src/support/clock.ts'
import { startInProcess } from '../support/in-process.ts'
import { findTexts } from '../support/planted.ts'
import { Workspace } from '../support/program.ts'
import { toCsv, trip } from '../support/trips.ts'

/** The same command years later. */
function runLater(space: Workspace, years: number, ...args: readonly string[]) {
  return startLater(space, years, 'forget', ...args)
}

function startLater(space: Workspace, years: number, ...args: readonly string[]) {
  const clock = { ...systemClock, now: () => systemClock.now() + Math.ceil(years * 365.25 + 1) * dayMs }
  const surrounded = { folder: space.folder, env: { HOME: space.folder } }
  return startInProcess(['ledger', ...args], surrounded, clock).ended
}

const profile = { retention: { trips: 'P7Y', answers: 'P90D' }, holds: 'holds.csv' }

async function createScene(content: object = profile): Promise<Workspace> {
  const space = new Workspace()
  space.writeProfile(content)
  space.write('holds.csv', 'Employee ID;why\n E-002 ;court case\n')
  space.write('trips.csv', toCsv([trip('E-001', { Name: 'Zoe First' }), trip('E-002', { Name: 'Bob Second' })]))
  await space.assess('trips.csv', '--sandbox')
  return space
}

function left(space: Workspace): string[] {
  const found = findTexts(space.path('.local'), ['Zoe First', 'Bob Second'])
  return [...new Set(found.map((place) => place.replace(/^.*: /, '')))]
}

describe('ledger forget --by-retention', () => {
  it('forgets what is older than the profile allows, without a terminal, and nobody on hold', async () => {
    const space = await createScene()
    expect((await runLater(space, 6.9, '--by-retention', '--yes')).stderr).toContain('Nothing to forget.')
    expect(left(space)).toContain('Zoe First')
    const { code, stderr } = await runLater(space, 7, '--by-retention', '--yes', '--reason', 'seven years')
    expect([code, stderr]).toEqual([
      0,
      expect.stringMatching(/On hold, and not touched: 1 person\n[\s\S]*Forgotten: 1 request and 1 row/),
    ])
    expect(left(space)).toEqual(['Bob Second'])
    expect((await runLater(space, 7, '--by-retention', '--yes')).stderr).toContain('Nothing to forget.')
  })

  it('takes people off a date too when they are on hold, and refuses one who is named', async () => {
    const space = await createScene()
    const named = await runLater(space, 1, '--employee', 'E-002', '--yes')
    expect([named.code, named.stderr]).toEqual([
      2,
      expect.stringContaining('on hold, by the file of "holds" in the profile: E-002'),
    ])
    expect((await runLater(space, 1, '--before', '2100', '--yes')).code).toBe(0)
    expect(left(space)).toEqual(['Bob Second'])
  })

  it.each([
    ['no file of holds', { ...profile, holds: 'missing.csv' }, 'without it nobody is forgotten'],
    [
      'a period that is none',
      { retention: { trips: '7 years' } },
      '"retention"."trips": expected a period such as P7Y',
    ],
    [
      'a misspelt name',
      { retention: { trip: 'P7Y' } },
      '"retention"."trip": there is no such key; did you mean "trips"?',
    ],
  ])('forgets nobody with %s', async (_, content, words) => {
    const space = new Workspace()
    space.writeProfile(content)
    const { code, stderr } = await runLater(space, 0, '--by-retention', '--yes')
    expect([code, stderr]).toEqual([2, expect.stringContaining(words)])
  })

  it.each(['--employee=E-001', '--before=2020', '--employees=left.txt'])('goes with no %s', async (other) => {
    const space = new Workspace()
    expect((await runLater(space, 0, '--by-retention', other)).code).toBe(2)
  })
})

describe('ledger retention', () => {
  const setIn = (space: Workspace, ...args: readonly string[]) => startLater(space, 0, 'retention', ...args)

  it('keeps periods in the ledger, for a profile without any; ended ones forget nobody', async () => {
    const space = await createScene({})
    const none = await runLater(space, 7, '--by-retention', '--yes')
    expect([none.code, none.stderr]).toEqual([
      2,
      expect.stringContaining('neither the profile nor the ledger says how'),
    ])
    expect((await setIn(space, '--trips', 'P7Y')).stdout).toContain('Period of trips: P7Y, of the ledger\n')
    expect((await runLater(space, 6.9, '--by-retention', '--yes')).stderr).toContain('Nothing to forget.')
    await setIn(space, '--trips', 'none', '--answers', 'P90D')
    expect((await runLater(space, 7, '--by-retention', '--yes')).stderr).toContain('Nothing to forget.')
    expect(left(space)).toContain('Zoe First')
    await setIn(space, '--trips', 'P7Y', '--answers', 'none')
    const { code, stderr } = await runLater(space, 7, '--by-retention', '--yes')
    expect([code, stderr]).toEqual([0, expect.stringContaining('Period of trips: P7Y, of the ledger')])
    expect(left(space)).toEqual([])
  })

  it('uses the profile where both name a period, and says so', async () => {
    const space = await createScene()
    await setIn(space, '--trips', 'P1Y', '--answers', 'P90D')
    const shown = await setIn(space, '--json')
    expect(JSON.parse(shown.stdout)).toEqual({
      exitCode: 0,
      ledger: expect.stringContaining('rwa-batch.ledger.sqlite'),
      trips: { period: 'P7Y', from: 'profile', overridden: 'P1Y' },
      answers: { period: 'P90D', from: 'profile' },
    })
    const { stderr } = await runLater(space, 2, '--by-retention', '--yes')
    expect(stderr).toContain('Period of trips: P7Y, of the profile; P1Y, of the ledger, is not used')
    expect(stderr).toContain('Nothing to forget.')
    expect(left(space)).toContain('Zoe First')
  })

  it('shows the profile where there is no ledger yet, and makes none', async () => {
    const space = new Workspace()
    space.writeProfile({ retention: { trips: 'P7Y' } })
    const { code, stdout } = await setIn(space)
    expect([code, stdout]).toEqual([
      0,
      'Period of trips: P7Y, of the profile\nPeriod of answers: none, kept until they are forgotten by hand\n',
    ])
    expect((await setIn(space, '--trips', 'P7Y')).code).toBe(1)
    expect((await setIn(space)).stdout).toBe(stdout)
  })

  it.each(['7 years', 'P0D', 'PT1H', ''])('refuses %j as a period', async (period) => {
    const space = new Workspace()
    const { code, stderr } = await setIn(space, '--answers', period)
    expect([code, stderr]).toEqual([2, expect.stringMatching(/a period such as P7Y, P18M or P90D, or none/)])
  })
})
