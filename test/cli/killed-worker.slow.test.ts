import { describe, expect, it } from 'vitest'
import { ask } from '../ledger/postgres/database.ts'
import { leaseMs } from '../rooms/ledger/store.ts'
import { hasPostgres, usePostgres } from '../support/postgres.ts'
import { type Running, Workspace } from '../support/program.ts'
import { prove } from '../support/proof.ts'
import { startService } from '../support/service.ts'
import { toCsv, trips } from '../support/trips.ts'

const chunkRows = 10
const doubtsWithinMs = leaseMs + 5_000
const takenUpWithinMs = 15_000

interface Row {
  seq: number
  state: string
  /** The process that sent it. */
  process: number | null
}

/** How the rows stand, and when by the clock of the database. */
async function look(ledger: string): Promise<{ now: number; rows: readonly Row[] }> {
  const [seen] = await ask<{ now: number; rows: Row[] }>(
    ledger,
    `SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS now,
            json_agg(json_build_object('seq', seq, 'state', state, 'process', process) ORDER BY seq) AS rows
       FROM rows JOIN submissions ON submissions.id = submission_id LEFT JOIN holders ON holders.id = sent_by`,
  )
  return seen ?? { now: Number.NaN, rows: [] }
}

function chunkOf({ seq }: Row): number {
  return Math.floor(seq / chunkRows)
}

/** The first look that shows it; the test's time-out is the bound. */
async function whenSeen(ledger: string, isSo: (rows: readonly Row[]) => boolean): Promise<number> {
  while (true) {
    const { now, rows } = await look(ledger)
    if (isSo(rows)) return now
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

describe.skipIf(!hasPostgres)('when a worker is killed in the middle of its chunks, another one', () => {
  const server = usePostgres()

  it('says soon that what it had on its way is unknown, and sooner goes on with the rest', {
    timeout: 120_000,
  }, async () => {
    const ledger = server.address()
    // What the first one asks for from here on stays unanswered.
    let isHeld = false
    let count = 0
    let held = 0
    const never = new Promise<void>(() => {})
    const service = await startService(undefined, undefined, async ({ endpoint }) => {
      if (endpoint === 'rwa_create') count += 1
      if (count <= 12 || !isHeld) return
      held += 1
      await never
    })
    const space = new Workspace(service.variables)
    space.write('trips.csv', toCsv(trips(8 * chunkRows)))
    expect((await space.run(['assess', 'trips.csv', '--detach', '--no-wait', '--ledger', ledger])).code).toBe(0)
    async function startWorker(): Promise<Running> {
      const worker = space.start(['worker', '--ledger', ledger, '--concurrency', '8'])
      await worker.until(() => worker.said().includes('worker: serves'))
      return worker
    }
    isHeld = true
    const first = await startWorker()
    const { pid } = first.child
    const isTheirs = ({ process }: Row): boolean => process === pid
    // Until all that it may have in flight is held: it must not send the rest while the second one starts.
    const looks: number[] = []
    await whenSeen(ledger, () => held >= 3 && looks.push(held) > 20 && looks.at(-20) === held)
    isHeld = false
    const second = await startWorker()
    const isOthers = ({ process }: Row): boolean => process === (second.child.pid ?? 0)
    await whenSeen(ledger, (rows) => rows.some(isOthers))
    first.child.kill('SIGKILL')
    await first.ended
    const killed = await look(ledger)
    const doubted = killed.rows.filter((row) => isTheirs(row) && row.state === 'sending')
    const begun = new Set(killed.rows.filter(isTheirs).map(chunkOf))
    const left = [...begun].filter((chunk) =>
      killed.rows.some((row) => chunkOf(row) === chunk && row.state === 'ready'),
    )
    expect([doubted.length > 0, left.length > 0]).toEqual([true, true])

    const isTakenUp = (rows: readonly Row[]): boolean =>
      left.every((chunk) => rows.some((row) => chunkOf(row) === chunk && isOthers(row)))
    const takenUpMs = (await whenSeen(ledger, isTakenUp)) - killed.now
    const isDoubted = (rows: readonly Row[]): boolean =>
      doubted.every(({ seq }) => rows.some((row) => row.seq === seq && row.state === 'unknown'))
    const doubtedMs = (await whenSeen(ledger, isDoubted)) - killed.now
    second.child.kill('SIGTERM')
    expect((await second.ended).code).toBe(0)
    const { rows } = await look(ledger)
    const states = rows.map(({ state }) => state)
    expect(states.filter((state) => state !== 'accepted')).toEqual(doubted.map(() => 'unknown'))
    expect(new Set(service.created()).size).toBe(service.created().length)
    prove({
      area: 'One memory for a team: a killed worker',
      claim: 'what it had on its way is unknown within its lease and 5 s, its chunks are taken up within 15 s',
      measured: `${doubted.length} unknown after ${(doubtedMs / 1000).toFixed(1)} s, ${left.length} chunks taken up after ${(takenUpMs / 1000).toFixed(1)} s`,
      isKept: doubtedMs <= doubtsWithinMs && takenUpMs <= takenUpWithinMs,
    })
  })
})
