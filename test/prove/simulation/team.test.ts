import { describe, expect, it } from 'vitest'
import { listUnreached } from './invariants.ts'
import { isReplaying, replaySeed } from './replayed-seed.ts'
import { simulateTeam, type TeamCount, type TeamEnd, teamCounts } from './team/simulate-team.ts'

replaySeed(simulateTeam)

describe.skipIf(isReplaying)('a simulated team', () => {
  it('creates nothing twice and loses nothing, whoever stands still, is cut off or dies', async () => {
    const ends: TeamEnd[] = []
    for (let seed = 1; seed <= 20; seed += 1) ends.push(await simulateTeam(seed))
    expect(ends.flatMap(({ seed, broken }) => [...broken].map((breach) => [seed, ...breach]))).toEqual([])
    const sum = (of: TeamCount) => ends.reduce((total, { counts }) => total + counts[of], 0)
    expect(teamCounts.filter((name) => sum(name) === 0)).toEqual([])
    expect(listUnreached('team', { I7: sum('late') })).toEqual([])
  })

  it('loses what it was told where outcomes are not written beside the process', async () => {
    const broken: string[] = []
    for (let seed = 1; seed <= 20 && broken.length === 0; seed += 1)
      broken.push(...(await simulateTeam(seed, 'an outcome is on disk while the database is away')).broken.keys())
    expect(broken).toContain('a told identifier is kept')
  })

  it('plays the same twice', async () => {
    expect((await simulateTeam(7)).trace).toEqual((await simulateTeam(7)).trace)
  })
})
