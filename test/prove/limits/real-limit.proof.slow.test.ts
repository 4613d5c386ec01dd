import { expect, it } from 'vitest'
import { limitRate } from '../../pipeline/engine/simulate-service.ts'
import { Workspace } from '../../support/program.ts'
import { prove } from '../../support/proof.ts'
import { scale } from '../../support/scale.ts'
import { json, refusal, startService } from '../../support/service.ts'
import { toCsv, trips } from '../../support/trips.ts'

const perSecond = 20
const readyMs = 3_000
const rows = scale({ full: 350, short: 200 })

/** A short run is little more than the search, and of its few requests a dozen are some percent. */
const leastUsed = scale({ full: 0.9, short: 0.5 })
const mostRefused = scale({ full: 0.02, short: 0.1 })

const refusals = [
  { title: 'without Retry-After', headers: {} },
  { title: 'with Retry-After: 1', headers: { 'retry-after': '1' } },
]

it.each(scale({ full: refusals, short: refusals.slice(0, 1) }))(
  'the program finds and keeps a limit of 20 requests a second on a real server, $title',
  async ({ title, headers }) => {
    const limit = limitRate(perSecond, 5)
    const startedAt = Date.now()
    const seen: { atMs: number; isCreate: boolean; isAdmitted: boolean }[] = []
    const createdAt = new Map<string, number>()
    const service = await startService(({ endpoint, fields }) => {
      const atMs = Date.now() - startedAt
      const isCreate = endpoint === 'rwa_create'
      const isAdmitted = limit.admits(atMs)
      seen.push({ atMs, isCreate, isAdmitted })
      if (!isAdmitted) return json({ message: 'Too Many Requests' }, 429, headers)
      if (isCreate) createdAt.set(`A-${fields['employeeId']}`, atMs)
      else if (atMs - (createdAt.get(String(fields['assessmentId'])) ?? atMs) < readyMs) return refusal('Pending')
      return undefined
    })
    const space = new Workspace(service.variables)
    space.write('trips.csv', toCsv(trips(rows)))

    const { code, summary, stderr } = await space.spawnAssess('trips.csv')

    expect(code, stderr).toBe(0)
    expect(summary.outcomes).toEqual({ scored: rows })
    const firstAt = seen[0]?.atMs ?? 0
    const lastCreateAt = seen.findLast(({ isCreate }) => isCreate)?.atMs ?? 0
    const counted = seen.filter(({ atMs }) => atMs >= firstAt + 10_000 && atMs <= lastCreateAt)
    const admitted = counted.filter(({ isAdmitted }) => isAdmitted).length
    const used = (1000 * admitted) / (perSecond * (lastCreateAt - firstAt - 10_000))
    const refused = 1 - admitted / counted.length
    const seconds = (lastCreateAt - firstAt) / 1000
    prove({
      area: 'Hidden limit, real program and server',
      claim: `20/s, burst 5, ${title}: at least ${100 * leastUsed} % used, at most ${100 * mostRefused} % refused after ten seconds`,
      measured: `${(100 * used).toFixed(0)} % used, ${(100 * refused).toFixed(1)} % refused (${rows} rows, ${seen.length} requests, ${seconds.toFixed(0)} s of creates and polls)`,
      isKept: used >= leastUsed && refused <= mostRefused,
    })
  },
)
