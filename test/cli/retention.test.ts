import { describe, expect, it } from 'vitest'
import { dayMs, systemClock } from '../rooms/support.ts'
import { startInProcess } from '../support/in-process.ts'
import { findTexts } from '../support/planted.ts'
import { Workspace } from '../support/program.ts'
import { toCsv, trip } from '../support/trips.ts'

/** The same command years later. */
function runLater(space: Workspace, years: number, ...args: readonly string[]) {
  const clock = { ...systemClock, now: () => systemClock.now() + Math.ceil(years * 365.25 + 1) * dayMs }
  const surrounded = { folder: space.folder, env: { HOME: space.folder } }
  return startInProcess(['ledger', 'forget', ...args], surrounded, clock).ended
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
      expect.stringContaining('on hold, by the rules of the company: E-002'),
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
