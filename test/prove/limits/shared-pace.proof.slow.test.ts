import { describe, expect, it } from 'vitest'
import { ask } from '../../ledger/postgres/database.ts'
import { type HiddenLimit, limitRate, limitWindow } from '../../pipeline/engine/simulate-service.ts'
import { initLedger } from '../../rooms/ledger.ts'
import { systemClock } from '../../rooms/support.ts'
import { hasPostgres, usePostgres } from '../../support/postgres.ts'
import { type Running, Workspace } from '../../support/program.ts'
import { prove } from '../../support/proof.ts'
import { scale } from '../../support/scale.ts'
import { json, type Service, startService } from '../../support/service.ts'
import { toCsv, trip } from '../../support/trips.ts'

const perSecond = 50
const processes = 4
const rowsEach = scale({ full: 900, short: 220 })
/** Until then the limit is being looked for. */
const learningMs = scale({ full: 15_000, short: 5_000 })

/** Looking for the limit is still much of a short run, and of its few requests a dozen are some percent. */
const leastUsed = scale({ full: 0.85, short: 0.5 })
const mostRefused = scale({ full: 0.02, short: 0.1 })

interface Kind {
  title: string
  create: () => HiddenLimit
  dies?: boolean
  /** Each has the same sheet, which is done once. */
  haveOneSheet?: boolean
  /** They take the rows of one run from a queue, instead of having a sheet each. */
  areWorkers?: boolean
}

const bucket = (): HiddenLimit => limitRate(perSecond, 20)
const kinds = scale<Kind[]>({
  full: [
    { title: '4 processes, a bucket, burst 20', create: bucket },
    { title: '4 processes, 50 in each second', create: () => limitWindow(perSecond, 1_000) },
    { title: '4 processes, a bucket, burst 20, one killed', create: bucket, dies: true },
    { title: '4 processes with one sheet, a bucket, burst 20', create: bucket, haveOneSheet: true },
    { title: '4 workers, a bucket, burst 20', create: bucket, areWorkers: true },
    { title: '4 workers, a bucket, burst 20, one killed', create: bucket, areWorkers: true, dies: true },
  ],
  short: [{ title: '4 processes, a bucket, burst 20, one killed', create: bucket, dies: true }],
})

interface Crew {
  members: Running[]
  /** When there is no longer work for all. */
  over: Promise<void>
  end(): Promise<void>
}

/** Each has a sheet, and all begin at once. */
function startProcesses(service: Service, ledger: string, haveOneSheet: boolean): Crew {
  const all = Array.from({ length: processes * rowsEach }, (_, row) => trip(`E-${row}`))
  const members = Array.from({ length: processes }, (_, each) => {
    const space = new Workspace(service.variables)
    space.write('trips.csv', toCsv(haveOneSheet ? all : all.slice(each * rowsEach, (each + 1) * rowsEach)))
    return space.start(['assess', 'trips.csv', '--no-wait', '--json', '--ledger', ledger])
  })
  const endings = members.map(async ({ ended }) => {
    const { code, signal, stderr } = await ended
    if (signal === null) expect([0, 4], stderr).toContain(code)
    return signal
  })
  // Of those that are not killed.
  const over = Promise.any(endings.map(async (ending) => expect(await ending).toBeNull()))
  return { members, over, end: async () => void (await Promise.all(endings)) }
}

async function startWorkers(service: Service, ledger: string): Promise<Crew> {
  const space = new Workspace(service.variables)
  space.write('trips.csv', toCsv(Array.from({ length: processes * rowsEach }, (_, row) => trip(`E-${row}`))))
  const left = await space.spawn(['assess', 'trips.csv', '--detach', '--no-wait', '--ledger', ledger])
  expect(left.code, left.stderr).toBe(0)
  const members = Array.from({ length: processes }, () => space.start(['worker', '--ledger', ledger]))
  async function watch(): Promise<void> {
    const open = 'SELECT 1 FROM runs WHERE ended_at IS NULL'
    while ((await ask(ledger, open)).length > 0) await new Promise((resolve) => setTimeout(resolve, 100))
  }
  async function end(): Promise<void> {
    for (const { child } of members) child.kill('SIGTERM')
    await Promise.all(members.map(({ ended }) => ended))
  }
  return { members, over: watch(), end }
}

describe.skipIf(!hasPostgres)('several processes at one pace', () => {
  const server = usePostgres()

  it.each(kinds)('find and keep one limit of 50 requests a second: $title', async (kind) => {
    const { title, create, dies = false, haveOneSheet = false, areWorkers = false } = kind
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
    await initLedger(ledger, {}, { clock: systemClock })
    const crew = areWorkers ? await startWorkers(service, ledger) : startProcesses(service, ledger, haveOneSheet)
    const { members, over, end } = crew
    const [victim] = members
    const killedAt = (rowsEach * processes) / 2
    // One that has ended cannot be killed any more.
    if (dies)
      void victim
        ?.until(() => seen.length > killedAt)
        .then(
          () => victim.child.kill('SIGKILL'),
          () => {},
        )
    await over
    const endMs = (seen.at(-1)?.atMs ?? 0) - 1_000
    await end()

    const firstMs = (seen[0]?.atMs ?? 0) + learningMs
    const counted = seen.filter(({ atMs }) => atMs >= firstMs && atMs <= endMs)
    const admitted = counted.filter(({ isAdmitted }) => isAdmitted).length
    const used = (1000 * admitted) / (perSecond * (endMs - firstMs))
    const refused = 1 - admitted / counted.length
    const all = seen.filter(({ isAdmitted }) => !isAdmitted).length / seen.length
    prove({
      area: 'One pace for all, real processes and database',
      claim: `${title}: at least ${100 * leastUsed} % of the limit used, at most ${100 * mostRefused} % refused after ${learningMs / 1000} s`,
      measured: `${(100 * used).toFixed(0)} % used, ${(100 * refused).toFixed(1)} % refused in ${((endMs - firstMs) / 1000).toFixed(0)} s (${(100 * all).toFixed(1)} % of all ${seen.length} requests)`,
      isKept: used >= leastUsed && refused <= mostRefused,
    })
  })
})
