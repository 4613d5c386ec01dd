import { describe, expect, it, vi } from 'vitest'
import { simulateTeam, type TeamCount, type TeamEnd } from './team/simulate-team.ts'

// A busy machine is no fault of theirs.
vi.setConfig({ testTimeout: 180_000 })

const replayed = process.env['RWA_SEED']

describe.runIf(replayed !== undefined)('the seed of a team that is replayed', () => {
  it('breaks no rule', async () => {
    const { broken, trace } = await simulateTeam(Number(replayed))
    console.log(trace.join('\n'))
    expect(broken).toEqual(new Map())
  })
})

describe.runIf(replayed === undefined)('a simulated team', () => {
  it('creates nothing twice and loses nothing, whoever stands still, is cut off or dies', async () => {
    const ends: TeamEnd[] = []
    for (let seed = 1; seed <= 20; seed += 1) ends.push(await simulateTeam(seed))
    expect(ends.flatMap(({ seed, broken }) => [...broken].map((breach) => [seed, ...breach]))).toEqual([])
    const sum = (of: TeamCount) => ends.reduce((total, { counts }) => total + counts[of], 0)
    expect(Math.min(sum('deaths'), sum('freezes'), sum('partitions'), sum('unheard'), sum('late'))).toBeGreaterThan(0)
  })

  it('plays the same twice', async () => {
    expect((await simulateTeam(7)).trace).toEqual((await simulateTeam(7)).trace)
  })
})
