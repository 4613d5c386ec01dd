import { describe, expect, it, onTestFinished } from 'vitest'
import type { TeamWork } from '../../rooms/ledger/port.ts'
import { type Ledger, ledgerAt } from '../../rooms/ledger.ts'
import { hasPostgres, usePostgres } from '../../support/postgres.ts'
import { load, sendAll, startOfTest, stillClock, submissionsOf, trip } from '../workspace.ts'

type TeamLedger = Ledger & { team: TeamWork }

function requireTeam(ledger: Ledger): asserts ledger is TeamLedger {
  if (ledger.team === undefined) throw new Error('a ledger in a database has a team')
}

describe.skipIf(!hasPostgres)('a run that is left to workers', () => {
  const server = usePostgres()

  async function open(address: string): Promise<TeamLedger> {
    const ledger = await ledgerAt(address, {}).open({ clock: stillClock, onSpill() {} })
    onTestFinished(() => ledger.close())
    requireTeam(ledger)
    return ledger
  }

  const trips = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, index) => trip(`E${from + index} March`))

  it('is under way until it is ended, whoever lives: nobody else’s load takes its rows or its polls', async () => {
    const address = server.address()
    const ann = await open(address)
    const run = await load(ann, trips(0, 30), { waits: true })
    await ann.waiting.release(run, { now: startOfTest, workers: '{}' })
    await sendAll(ann, run, 'accepted')
    const target = await ann.targets.find('https://example.test/version-test', 'default')
    await ann.close()
    const bob = await open(address)
    await load(bob, trips(20, 40), { file: '/bob.csv' })
    await load(bob, trips(0, 30), { file: '/trips.csv' })
    expect(await bob.runs.countRows(run)).toBe(30)
    expect(await bob.team.duePolls({ runId: run, from: 0, to: 29 }, startOfTest + 1e9, 100)).toHaveLength(30)
    expect(await bob.team.open(target)).toEqual([
      { id: run, operation: 'assess', how: '{}', sheets: [''], isOver: false },
    ])

    const ends = [await bob.team.finish(run, startOfTest), await bob.team.finish(run, startOfTest)]
    expect(ends).toEqual([true, false])
    expect(await bob.team.open(target)).toEqual([])
    expect((await bob.team.find(run, target))?.isOver).toBe(true)
    expect(await bob.team.find(run + 1, target)).toBeUndefined()
    // A job that was forged, or put back with another queue, names a run of another company.
    const other = await bob.targets.find('https://example.test/version-test', 'globex')
    expect(await bob.team.find(run, other)).toBeUndefined()
  })

  it('is looked at and done in parts', async () => {
    const ledger = await open(server.address())
    const { team } = ledger
    const keys = Array.from({ length: 30 }, (_, index) => (index === 4 || index === 17 ? 'A-1' : `A-${index + 100}`))
    const run = await load(ledger, trips(0, 30), { orderKeys: keys })
    expect(await team.orderSpans(run)).toEqual([{ first: 4, last: 17 }])
    expect(await team.openRows(run, [0, 10, 25])).toEqual([
      { part: 0, state: 'ready', rows: 10 },
      { part: 1, state: 'ready', rows: 15 },
      { part: 2, state: 'ready', rows: 5 },
    ])
    const chunk = { runId: run, from: 10, to: 24 }
    const page = await team.readyPage(chunk, 9, 100)
    expect(page.map(({ seq }) => seq)).toEqual(Array.from({ length: 15 }, (_, index) => index + 10))
    expect((await team.readyPage(chunk, 22, 100)).map(({ seq }) => seq)).toEqual([23, 24])

    await sendAll(ledger, run, 'accepted')
    const ids = await submissionsOf(ledger, run)
    const due = await team.duePolls(chunk, startOfTest + 1e9, 100)
    expect(due.map(({ id }) => id).toSorted()).toEqual(ids.slice(10, 25).toSorted())
    const polling = due.slice(1).map(({ id }) => id)
    expect(await team.duePolls(chunk, startOfTest + 1e9, 100, polling)).toEqual(due.slice(0, 1))
    const next = (await team.nextPollAt(chunk)) ?? Number.NaN
    expect(await team.duePolls(chunk, next - 1, 100)).toEqual([])
    expect(await team.nextPollAt({ runId: run, from: 30, to: 40 })).toBeUndefined()
    expect(await team.openRows(run, [0, 10, 25])).toMatchObject([{ rows: 10 }, { rows: 15 }, { rows: 5 }])
  })

  it('knows who works for its company, as long as they live', async () => {
    const address = server.address()
    const [ann, bob] = [await open(address), await open(address)]
    const targets = await Promise.all(
      ['acme', 'globex'].map((company) => ann.targets.find('https://example.test/api', company)),
    )
    const count = () => Promise.all(targets.map((target) => ann.team.countWorkers(target)))
    await ann.team.workFor(targets)
    await bob.team.workFor(targets)
    expect(await count()).toEqual([2, 2])
    await bob.team.workFor(targets.slice(1))
    expect(await count()).toEqual([1, 2])
    const { workers, isHeldByWorkersOnly } = await ledgerAt(address, {}).status({})
    expect(workers?.map(({ company }) => company)).toEqual(['acme', 'globex', 'globex'])
    expect(isHeldByWorkersOnly).toBe(true)
    const carol = await open(address)
    expect(await ledgerAt(address, {}).status({})).toMatchObject({ isHeldByWorkersOnly: false })
    await carol.close()
    await bob.close()
    expect(await count()).toEqual([1, 1])
  })
})
