import { setTimeout as sleep } from 'node:timers/promises'
import { ask } from '../../../ledger/postgres/database.ts'
import type { Resolution } from '../../../rooms/ledger/port.ts'
import { type Ledger, ledgerAt, referToSending } from '../../../rooms/ledger.ts'
import type { SandboxStore } from '../../../rooms/sandbox/store.ts'
import { type Random, systemClock } from '../../../rooms/support.ts'
import type { Matter } from './matter.ts'

/** Looks up every unknown trip at the service, and says within a second what is there. */
export interface Person {
  /** How many trips were there, and how many were not. */
  answers: { created: number; notCreated: number }
  /** What can never be, in words. */
  faults: string[]
  stop(): Promise<void>
  /** Rejects when this person cannot go on. */
  failed: Promise<never>
}

interface Doubt {
  id: number
  sentAt: number
  request: string
}

/** Opens the memory before anything happens to the database: who begins while it is away is refused. */
export async function startPerson(
  address: string,
  store: SandboxStore,
  matter: Matter,
  random: Random,
): Promise<Person> {
  const answers = { created: 0, notCreated: 0 }
  const faults: string[] = []
  let isStopped = false
  const ledger = await ledgerAt(address, {}).open({
    clock: systemClock,
    onSpill: (record) => void faults.push(`spilled: ${JSON.stringify(record)}`),
  })

  async function answer(ledger: Ledger, { id, sentAt, request }: Doubt, known: ReadonlyMap<string, Resolution>) {
    const created = known.get(String(JSON.parse(request)[matter.field]))
    const end = await ledger.resolutions.apply(
      matter.operation,
      referToSending(ledger.id, { id, sentAt }),
      created ?? { kind: 'not-created' },
      Date.now(),
    )
    if (end === 'taken') faults.push(`another row has the identifier of ${request}`)
    if (end === 'applied') answers[created === undefined ? 'notCreated' : 'created'] += 1
  }

  async function watch(): Promise<void> {
    try {
      while (!isStopped) {
        const doubts = await ask<Doubt>(
          address,
          `SELECT id, sent_at AS "sentAt", request FROM submissions WHERE state = 'unknown'`,
        )
        // Whatever was on its way to the service when the doubt arose is there by then.
        await sleep(300 + random() * 400)
        const there = matter.taken(store)
        const named = matter.isAnew === true ? await listIdentifiers(address) : new Set<string>()
        const taken = there.filter(({ identifier }) => !named.has(identifier))
        const known = new Map(taken.map((each) => [each.name, matter.confirm(each)]))
        for (const doubt of doubts) await answer(ledger, doubt, known)
      }
    } finally {
      await ledger.close()
    }
  }

  const watching = watch()
  const failed = watching.then(() => new Promise<never>(() => {}))
  failed.catch(() => {})
  return {
    answers,
    faults,
    failed,
    async stop() {
      isStopped = true
      await watching
    },
  }
}

/** What the memory has a row for already. */
async function listIdentifiers(address: string): Promise<Set<string>> {
  const named = await ask<{ identifier: string }>(
    address,
    'SELECT identifier FROM submissions WHERE identifier IS NOT NULL',
  )
  return new Set(named.map(({ identifier }) => identifier))
}
