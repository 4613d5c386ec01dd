import { setTimeout as sleep } from 'node:timers/promises'
import { onTestFinished } from 'vitest'
import { parseFaultPlan } from '../../../rooms/sandbox/faults.ts'
import type { SandboxStore } from '../../../rooms/sandbox/store.ts'
import { openSandbox } from '../../../rooms/sandbox.ts'
import type { Alteration } from '../../../support/altered.ts'
import { hurried, shortLeaseMs } from '../../../support/altered.ts'
import type { OwnPostgresServer } from '../../../support/postgres.ts'
import type { Ended } from '../../../support/program.ts'
import { seededRandom } from '../../../support/seeded-random.mjs'
import { Colleague } from './colleague.ts'
import { type Findings, judgeRound } from './judge.ts'
import { decisionsOn, fillSandbox, invitations, type Matter, trips as tripMatter, tripsAnew } from './matter.ts'
import { type MishapKind, type Mishaps, playMishaps } from './mishaps.ts'
import { startPerson } from './person.ts'
import { startRoad } from './road.ts'

/** Of every kind that a service on its way can do to a request, and that ends within a moment. */
export const wireFaults =
  'reset-before=0.5%,reset-after=0.7%,hang=0.2%,hang-before=0.2%,cut=0.6%,bad-json=0.4%,429=0.3%,503=0.3%,503-bare=0.4%,500-before=0.4%,500-after=0.4%,no-id=0.4%'

export interface RoundPlan {
  seed: number
  colleagues: number
  /** In each sheet; each half of it stands in another one, too. */
  trips: number
  /** Decisions on them instead, several on each: they are there already; or as many invitations. */
  about?: 'trips' | 'trips anew' | 'decisions' | 'invitations'
  /** Whether the sheets are left to workers. */
  isLeft?: boolean
  mishaps?: Mishaps
  faults?: string
  /** Whether somebody answers every unknown trip within a second. */
  hasPerson?: boolean
  /** The longest that the way to the service and back takes. */
  latencyMs?: number
  /** The program as it is, with a lease of 20 s. */
  isInRealTime?: boolean
  /** The guard that is taken away. */
  twin?: readonly Alteration[]
}

export interface Round extends Findings {
  played: ReadonlyMap<MishapKind, number>
  runs: number
}

const matters: Record<NonNullable<RoundPlan['about']>, (store: SandboxStore, shared: number) => Matter> = {
  trips: () => tripMatter,
  'trips anew': () => tripsAnew,
  decisions: (store, shared) => decisionsOn(fillSandbox(store, shared)),
  invitations: () => invitations,
}

const realLeaseMs = 20_000
/** From the last mishap on. */
const longestMs = 240_000

/** Colleagues with overlapping sheets over one memory, until every trip is scored, or surely unknown; then the verdict. */
export async function runRound(server: OwnPostgresServer, plan: RoundPlan): Promise<Round> {
  const { seed, colleagues: count, trips, mishaps = {}, faults = '', hasPerson = true, twin = [] } = plan
  const { latencyMs = 200, isInRealTime = false, about = 'trips', isLeft = false } = plan
  const random = seededRandom(seed)
  const address = server.address()
  const sandbox = await openSandbox({
    readyAfterMs: { min: 50, max: 400 },
    random: seededRandom(seed + 1),
    ...(faults === '' ? {} : { faults: parseFaultPlan(`${faults},seed=${seed}`) }),
  })
  onTestFinished(() => sandbox.close())
  const shared = (count * trips) / 2
  const matter = matters[about](sandbox.store, shared)
  const road = await startRoad(sandbox.baseUrl, random, latencyMs, matter.field)
  onTestFinished(() => road.close())
  const sheets = overlap([...Array(shared).keys()], count, trips)
  const colleagues = await Promise.all(
    sheets.map((shares) =>
      Colleague.join({
        rows: matter.rowsOf(shares),
        matter,
        isLeft,
        address,
        baseUrl: road.baseUrl,
        token: sandbox.companies[0]?.token ?? '',
        alterations: [...(isInRealTime ? [] : hurried), ...twin],
      }),
    ),
  )
  const deadlocksBefore = server.countLogged('deadlock detected')
  let working = 0
  let isStormOver = false
  const isEnough = (ended: Ended): boolean =>
    ended.code === 0 || (!hasPerson && isStormOver && ended.code === 4 && isOnlyUnknown(ended))

  async function work(colleague: Colleague): Promise<void> {
    working += 1
    await colleague.work(isEnough).finally(() => {
      working -= 1
    })
  }

  async function playAll(): Promise<Round> {
    // What it creates is there before anybody looks for it.
    const first = colleagues.map(work)
    await Promise.race([...first, untilArrived()])
    const person = hasPerson ? await startPerson(address, sandbox.store, matter, random) : undefined
    const leaseMs = isInRealTime ? realLeaseMs : shortLeaseMs
    const creations = matter.rowsOf([...Array(shared).keys()]).length
    const stage = { address, server, road, matter, colleagues, random, leaseMs, creations }
    const played = await playMishaps(stage, mishaps, () => working === 0)
    isStormOver = true
    // Without the person nobody would ever be done.
    await Promise.race([Promise.all(first), ...(person === undefined ? [] : [person.failed])])
    // Once more, when all is done: what each shows in the end is what is.
    await Promise.all(colleagues.map(work))
    await person?.stop()
    const findings = await judgeRound({
      address,
      store: sandbox.store,
      matter,
      colleagues,
      // With a short lease a busy machine may be enough, and a server that is away is everybody's mishap.
      stricken: isInRealTime && !played.counts.has('restart') ? played.stricken : undefined,
      deadlocks: server.countLogged('deadlock detected') - deadlocksBefore,
      faults: person?.faults ?? [],
    })
    const runs = colleagues.reduce((total, { processes }) => total + processes.length, 0)
    return { ...findings, played: played.counts, runs }
  }

  async function untilArrived(): Promise<void> {
    while (road.arrived() === 0) await sleep(20)
  }

  const deadline = sleep(
    longestMs + 20_000 * Object.values(mishaps).reduce((total, some) => total + some, 0),
    undefined,
    {
      ref: false,
    },
  )
  return Promise.race([
    playAll(),
    deadline.then(() => {
      throw new Error(
        `the round does not end; they say: ${colleagues.map((each) => each.said().slice(-2_000)).join('\n---\n')}`,
      )
    }),
  ])
}

/** Sheets in a ring: the second half of one is the first half of the next. */
function overlap<Each>(all: readonly Each[], count: number, size: number): Each[][] {
  return Array.from({ length: count }, (_, index) =>
    Array.from({ length: size }, (__, place) => all[((index * size) / 2 + place) % all.length]).flatMap((each) =>
      each === undefined ? [] : [each],
    ),
  )
}

function isOnlyUnknown({ summary }: Ended): boolean {
  const { scored = 0, decided = 0, invited = 0, unknown = 0 } = summary.outcomes
  return scored + decided + invited + unknown === summary.rows
}
