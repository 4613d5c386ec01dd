import { describe, expect, it } from 'vitest'
import type { Ledger, LedgerStore } from '../../../src/ledger/port.ts'
import { drive, load, startOfTest, statesOf, submissionsOf, trip } from '../workspace.ts'
import { openNew } from './suite.ts'

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

    it('where two people must decide, one alone releases nothing', async () => {
      const ledger = await openNew(createStore)
      const target = await ledger.targets.find('https://example.test/version-test', 'default')
      await ledger.targets.enableFourEyes(target, now)
      const decided = await load(ledger, [trip('E1 March Spain'), trip('E2 March Spain')], { ...waits, ...decisions })
      expect(await ledger.waiting.release(decided, { now })).toBe('needs two people')
      const assessed = await load(ledger, [trip('E1 March Spain')], waits)
      expect(await ledger.waiting.release(assessed, { now })).toBeUndefined()
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
  })
}
