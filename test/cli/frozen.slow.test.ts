import { describe, expect, it } from 'vitest'
import { ask } from '../ledger/postgres/database.ts'
import { altering, hurried } from '../support/altered.ts'
import { readOutput } from '../support/outputs.ts'
import { hasPostgres, usePostgres } from '../support/postgres.ts'
import { assessed, type Running, Workspace } from '../support/program.ts'
import { type Received, refusal, startService } from '../support/service.ts'
import { toCsv, trips } from '../support/trips.ts'

const timeout = 120_000

/** Until a look at something shows it; the test's time-out is the bound. */
async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isSo())) await new Promise((resolve) => setTimeout(resolve, 50))
}

/** Answers to requests of a kind wait until they are released. */
function createLatch(holds: (received: Received) => boolean) {
  let release = (): void => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  return { release: () => release(), wait: async (received: Received) => (holds(received) ? released : undefined) }
}

async function countIn(ledger: string, state: string): Promise<number> {
  const [found] = await ask<{ count: number }>(ledger, 'SELECT COUNT(*) AS count FROM submissions WHERE state = $1', [
    state,
  ])
  return found?.count ?? 0
}

/** It stands still until its lease is over. */
async function freeze(running: Running, ledger: string): Promise<void> {
  const { pid } = running.child
  running.child.kill('SIGSTOP')
  await until(async () => {
    const alive = await ask(ledger, 'SELECT FROM holders WHERE process = $1 AND lease_until > clock_timestamp()', [pid])
    return alive.length === 0
  })
}

describe.skipIf(!hasPostgres)('a process that stood still for longer than its lease', () => {
  const server = usePostgres()
  const isCreate = ({ endpoint }: Received): boolean => endpoint === 'rwa_create'

  it('asks for the scores of what it had created, though others have taken it for gone', { timeout }, async () => {
    const ledger = server.address()
    let isReady = false
    const service = await startService(({ endpoint }) =>
      endpoint === 'rwa_retrieve' && !isReady ? refusal('Pending') : undefined,
    )
    const hurry = { ...service.variables, ...altering(hurried) }
    const [ann, bob] = [new Workspace(hurry), new Workspace(hurry)]
    ann.write('trips.csv', toCsv(trips(20)))
    bob.write('theirs.csv', toCsv(trips(22).slice(20)))
    const running = ann.start(['assess', 'trips.csv', '--json', '--ledger', ledger])
    await until(() => service.created().length === 20)
    await until(async () => (await countIn(ledger, 'accepted')) === 20)
    await freeze(running, ledger)
    const theirs = await bob.assess('theirs.csv', '--no-wait', '--ledger', ledger)
    expect(theirs.code, theirs.stderr).toBe(0)
    isReady = true
    running.child.kill('SIGCONT')
    const { code, stderr, summary } = await running.ended
    expect([code, summary.outcomes], stderr).toEqual([0, { scored: 20 }])
  })

  it('says that another run of its sheet has taken its place, which has done all', { timeout }, async () => {
    const ledger = server.address()
    const latch = createLatch(isCreate)
    let asked = 0
    const service = await startService(undefined, undefined, async (received) => {
      if (isCreate(received)) asked += 1
      if (asked > 10) await latch.wait(received)
    })
    const hurry = { ...service.variables, ...altering(hurried) }
    const [ann, bob] = [new Workspace(hurry), new Workspace(hurry)]
    for (const space of [ann, bob]) space.write('trips.csv', toCsv(trips(40)))
    const running = ann.start(['assess', 'trips.csv', '--json', '--ledger', ledger])
    await until(() => asked > 10)
    await freeze(running, ledger)
    latch.release()
    const theirs = await bob.assess('trips.csv', '--ledger', ledger)
    const { scored = 0, unknown = 0 } = theirs.summary.outcomes
    expect([theirs.code, scored + unknown], theirs.stderr).toEqual([4, 40])
    running.child.kill('SIGCONT')
    const late = await running.ended
    expect([late.code, late.stderr]).toEqual([1, expect.stringContaining('another run of the same sheet')])
    expect(late.stderr).not.toContain('uses this file')
    const again = await ann.assess('trips.csv', '--ledger', ledger)
    expect(again.summary.rows).toBe(40)
    expect(new Set(service.created()).size).toBe(service.created().length)
    const { results } = await readOutput(ann.path(assessed('trips')))
    const open = results.filter(({ outcome }) => outcome !== 'scored' && outcome !== 'unknown')
    expect(open).toEqual([])
  })

  it('a worker among others: what it learns late of a run that was over is asked for its scores', {
    timeout,
  }, async () => {
    const ledger = server.address()
    const latch = createLatch(isCreate)
    const asked: Received[] = []
    const service = await startService(undefined, undefined, async (received) => {
      if (!isCreate(received)) return
      asked.push(received)
      if (asked.length > 20) await latch.wait(received)
    })
    const space = new Workspace({ ...service.variables, ...altering(hurried) })
    const isOver = async (): Promise<boolean> =>
      (await ask(ledger, 'SELECT FROM runs WHERE ended_at IS NULL')).length === 0
    space.write('trips.csv', toCsv(trips(60)))
    expect((await space.run(['assess', 'trips.csv', '--detach', '--ledger', ledger])).code).toBe(0)
    const work = ['worker', '--ledger', ledger, '--max-unknown', '100']
    const frozen = space.start(work)
    await until(() => asked.length > 20)
    await freeze(frozen, ledger)
    const other = space.start(work)
    // What it answers now waits at the frozen one's socket.
    latch.release()
    await until(isOver)
    const doubts = await countIn(ledger, 'unknown')
    expect(doubts).toBeGreaterThan(0)
    other.child.kill('SIGTERM')
    expect((await other.ended).code).toBe(0)
    frozen.child.kill('SIGCONT')
    await until(async () => (await countIn(ledger, 'unknown')) === 0)
    await until(async () => (await countIn(ledger, 'accepted')) === 0 && (await isOver()))
    frozen.child.kill('SIGTERM')
    expect((await frozen.ended).code).toBe(0)
    const collected = await space.run(['collect', 'trips.csv', '--json', '--ledger', ledger])
    expect([collected.code, collected.summary.outcomes], collected.stderr).toEqual([0, { scored: 60 }])
    expect(new Set(service.created()).size).toBe(60)
    expect(service.created().length).toBe(60)
  })
})
