import { setTimeout as sleep } from 'node:timers/promises'
import { ledgerAt } from '../../../src/ledger/open.ts'
import type { Ledger } from '../../../src/ledger/port.ts'
import { referToSending } from '../../../src/ledger/sending-reference.ts'
import type { SandboxStore } from '../../../src/sandbox/store/store.ts'
import { systemClock } from '../../../src/support/clock.ts'
import type { Random } from '../../../src/support/random.ts'
import { ask } from '../../ledger/postgres/database.ts'

/** Looks up every unknown trip at the service, and says within a second what is there. */
export interface Person {
  /** How many trips were there, and how many were not. */
  answers: { created: number; notCreated: number }
  /** What can never be, in words. */
  faults: string[]
  stop(): Promise<void>
}

interface Doubt {
  id: number
  sentAt: number
  request: string
}

export function startPerson(address: string, { assessments }: SandboxStore, random: Random): Person {
  const answers = { created: 0, notCreated: 0 }
  const faults: string[] = []
  let isStopped = false

  async function answer(ledger: Ledger, { id, sentAt, request }: Doubt, known: ReadonlyMap<string, string>) {
    const identifier = known.get(JSON.parse(request).employeeId)
    const end = await ledger.resolutions.apply(
      'assess',
      referToSending(ledger.id, { id, sentAt }),
      identifier === undefined ? { kind: 'not-created' } : { kind: 'created', state: 'accepted', identifier },
      Date.now(),
    )
    if (end === 'taken') faults.push(`another row has the identifier of ${request}`)
    if (end === 'applied') answers[identifier === undefined ? 'notCreated' : 'created'] += 1
  }

  async function watch(): Promise<void> {
    const ledger = await ledgerAt(address).open({
      clock: systemClock,
      onSpill: (record) => void faults.push(`spilled: ${JSON.stringify(record)}`),
    })
    try {
      while (!isStopped) {
        const doubts = await ask<Doubt>(
          address,
          `SELECT id, sent_at AS "sentAt", request FROM submissions WHERE state = 'unknown'`,
        )
        // Whatever was on its way to the service when the doubt arose is there by then.
        await sleep(300 + random() * 400)
        const known = new Map(
          [...assessments.list('Acme')].map((created) => [created.input.employeeId, created.assessmentId]),
        )
        for (const doubt of doubts) await answer(ledger, doubt, known)
      }
    } finally {
      await ledger.close()
    }
  }

  const watching = watch()
  // It is looked at when the round is over.
  watching.catch(() => {})
  return {
    answers,
    faults,
    async stop() {
      isStopped = true
      await watching
    },
  }
}
