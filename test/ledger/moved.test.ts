import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { initLedger, type Ledger, ledgerAt, moveLedger, referToSending } from '../rooms/ledger.ts'
import { hasPostgres, usePostgres } from '../support/postgres.ts'
import {
  attempt,
  createFolder,
  drive,
  identified,
  listAudit,
  load,
  readCells,
  sendAll,
  startOfTest,
  statesOf,
  stillClock,
  submissionsOf,
  trip,
} from './workspace.ts'

const states = ['ready', 'sending', 'accepted', 'pending', 'done', 'rejected', 'failed', 'unknown'] as const
const trips = states.map((state) => trip(`E-${state} March Spain`))

describe.skipIf(!hasPostgres)('a ledger that is moved', () => {
  const server = usePostgres()

  async function open(address: string): Promise<Ledger> {
    const ledger = await ledgerAt(address, {}).open({ clock: stillClock, onSpill() {} })
    onTestFinished(() => ledger.close())
    return ledger
  }

  /** In a file, with something in every state, a decision, and an edited version that took a place. */
  async function createFilled() {
    const file = join(createFolder(), 'ledger.sqlite')
    const ledger = await open(file)
    await sendAll(ledger, await load(ledger, [trip('E1 March Spain')], { file: '/edited.csv' }))
    await load(ledger, [trip('E1 March Portugal')], { file: '/edited.csv', sendChanged: true })
    await sendAll(ledger, await load(ledger, [trip('E2 March Italy')], { file: '/order.csv', orderKeys: ['A'] }))
    const run = await load(ledger, [...trips, identified('R-elsewhere')])
    const ids = (await submissionsOf(ledger, run)).map((id) => id ?? 0)
    for (const [index, state] of states.entries()) await drive(ledger, ids[index] ?? 0, state)
    const asked = { ...attempt, operation: 'retrieve', outcome: 'done' }
    await ledger.refreshing.rescore(run, ids[states.indexOf('done')] ?? 0, '{"overallTrip":2}', asked)
    const { id } = ledger
    await ledger.close()
    return { file, run, id, ids }
  }

  async function allOf(address: string): Promise<unknown[]> {
    const recorded: unknown[] = []
    for await (const page of ledgerAt(address, {}).recorded()) recorded.push(...page)
    return recorded
  }

  const earlierOf = async (address: string): Promise<unknown> =>
    (await ledgerAt(address, {}).person('E-done', readCells, () => false)).earlier

  it('to a database and back is what it was: numbers, names, answers and the log', async () => {
    const { file, run, id, ids } = await createFilled()
    const [address, back] = [server.address(), join(createFolder(), 'back.sqlite')]
    await (await open(file)).close()
    const before = { audit: await listAudit(ledgerAt(file, {})), recorded: await allOf(file) }
    const earlier = [await earlierOf(file)]
    await moveLedger(file, address, { env: {}, clock: stillClock })
    earlier.push(await earlierOf(address))
    expect({ audit: await listAudit(ledgerAt(address, {})), recorded: await allOf(address) }).toEqual(before)

    const moved = await open(address)
    expect([moved.id, moved.isNew]).toEqual([id, false])
    const said = referToSending(id, { id: ids[7] ?? 0, sentAt: startOfTest })
    expect(await moved.resolutions.readStatus('assess', said)).toBe('open')
    const again = await load(moved, [...trips, identified('R-elsewhere'), trip('E9 May Peru')])
    expect(again).toBeGreaterThan(run)
    expect(await statesOf(moved, again)).toEqual([
      ...['ready', 'unknown', 'accepted', 'accepted', 'done', 'ready', 'ready', 'unknown', 'accepted', 'ready'],
    ])
    await moved.close()

    const after = { audit: await listAudit(ledgerAt(address, {})), recorded: await allOf(address) }
    await moveLedger(address, back, { env: {}, clock: stillClock })
    expect({ audit: await listAudit(ledgerAt(back, {})), recorded: await allOf(back) }).toEqual(after)
    expect(earlier[0]).toMatchObject([{ result: '{}' }])
    expect([...earlier.slice(1), await earlierOf(back)]).toEqual([earlier[0], earlier[0]])
    expect((await open(back)).id).toBe(id)
  })

  it('takes its rules along, there and back, with what two people loosened', async () => {
    const [trips, longer] = [{ trips: 'P7Y' }, { trips: 'P9Y' }]
    const rules = { fourEyes: true, retention: trips, holds: ['E-1'] }
    const [file, back] = [join(createFolder(), 'ledger.sqlite'), join(createFolder(), 'back.sqlite')]
    const address = server.address()
    const first = await open(file)
    const target = await first.targets.find('https://example.test', 'default')
    const now = startOfTest
    await first.rules.change(target, { name: 'holds', from: undefined, to: ['E-1'] }, { now })
    await first.rules.change(target, { name: 'retention', from: undefined, to: longer }, { now })
    await first.rules.change(target, { name: 'fourEyes', from: undefined, to: true }, { now })
    const loosening = { name: 'retention', from: longer, to: trips } as const
    const run = await first.rules.propose(target, loosening, { by: { id: 'C-1', key: 'c1' }, now, until: now + 1 })
    await first.waiting.release(run ?? 0, { now, second: { by: { id: 'M-2', key: 'm2' }, statement: '' } })
    await first.runs.end(run ?? 0, { now, ending: 'done', output: undefined })
    await first.close()
    const rulesOf = (at: string) => ledgerAt(at, {}).view(async (ledger) => ledger.rules.of(target))
    await moveLedger(file, address, { env: {}, clock: stillClock })
    expect(await rulesOf(address)).toEqual(rules)
    await moveLedger(address, back, { env: {}, clock: stillClock })
    expect(await rulesOf(back)).toEqual(rules)
  })

  it('keeps what was forgotten, there and back: done, without content, and with every digest of its log', async () => {
    const [file, address, back] = [
      join(createFolder(), 'ledger.sqlite'),
      server.address(),
      join(createFolder(), 'b.sqlite'),
    ]
    const key = join(createFolder(), 'forget.key')
    const openKeyed = async (at: string): Promise<Ledger> => {
      const ledger = await ledgerAt(at, {}).open({ clock: stillClock, onSpill() {}, findForgetKey: () => key })
      onTestFinished(() => ledger.close())
      return ledger
    }
    const digestsOf = async (at: string): Promise<unknown[]> =>
      (await listAudit(ledgerAt(at, {}))).map(({ salt, detail, request, erasedDigest }) => [
        salt,
        detail,
        request,
        erasedDigest,
      ])
    const first = await openKeyed(file)
    const sheet = [trip('E1 March Spain'), trip('E2 May Peru')]
    await sendAll(first, await load(first, sheet))
    await first.close()
    const reopened = await openKeyed(file)
    await reopened.forgetting.erase({ people: ['E1'], readCells }, { reason: '', by: 'ann@laptop', now: startOfTest })
    await reopened.close()
    const digests = await digestsOf(file)
    for (const [from, to] of [
      [file, address],
      [address, back],
    ] as const) {
      await moveLedger(from, to, { env: {}, clock: stillClock })
      expect(await digestsOf(to)).toEqual(digests)
      const keyless = await open(to)
      await expect(load(keyless, sheet)).rejects.toMatchObject({ said: { code: 'forget-key-missing' } })
      await keyless.close()
      const keyed = await openKeyed(to)
      expect(await statesOf(keyed, await load(keyed, sheet))).toEqual(['done', 'done'])
      await keyed.close()
    }
  })

  it('goes into a database that was initialised for it, but not into one that is open', async () => {
    const { file, id } = await createFilled()
    const address = server.address()
    await initLedger(address, {}, { clock: stillClock })
    const opened = await open(address)
    const move = (): Promise<void> => moveLedger(file, address, { env: {}, clock: stillClock })
    await expect(move()).rejects.toMatchObject({ code: 'ledger', message: expect.stringContaining('is open: process') })
    await opened.close()
    await move()
    expect((await open(address)).id).toBe(id)
  })

  it('is sealed: nobody opens the old one or looks at it, and is told where the new one is', async () => {
    const { file } = await createFilled()
    const [address, back] = [server.address(), join(createFolder(), 'back.sqlite')]
    await moveLedger(file, address, { env: {}, clock: stillClock })
    await moveLedger(address, back, { env: {}, clock: stillClock })
    for (const [old, now] of [
      [file, address],
      [address, back],
    ] as const) {
      const refusal = { code: 'ledger', message: expect.stringContaining(`was moved to ${now}`) }
      await expect(open(old)).rejects.toMatchObject(refusal)
      await expect(ledgerAt(old, {}).status({})).rejects.toMatchObject(refusal)
      await expect(ledgerAt(old, {}).openExcerpt(createFolder(), stillClock)).rejects.toMatchObject(refusal)
      await expect(moveLedger(old, now, { env: {}, clock: stillClock })).rejects.toMatchObject({ code: 'ledger' })
    }
  })

  it('never goes where one is already, and stays what it was', async () => {
    const { file } = await createFilled()
    const address = server.address()
    const used = await open(address)
    await load(used, [trip('E1 March Spain')])
    await used.close()
    const refusal = { code: 'ledger', message: expect.stringContaining('in use already') }
    await expect(moveLedger(file, address, { env: {}, clock: stillClock })).rejects.toMatchObject(refusal)
    await expect(moveLedger(address, file, { env: {}, clock: stillClock })).rejects.toMatchObject({
      code: 'surroundings',
    })
    expect(existsSync(file)).toBe(true)
    await (await open(file)).close()
    await (await open(address)).close()
  })

  it('is nobody’s while it is moved', async () => {
    const { file } = await createFilled()
    const [address, back] = [server.address(), join(createFolder(), 'back.sqlite')]
    const holder = await open(file)
    await expect(moveLedger(file, address, { env: {}, clock: stillClock })).rejects.toMatchObject({ code: 'ledger' })
    await holder.close()
    await moveLedger(file, address, { env: {}, clock: stillClock })
    const colleague = await open(address)
    const refusal = { code: 'ledger', message: expect.stringContaining('in use by process') }
    await expect(moveLedger(address, back, { env: {}, clock: stillClock })).rejects.toMatchObject(refusal)
    expect(existsSync(back)).toBe(false)
    await colleague.close()
    await (await open(address)).close()
  })

  it('from a file to a file is refused', async () => {
    await expect(moveLedger('/a.sqlite', '/b.sqlite', { env: {}, clock: stillClock })).rejects.toMatchObject({
      code: 'usage',
    })
  })
})
