import { describe, expect, it } from 'vitest'
import { hasOwnPostgres, useOwnPostgres } from '../../support/postgres.ts'
import { prove } from '../../support/proof.ts'
import { scale } from '../../support/scale.ts'
import { seededRandom } from '../../support/seeded-random.mjs'
import { type AwayStep, playAway } from './database-away.ts'

const rounds = scale({ full: 20, short: 4 })
const isInRealTime = scale({ full: true, short: false })
/** What compose and systemd leave between their signals. */
const graceMs = scale({ full: 60_000, short: 10_000 })
const stories: readonly (readonly AwayStep[])[] = [
  ['SIGTERM', 'answers', 'grace', 'SIGKILL'],
  ['answers', 'SIGTERM', 'grace', 'SIGKILL'],
  ['answers', 'SIGKILL'],
  ['SIGTERM', 'answers', 'SIGTERM', 'grace'],
]

describe.skipIf(!hasOwnPostgres)('a database that goes away with 15 requests in flight', () => {
  const server = useOwnPostgres()

  it('costs no identifier', { timeout: 2 * 3_600_000 }, async () => {
    const random = seededRandom(1)
    let [answered, longestMs] = [0, 0]
    const faults: string[] = []
    for (let round = 0; round < rounds; round += 1) {
      const command = Math.floor(round / stories.length) % 2 === round % 2 ? 'worker' : 'assess'
      const steps = stories[round % stories.length] ?? []
      const latencyMs = Math.floor(random() * (isInRealTime ? 3_000 : 300))
      const end = await playAway(server, { command, steps, graceMs, latencyMs, isInRealTime })
      answered += end.answered
      longestMs = Math.max(longestMs, end.endedAfterMs ?? 0)
      const told = `${command}, ${steps.join(', ')}, ${latencyMs} ms`
      if (end.lost.length > 0) faults.push(`${told}: lost ${end.lost.join(', ')}`)
      if (end.createdTwice.length > 0) faults.push(`${told}: twice ${end.createdTwice.join(', ')}`)
      if (end.spooled > 0) faults.push(`${told}: ${end.spooled} files are left`)
      if (steps.includes('grace') && end.endedAfterMs === undefined) faults.push(`${told}: it did not end by itself`)
    }
    expect(faults).toEqual([])
    prove({
      area: 'The database away: stopped with 15 requests in flight, then the process',
      claim: `${rounds} rounds, 0 identifiers lost, 0 created twice`,
      measured: `${faults.length} faults; ${answered} answers came meanwhile; a process that was told to stop ended within ${(longestMs / 1_000).toFixed(1)} s`,
      isKept: faults.length === 0,
    })
  })
})
