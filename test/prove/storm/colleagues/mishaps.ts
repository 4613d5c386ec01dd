import { setTimeout as sleep } from 'node:timers/promises'
import { ask } from '../../../ledger/postgres/database.ts'
import type { Random } from '../../../rooms/support.ts'
import type { OwnPostgresServer } from '../../../support/postgres.ts'
import type { Colleague } from './colleague.ts'
import type { Matter } from './matter.ts'
import type { Road } from './road.ts'

const mishapKinds = ['kill', 'freeze', 'freeze with a claim', 'partition', 'restart'] as const
export type MishapKind = (typeof mishapKinds)[number]
export type Mishaps = Readonly<Partial<Record<MishapKind, number>>>

export interface Stage {
  address: string
  server: OwnPostgresServer
  road: Road
  matter: Matter
  colleagues: readonly Colleague[]
  random: Random
  leaseMs: number
  /** Creations that a round takes, about. */
  creations: number
}

export interface Played {
  counts: Map<MishapKind, number>
  /** Processes that were killed, stood still or could not reach the database for a while. */
  stricken: Set<number>
}

/** A claim in a group of changes, as it goes to the database. */
const claims = /"id":(\d+),"number":/g

/** Plays them in any order, spread over the work, as long as anybody works. */
export async function playMishaps(stage: Stage, wanted: Mishaps, isOver: () => boolean): Promise<Played> {
  const { colleagues, random, road, server, creations } = stage
  const deck = mishapKinds.flatMap((kind) => Array<MishapKind>(wanted[kind] ?? 0).fill(kind))
  const played: Played = { counts: new Map(), stricken: new Set() }
  const gap = creations / (deck.length + 2)
  const lasting: Promise<void>[] = []
  while (deck.length > 0 && !isOver()) {
    await passSome(road, gap * 2 * random(), isOver)
    const able = colleagues.filter(({ isRunning, isStricken }) => isRunning && !isStricken)
    const colleague = able[Math.floor(random() * able.length)]
    if (colleague === undefined) {
      await sleep(50)
      continue
    }
    const [kind = 'kill'] = deck.splice(Math.floor(random() * deck.length), 1)
    if (kind === 'restart') await server.restart()
    else lasting.push(strike(stage, colleague, kind, played))
    played.counts.set(kind, (played.counts.get(kind) ?? 0) + 1)
  }
  await Promise.all(lasting)
  return played
}

/** Until as many creations more have set out, or nothing happens for a while. */
async function passSome(road: Road, count: number, isOver: () => boolean): Promise<void> {
  const until = road.arrived() + count
  const deadline = performance.now() + 3_000
  while (road.arrived() < until && performance.now() < deadline && !isOver()) await sleep(5)
}

async function strike(stage: Stage, colleague: Colleague, kind: MishapKind, { stricken }: Played): Promise<void> {
  const { random, leaseMs } = stage
  colleague.isStricken = true
  const note = (pid: number | undefined): void => {
    if (pid !== undefined) stricken.add(pid)
  }
  try {
    switch (kind) {
      case 'kill':
        note(colleague.signal('SIGKILL'))
        return
      case 'freeze':
        note(colleague.signal('SIGSTOP'))
        await sleep(leaseMs * (1.1 + random()))
        return
      case 'freeze with a claim':
        return await freezeWithClaim(stage, colleague, note)
      case 'partition':
        note(colleague.processes.at(-1))
        colleague.proxy.swallow()
        await sleep(leaseMs * (0.1 + 2 * random()))
        colleague.proxy.heal(random() < 0.5 ? 'late' : 'never')
        note(colleague.processes.at(-1))
        return
      case 'restart':
        return
    }
  } finally {
    colleague.signal('SIGCONT')
    colleague.isStricken = false
  }
}

/** It stands still from the moment in which claims were given to it until somebody else sends one of these trips. */
async function freezeWithClaim(
  { address, road, matter, leaseMs }: Stage,
  colleague: Colleague,
  note: (pid: number | undefined) => void,
): Promise<void> {
  const question = await new Promise<string | undefined>((resolve) => {
    let isLate = false
    colleague.proxy.beforeAnswerTo(new RegExp(claims.source), (asked) => {
      // Nobody would let it go on.
      if (isLate) return
      note(colleague.signal('SIGSTOP'))
      resolve(asked)
    })
    void sleep(leaseMs).then(() => {
      isLate = true
      resolve(undefined)
    })
  })
  if (question === undefined) return
  const ids = [...question.matchAll(claims)].map(([, id]) => Number(id))
  const requests = await ask<{ request: string }>(address, 'SELECT request FROM submissions WHERE id = ANY($1)', [ids])
  const claimed = new Set(requests.map(({ request }) => String(JSON.parse(request)[matter.field])))
  // What of them it has sent just before may still be setting out.
  await sleep(leaseMs)
  await Promise.race([
    sleep(leaseMs * 4),
    new Promise<void>((resolve) => road.onArrival((name) => claimed.has(name) && resolve())),
  ])
}
