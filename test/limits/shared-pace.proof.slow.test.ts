import { describe, expect, it } from 'vitest'
import { initLedger } from '../../src/ledger/open.ts'
import { systemClock } from '../../src/support/clock.ts'
import { limitRate, limitWindow } from '../pipeline/engine/simulate-service.ts'
import { hasPostgres, usePostgres } from '../support/postgres.ts'
import { type Running, Workspace } from '../support/program.ts'
import { prove } from '../support/proof.ts'
import { scale } from '../support/scale.ts'
import { json, startService } from '../support/service.ts'
import { toCsv, trip } from '../support/trips.ts'

const perSecond = 50
const processes = 4
const rowsEach = scale({ full: 900, short: 220 })
/** Until then the limit is being looked for. */
const learningMs = scale({ full: 15_000, short: 5_000 })

/** Looking for the limit is still much of a short run. */
const leastUsed = scale({ full: 0.85, short: 0.7 })

const kinds = scale({
  full: [
    { title: 'a bucket, burst 20', create: () => limitRate(perSecond, 20), dies: false },
    { title: '50 in each second', create: () => limitWindow(perSecond, 1_000), dies: false },
    { title: 'a bucket, burst 20, one killed', create: () => limitRate(perSecond, 20), dies: true },
  ],
  short: [{ title: 'a bucket, burst 20, one killed', create: () => limitRate(perSecond, 20), dies: true }],
})

describe.skipIf(!hasPostgres)('several processes at one pace', () => {
  const server = usePostgres()

  it.each(kinds)('find and keep one limit of 50 requests a second: $title', async ({ title, create, dies }) => {
    const limit = create()
    const startedAt = Date.now()
    const seen: { atMs: number; isAdmitted: boolean }[] = []
    const service = await startService(
      () => {
        const atMs = Date.now() - startedAt
        const isAdmitted = limit.admits(atMs)
        seen.push({ atMs, isAdmitted })
        return isAdmitted ? undefined : json({ message: 'Too Many Requests' }, 429, { 'retry-after': '1' })
      },
      undefined,
      () => new Promise((resolve) => setTimeout(resolve, 30)),
    )
    const ledger = server.address()
    // All begin at once.
    await initLedger(ledger, { clock: systemClock })
    const team: Running[] = []
    for (let each = 0; each < processes; each += 1) {
      const space = new Workspace(service.variables)
      space.write('trips.csv', toCsv(Array.from({ length: rowsEach }, (_, row) => trip(`E-${each}-${row}`))))
      team.push(space.start(['assess', 'trips.csv', '--no-wait', '--json', '--ledger', ledger]))
    }
    const [victim, ...others] = team
    const killedAt = (rowsEach * processes) / 2
    // One that has ended cannot be killed any more.
    if (dies)
      void victim
        ?.until(() => seen.length > killedAt)
        .then(
          () => victim.child.kill('SIGKILL'),
          () => {},
        )
    const ended = await Promise.race((dies ? others : team).map(({ ended }) => ended))
    const endMs = (seen.at(-1)?.atMs ?? 0) - 1_000
    await Promise.all(team.map(({ ended }) => ended))

    expect([0, 4], ended.stderr).toContain(ended.code)
    const firstMs = (seen[0]?.atMs ?? 0) + learningMs
    const counted = seen.filter(({ atMs }) => atMs >= firstMs && atMs <= endMs)
    const admitted = counted.filter(({ isAdmitted }) => isAdmitted).length
    const used = (1000 * admitted) / (perSecond * (endMs - firstMs))
    const refused = 1 - admitted / counted.length
    const all = seen.filter(({ isAdmitted }) => !isAdmitted).length / seen.length
    prove({
      area: 'One pace for all, real processes and database',
      claim: `${processes} processes, ${title}: at least ${100 * leastUsed} % of the limit used, at most 2 % refused after ${learningMs / 1000} s`,
      measured: `${(100 * used).toFixed(0)} % used, ${(100 * refused).toFixed(1)} % refused in ${((endMs - firstMs) / 1000).toFixed(0)} s (${(100 * all).toFixed(1)} % of all ${seen.length} requests)`,
      isKept: used >= leastUsed && refused <= 0.02,
    })
  })
})
