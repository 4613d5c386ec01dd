import { describe, expect, it } from 'vitest'
import { type Ledger, type LedgerStore, referToSending } from '../../rooms/ledger.ts'
import {
  attempt,
  claimOne,
  drive,
  identified,
  load,
  releaseRun,
  sendAll,
  settlementTo,
  startOfTest,
  statesOf,
  submissionsOf,
  trip,
} from '../workspace.ts'
import { openNew, workspaceOf } from './suite.ts'

const day = 24 * 3_600_000
const now = startOfTest
const one = { id: 'C-001', key: 'c001' }
const two = { id: 'M-2', key: 'm2' }
const sealing = { by: one, now, until: now + 14 * day, how: '{"loaded":{}}', statement: '{"seal":"x"}', lines: [] }
const second = { by: two, statement: '{"seal":"x"}' }
const decisions = { operation: 'decide', orderKeys: ['A', 'B'] }
const waits = { waits: true } as const

async function firstOf(ledger: Ledger, run: number): Promise<number> {
  return (await submissionsOf(ledger, run))[0] ?? Number.NaN
}

export function describeWaitingRuns(kind: string, createStore: () => LedgerStore): void {
  describe(`runs that wait of ${kind}`, () => {
    it('give no claim before their release, whoever asks', async () => {
      const ledger = await openNew(createStore)
      const run = await load(ledger, [trip('E1 March Spain')], waits)
      const id = await firstOf(ledger, run)
      await expect(ledger.submissions.claim(id, run, now)).rejects.toThrow('released')
      expect(await statesOf(ledger, run)).toEqual(['ready'])
      expect(await ledger.waiting.release(run, { now })).toBeUndefined()
      expect(await ledger.submissions.claim(id, run, now)).toMatchObject({ id })
    })

    it('sealed: only another person releases, before the time is over; then it is taken up again', async () => {
      const ledger = await openNew(createStore)
      const run = await load(ledger, [trip('E1 March Spain'), trip('E2 March Spain')], { ...waits, ...decisions })
      await ledger.waiting.seal(run, sealing)
      const release = (with_: object) => ledger.waiting.release(run, { now, second, ...with_ })
      expect(await release({ second: undefined })).toBe('no second person')
      expect(await release({ second: { ...second, by: { id: 'c 001', key: 'c001' } } })).toBe('same person')
      expect(await release({ now: now + 15 * day })).toBe('expired')
      await expect(ledger.submissions.claim(await firstOf(ledger, run), run, now)).rejects.toThrow('released')
      expect(await release({})).toBeUndefined()
      await drive(ledger, await firstOf(ledger, run), 'rejected')
      await ledger.runs.end(run, { now, ending: 'done', output: undefined })
      expect(await release({ second: { ...second, by: one } })).toBe('same person')
      await ledger.waiting.takeUp(run)
      expect(await release({ now: now + 90 * day })).toBeUndefined()
      expect(await statesOf(ledger, run)).toEqual(['ready', 'ready'])
    })

    it('change nothing that was there: what was rejected or unknown is ready only once they are released', async () => {
      const ledger = await openNew(createStore)
      const before = await load(ledger, [trip('E1 March Spain'), trip('E2 March Spain')])
      const [rejected = 0, unknown = 0] = await submissionsOf(ledger, before)
      await drive(ledger, rejected, 'rejected')
      await drive(ledger, unknown, 'unknown')
      const again = [trip('E1 March Spain'), trip('E2 March Spain')]
      const dropped = await load(ledger, again, { ...waits, retryUnknown: true })
      expect(await statesOf(ledger, dropped)).toEqual(['ready', 'ready'])
      // A plan is made from these.
      const rows = await ledger.runs.rowPage(dropped, -1, 10)
      expect(rows.map(({ submission }) => submission?.state)).toEqual(['ready', 'ready'])
      expect(await statesOf(ledger, before)).toEqual(['rejected', 'unknown'])
      await ledger.waiting.drop(dropped, { now, ending: 'not confirmed' })
      const plain = await load(ledger, again, waits)
      await ledger.waiting.release(plain, { now })
      expect(await statesOf(ledger, plain)).toEqual(['ready', 'unknown'])
      const asked = await load(ledger, again, { ...waits, retryUnknown: true })
      await ledger.waiting.release(asked, { now })
      expect(await statesOf(ledger, asked)).toEqual(['ready', 'ready'])
      expect((await ledger.attempts.of(unknown)).map(({ operation }) => operation)).toEqual(['create', 'resend'])
    })

    it('no longer show as ready what another run has sent since, without a known outcome', async () => {
      const ledger = await openNew(createStore)
      const both = [trip('E1 March Spain'), trip('E2 March Spain')]
      const [rejected = 0, unknown = 0] = await submissionsOf(ledger, await load(ledger, both))
      await drive(ledger, rejected, 'rejected')
      await drive(ledger, unknown, 'unknown')
      const sealed = await load(ledger, both, { ...waits, retryUnknown: true })
      await ledger.waiting.seal(sealed, sealing)
      expect(await statesOf(ledger, sealed)).toEqual(['ready', 'ready'])
      const other = await load(ledger, both, { ...waits, retryUnknown: true })
      await ledger.waiting.release(other, { now })
      for (const id of [rejected, unknown]) {
        const claim = await claimOne(ledger, id, now + 1, other)
        await ledger.submissions.settle(claim, settlementTo('unknown', id), attempt)
      }
      expect(await statesOf(ledger, sealed)).toEqual(['unknown', 'unknown'])
      expect(await ledger.runs.balance(sealed)).toMatchObject([{ state: 'unknown', count: 2 }])
      expect(await ledger.waiting.release(sealed, { now, second })).toBeUndefined()
      expect(await statesOf(ledger, sealed)).toEqual(['unknown', 'unknown'])
    })

    it('count what another run has done before their release as done before', async () => {
      const ledger = await openNew(createStore)
      const both = [trip('E1 March Spain'), trip('E2 March Spain')]
      const waiting = await load(ledger, both, waits)
      await drive(ledger, await firstOf(ledger, await load(ledger, both)), 'done')
      await ledger.waiting.release(waiting, { now })
      expect(await ledger.runs.balance(waiting)).toMatchObject([
        { state: 'done', wasDone: true, count: 1 },
        { state: 'ready', wasDone: false, count: 1 },
      ])
    })

    it('outlive their process and later runs of their sheet once they are sealed; a new seal replaces them', async () => {
      const ledger = await openNew(createStore)
      const rows = [trip('E1 March Spain'), trip('E2 March Spain')]
      const sealed = await load(ledger, rows, { ...waits, ...decisions })
      await ledger.waiting.seal(sealed, sealing)
      const other = await load(ledger, rows.slice(1), { ...waits, operation: 'decide', orderKeys: ['B'] })
      await ledger.waiting.release(other, { now })
      expect(await statesOf(ledger, sealed)).toEqual(['ready', 'ready'])
      const anew = await load(ledger, rows, { ...waits, ...decisions })
      expect(await ledger.waiting.seal(anew, sealing)).toEqual({ dropped: [sealed] })
      expect(await ledger.waiting.release(sealed, { now, second })).toBe('over')
      expect(await ledger.waiting.release(anew, { now, second })).toBeUndefined()
    })

    it.each<[string, (ledger: Ledger, ids: number[]) => Promise<number>, string[]]>([
      [
        'takes an identifier from the sheet',
        (ledger) => load(ledger, [identified('R-9', 'E1 March Spain')], waits),
        ['accepted'],
      ],
      ['knows one by its identifier alone', (ledger) => load(ledger, [identified('R-9')], waits), ['accepted']],
      ['polls once more', (ledger) => load(ledger, [trip('E3 March Spain')], waits), ['accepted']],
      ['holds an edited row', (ledger) => load(ledger, [trip('E4 March Peru')], waits), ['changed']],
      [
        'replaces an earlier version',
        (ledger) => load(ledger, [trip('E4 March Peru')], { ...waits, sendChanged: true }),
        ['ready'],
      ],
      [
        'continues an --again',
        (ledger) => load(ledger, [trip('E1 March Spain')], { ...waits, isAgain: true }),
        ['ready'],
      ],
      [
        'is told what became of one',
        async (ledger, ids) => {
          const run = await load(ledger, [trip('E2 March Spain')], waits)
          const reference = referToSending(ledger.id, { id: ids[1] ?? 0, sentAt: now })
          const said = { kind: 'created', state: 'accepted', identifier: 'R-8' } as const
          expect(await ledger.resolutions.apply('assess', reference, said, now, run)).toBe('applied')
          expect(await ledger.resolutions.apply('assess', reference, said, now, run)).toBe('moot')
          return run
        },
        ['accepted'],
      ],
    ])('a load that %s changes nothing of what was there, and its release does it', async (_, plan, states) => {
      const ledger = await openNew(createStore)
      const before = await load(
        ledger,
        ['E1', 'E2', 'E3', 'E4'].map((id) => trip(`${id} March Spain`)),
      )
      const ids = (await submissionsOf(ledger, before)).map((id) => id ?? 0)
      for (const [index, state] of (['rejected', 'unknown', 'pending', 'done'] as const).entries()) {
        await drive(ledger, ids[index] ?? 0, state)
      }
      const look = async () => [
        await statesOf(ledger, before),
        await Promise.all(ids.map((id) => ledger.submissions.get(id))),
        (await Promise.all(ids.map((id) => ledger.attempts.of(id)))).flat().length,
      ]
      const asBefore = await look()
      const dropped = await plan(ledger, ids)
      expect(await statesOf(ledger, dropped)).toEqual(states)
      expect(await look()).toEqual(asBefore)
      expect(await ledger.waiting.drop(dropped, { now, ending: 'refused' })).toBe(true)
      expect([await look(), await ledger.runs.countRows(dropped)]).toEqual([asBefore, 0])
      const run = await plan(ledger, ids)
      await releaseRun(ledger, run)
      expect(await statesOf(ledger, run)).toEqual(states)
      expect(await ledger.waiting.drop(run, { now, ending: 'refused' })).toBe(false)
    })

    it('are not released when another run has given their submission another identifier', async () => {
      const ledger = await openNew(createStore)
      const run = await load(ledger, [identified('R-9', 'E1 March Spain')], waits)
      const other = await load(ledger, [trip('E1 March Spain')], { file: '/other.csv' })
      await sendAll(ledger, other)
      expect(await ledger.waiting.release(run, { now })).toBe('overtaken')
      expect(
        await ledger.waiting.release(await load(ledger, [identified('R-9', 'E1 March Spain')], waits), { now }),
      ).toBe(undefined)
      const twice = [identified('R-7'), identified('R-6')]
      const [one, two] = [await load(ledger, twice, waits), await load(ledger, twice, { ...waits, file: '/other.csv' })]
      for (const each of [one, two]) expect(await ledger.waiting.release(each, { now })).toBeUndefined()
      expect(await submissionsOf(ledger, two)).toEqual(await submissionsOf(ledger, one))
    })

    it('are dropped by the next run once their process is gone or their time is over; a line says so of a sealed one', async () => {
      const workspace = workspaceOf(createStore)
      const dying = await workspace.open()
      const left = await load(dying, [trip('E1 March Spain')], waits)
      const sealed = await load(dying, [trip('E2 March Spain')], { ...waits, ...decisions, file: '/d.csv' })
      await dying.waiting.seal(sealed, sealing)
      await dying.close()
      const ledger = await workspace.open()
      expect((await ledger.waiting.list()).map(({ id, waitsFor }) => [id, waitsFor])).toEqual([
        [sealed, 'second person'],
      ])
      await load(ledger, [trip('E3 March Spain')], { file: '/other.csv' })
      expect(await ledger.runs.countRows(left)).toBe(0)
      expect(await ledger.waiting.list()).toHaveLength(1)
      await load(ledger, [trip('E3 March Spain')], { file: '/other.csv', now: now + 15 * day })
      expect(await ledger.waiting.list()).toEqual([])
      expect(await ledger.waiting.release(sealed, { now, second })).toBe('over')
    })
  })
}
