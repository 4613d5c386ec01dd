import { describe, expect, it } from 'vitest'
import { isReplaying, replaySeed } from './replayed-seed.ts'
import { simulateTeam, type TeamCount, type TeamEnd } from './team/simulate-team.ts'

replaySeed(simulateTeam)

describe.skipIf(isReplaying)('a simulated team', () => {
  it('creates nothing twice and loses nothing, whoever stands still, is cut off or dies', async () => {
    const ends: TeamEnd[] = []
    for (let seed = 1; seed <= 20; seed += 1) ends.push(await simulateTeam(seed))
    expect(ends.flatMap(({ seed, broken }) => [...broken].map((breach) => [seed, ...breach]))).toEqual([])
    const sum = (of: TeamCount) => ends.reduce((total, { counts }) => total + counts[of], 0)
    expect(
      Math.min(sum('deaths'), sum('freezes'), sum('partitions'), sum('unheard'), sum('late'), sum('unreleased')),
    ).toBeGreaterThan(0)
  })

  it('plays the same twice', async () => {
    expect((await simulateTeam(7)).trace).toEqual((await simulateTeam(7)).trace)
  })
})
