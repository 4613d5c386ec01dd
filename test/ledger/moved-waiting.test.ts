import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { type Ledger, ledgerAt, moveLedger } from '../rooms/ledger.ts'
import { hasPostgres, usePostgres } from '../support/postgres.ts'
import {
  createFolder,
  drive,
  load,
  sendAll,
  startOfTest,
  statesOf,
  stillClock,
  submissionsOf,
  trip,
} from './workspace.ts'

const now = startOfTest
const until = now + 14 * 24 * 3_600_000
const sealing = {
  by: { id: 'C-001', key: 'c001' },
  now,
  until,
  how: '{"loaded":{}}',
  statement: '{"seal":"x"}',
  lines: [],
}
const second = { by: { id: 'M-2', key: 'm2' }, statement: '{"seal":"x"}' }
const waits = { waits: true, retryUnknown: true } as const
const sheet = ['E1 March Spain', 'E2 May Peru', 'E3 June Chad', 'E4 July Italy'].map(trip)

describe.skipIf(!hasPostgres)('a ledger with runs that wait is moved', () => {
  const server = usePostgres()

  async function open(address: string): Promise<Ledger> {
    const ledger = await ledgerAt(address, {}).open({ clock: stillClock, onSpill() {} })
    onTestFinished(() => ledger.close())
    return ledger
  }

  async function listWaiting({ targets, waiting }: Ledger) {
    const target = await targets.find('https://example.test/version-test', 'default')
    const runs = await waiting.list(target)
    return runs.map(({ id, waitsFor, until, sealedBy, how, rows }) => ({ id, waitsFor, until, sealedBy, how, rows }))
  }

  async function move(from: string, to: string): Promise<void> {
    await moveLedger(from, to, { env: {}, clock: stillClock })
  }

  it('to a database and back: each waits there as before, is released there, and sends there what was planned', async () => {
    const [file, address, back] = [
      join(createFolder(), 'ledger.sqlite'),
      server.address(),
      join(createFolder(), 'back.sqlite'),
    ]
    const own = await open(file)
    const first = await load(own, sheet.slice(0, 3))
    const ids = await submissionsOf(own, first)
    for (const [index, state] of (['rejected', 'unknown', 'done'] as const).entries()) {
      await drive(own, ids[index] ?? 0, state)
    }
    const sealed = await load(own, sheet, waits)
    await own.waiting.seal(sealed, sealing)
    const waiting = await listWaiting(own)
    expect(waiting).toMatchObject([{ id: sealed, waitsFor: 'second person', until, sealedBy: 'c001', rows: 4 }])
    await own.close()

    await move(file, address)
    const team = await open(address)
    expect(await listWaiting(team)).toEqual(waiting)
    expect(await statesOf(team, sealed)).toEqual(['ready', 'ready', 'done', 'ready'])
    expect(await statesOf(team, first)).toEqual(['rejected', 'unknown', 'done'])
    const later = await load(team, sheet.slice(0, 1), { ...waits, file: '/later.csv' })
    await team.waiting.seal(later, sealing)
    const left = await load(team, [trip('E9 March Spain')], { waits: true, file: '/left.csv' })
    await team.waiting.release(left, { now, workers: '{"loaded":{}}' })
    const waitingThere = await listWaiting(team)
    expect(waitingThere.map(({ id, waitsFor }) => [id, waitsFor])).toEqual([
      [left, 'workers'],
      [later, 'second person'],
      [sealed, 'second person'],
    ])
    await team.close()

    await move(address, back)
    const returned = await open(back)
    expect(await listWaiting(returned)).toEqual(waitingThere)
    expect(await sendAll(returned, left)).toEqual(['E9 March Spain'])
    expect(await returned.waiting.release(sealed, { now })).toBe('no second person')
    expect(await returned.waiting.release(sealed, { now, second })).toBeUndefined()
    expect(await sendAll(returned, sealed)).toEqual(['E1 March Spain', 'E2 May Peru', 'E4 July Italy'])
    expect(await returned.waiting.release(later, { now, second })).toBeUndefined()
    expect(await statesOf(returned, later)).toEqual(['done'])
    expect((await returned.attempts.of(ids[1] ?? 0)).map(({ operation }) => operation)).toContain('resend')
  })
})
