import { afterAll, beforeAll, describe, it } from 'vitest'
import type { Alteration } from '../../support/altered.ts'
import { hasOwnPostgres, useOwnPostgres } from '../../support/postgres.ts'
import { prove } from '../../support/proof.ts'
import { scale } from '../../support/scale.ts'
import { TestSandbox } from '../../support/test-sandbox.ts'
import type { CrashRun, Orders } from './crash-run.ts'
import { listPoints } from './enumerate.ts'
import { beginInVain, createWaitingWorld, type WaitingPlan, type WaitingWorld } from './waiting-world.ts'

const timeout = 3 * 3_600_000
const every = scale({ full: 1, short: 40 })
const endpoints = { assess: 'rwa_create', decide: 'rwa_update' } as const

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await TestSandbox.spawn()
})
afterAll(() => sandbox.close())

interface Sums {
  refusals: number
  points: number
  deaths: number
  released: number
  missed: string[]
  faults: string[]
}

/** Of an operation over a file, or over a database: each world has one of its own. */
interface Place {
  operation: WaitingPlan['operation']
  address?: () => string
}

/** Each refusal, killed at each of its points; then what may be sent, killed at each point until its first request. */
async function visitAll(name: string, { operation, address }: Place, isPoint: RegExp): Promise<Sums> {
  const sums: Sums = { refusals: 0, points: 0, deaths: 0, released: 0, missed: [], faults: [] }
  let worlds = 0
  const create = (): Promise<WaitingWorld> => {
    worlds += 1
    return createWaitingWorld(sandbox, `${name}-${worlds}`, { operation, address: address?.() })
  }
  const visitEach = async (choose: (world: WaitingWorld) => readonly string[], whole: Orders): Promise<void> => {
    let world = await create()
    const visit = async (orders: Orders): Promise<CrashRun> => {
      const { faults, isReleased, run } = await beginInVain(world, choose(world), orders)
      sums.faults.push(...faults)
      if (isReleased && run.death !== undefined) sums.released += 1
      if (!isReleased && faults.length === 0) return run
      world.end()
      world = await create()
      return run
    }
    try {
      const { death, trace } = await visit(whole)
      if (death === undefined) sums.refusals += 1
      // By their labels: over a database each run that died adds questions to the next, and would move what is counted.
      const points = listPoints(trace).filter(({ atLabel }, index) => isPoint.test(atLabel) && index % every === 0)
      sums.points += points.length
      for (const point of points) {
        if ((await visit(point)).death === undefined) sums.missed.push(point.atLabel)
        else sums.deaths += 1
      }
    } finally {
      world.end()
    }
  }
  const first = await create()
  first.end()
  for (const refusal of Object.keys(first.refusals)) await visitEach(({ refusals }) => refusals[refusal] ?? [], {})
  await visitEach(({ begun }) => begun, { atLabel: `before send ${endpoints[operation]}`, nth: 1 })
  return sums
}

function report(area: string, { refusals, points, deaths, released, missed, faults }: Sums): void {
  for (const fault of faults.slice(0, 20)) console.error(fault)
  for (const label of missed) console.error(`not met: ${label}`)
  prove({
    area,
    claim: 'nothing recorded and nothing changed by what was not released',
    measured: `${refusals} refusals; ${points} points, ${deaths} deaths, ${released} of them after the release: ${faults.length} violations`,
    // A lease may be renewed, or a question asked, once less in a later world.
    isKept: faults.length === 0 && refusals > 0 && deaths > released && deaths >= 0.98 * points,
  })
}

it.each(['assess', 'decide'] as const)(
  '%s --retry-unknown, refused, and killed at each point before its release',
  { timeout },
  async (operation) => {
    const sums = await visitAll(operation, { operation }, /./)
    report(`Crash points: ${operation}, before its release`, sums)
  },
)

/** The program as it was: what a load decides about submissions is done before anybody has confirmed. */
const atOnce: Alteration = {
  from: 'await announceForgotten(ledger.forgetting, run.id, ports.logger);',
  to: 'await ledger.waiting.release(run.id, { now: settings.now }); await announceForgotten(ledger.forgetting, run.id, ports.logger);',
}
const unguardedFile: Alteration = {
  from: "BEGIN SELECT RAISE(ABORT, 'a run sends nothing before it is released'); END;",
  to: 'BEGIN SELECT 1; END;',
}
const unguardedGroup: Alteration = { from: 'IS TRUE AS is_free', to: 'IS NOT NULL AS is_free' }
const unguardedTable: Alteration = {
  from: 'IF NOT EXISTS (SELECT FROM runs WHERE runs.id = NEW.sent_in',
  to: 'IF FALSE AND NOT EXISTS (SELECT FROM runs WHERE runs.id = NEW.sent_in',
}

/** What one refusal is found to have done. */
async function countFound(name: string, plan: WaitingPlan): Promise<number> {
  const world = await createWaitingWorld(sandbox, name, plan)
  try {
    const [args = []] = Object.values(world.refusals)
    return (await beginInVain(world, args)).faults.length
  } finally {
    world.end()
  }
}

it('where a load makes its changes at once, the next run sends what was refused', { timeout }, async () => {
  const found = await countFound('twin-at-once', { operation: 'assess', begunWithout: [atOnce] })
  prove({
    area: 'Crash points: twin, a load makes its changes at once',
    claim: 'found at a refusal',
    measured: `${found} violations`,
    isKept: found > 0,
  })
})

/** What the service processed of a run that went round the door. */
async function sendAround(name: string, address: string | undefined, without: readonly Alteration[]): Promise<number> {
  const world = await createWaitingWorld(sandbox, name, { operation: 'assess', address, without })
  try {
    const before = await world.look()
    await world.around()
    return (await world.look()).processed.length - before.processed.length
  } finally {
    world.end()
  }
}

it('a face that goes round the release sends nothing from a file; without the trigger it does', {
  timeout,
}, async () => {
  const guarded = await sendAround('around-file', undefined, [])
  const bare = await sendAround('around-bare-file', undefined, [unguardedFile])
  prove({
    area: 'Crash points: twin, the file gives claims of any run',
    claim: 'with the guard nothing is sent, without it something',
    measured: `${guarded} and ${bare} requests`,
    isKept: guarded === 0 && bare > 0,
  })
})

describe.skipIf(!hasOwnPostgres)('over a memory in a database', () => {
  const server = useOwnPostgres()

  it.each(['assess', 'decide'] as const)(
    '%s --retry-unknown, refused, and killed at each question before its release',
    { timeout },
    async (operation) => {
      const sums = await visitAll(`team-${operation}`, { operation, address: () => server.address() }, / question /)
      report(`Crash points: ${operation} over a database, before its release`, sums)
    },
  )

  it('a face that goes round the release sends nothing; without both guards it does', { timeout }, async () => {
    const ways = [[], [unguardedGroup], [unguardedTable], [unguardedGroup, unguardedTable]] as const
    const sent: number[] = []
    for (const [index, without] of ways.entries()) {
      sent.push(await sendAround(`around-${index}`, server.address(), without))
    }
    prove({
      area: 'Crash points: twin, the database gives claims of any run',
      claim: 'with either guard nothing is sent, without both something',
      measured: `${sent.join(', ')} requests`,
      isKept: sent.slice(0, 3).every((count) => count === 0) && (sent[3] ?? 0) > 0,
    })
  })
})
