import { describe, expect, it } from 'vitest'
import type { RowContent } from '../../rooms/ledger/port.ts'
import { deriveEventId, type Ledger, type LedgerStore, referToSending } from '../../rooms/ledger.ts'
import { attempt, claimOne, drive, type LoadChoices, load, startOfTest, statesOf } from '../workspace.ts'
import { openNew } from './suite.ts'

/** A decision as the tests write it: the thing, what is decided, and a remark that is no part of it: `X A first`. */
function decision(text: string): RowContent {
  const [thing = '', status = ''] = text.split(' ')
  const identity = { thing, status }
  return {
    kind: 'request',
    request: { json: JSON.stringify({ text }), identity, similarityKey: undefined, claims: [] },
  }
}

async function loadDecisions(ledger: Ledger, texts: readonly string[], choices: LoadChoices = {}): Promise<number> {
  return await load(ledger, texts.map(decision), { ...choices, orderKeys: texts.map((text) => text.split(' ')[0]) })
}

/** Sends what is ready, as long as nothing before it is in its way; returns what went out. */
async function send(ledger: Ledger, run: number, ends: readonly ('done' | 'unknown' | 'rejected')[] = []) {
  const sent: string[] = []
  for (const { id, seq, request } of await ledger.submissions.readyPage(run, -1, 99)) {
    if ((await ledger.order.findBlocker(run, seq)) !== undefined) continue
    const end = ends[sent.length] ?? 'done'
    sent.push(JSON.parse(request).text)
    if (end === 'done') {
      await ledger.submissions.settle(await claimOne(ledger, id), { to: 'done', identifier: '' }, attempt)
    } else await drive(ledger, id, end)
  }
  return sent
}

async function decide(ledger: Ledger, file: string, texts: readonly string[], choices: LoadChoices = {}) {
  return send(ledger, await loadDecisions(ledger, texts, { file, ...choices }))
}

async function eventIdsOf(ledger: Ledger, run: number): Promise<(string | undefined)[]> {
  return (await ledger.runs.rowPage(run, -1, 99)).map(({ submission }) =>
    submission === undefined ? undefined : deriveEventId(ledger.id, submission),
  )
}

/** What every ledger promises of it; `createStore` makes an empty one. */
export function describeOrderedPlacing(name: string, createStore: () => LedgerStore): void {
  describe(`rows that set a state of ${name}`, () => {
    describe('decisions of two sheets on one thing', () => {
      it('are superseded when another recorded something since, until a person asks for them', async () => {
        const ledger = await openNew(createStore)
        expect(await decide(ledger, '/ann.csv', ['X A', 'Y A'])).toEqual(['X A', 'Y A'])
        expect(await decide(ledger, '/ann.csv', ['X A', 'Y A'])).toEqual([])
        expect(await decide(ledger, '/bob.csv', ['X P'])).toEqual(['X P'])
        for (let times = 0; times < 2; times += 1) {
          const left = await loadDecisions(ledger, ['X A', 'Y A'], { file: '/ann.csv' })
          const [row] = await ledger.runs.rowPage(left, -1, 1)
          expect([row?.state, row?.other?.request]).toEqual(['superseded', '{"text":"X P"}'])
          expect(await send(ledger, left)).toEqual([])
        }
        expect(await decide(ledger, '/ann.csv', ['X A', 'Y A'], { sendChanged: true })).toEqual(['X A'])
        expect(await decide(ledger, '/ann.csv', ['X A', 'Y A'])).toEqual([])
        // He has put a row before it: what follows is his wish of now.
        expect(await decide(ledger, '/bob.csv', ['X A', 'X P'])).toEqual(['X P'])
        expect(await decide(ledger, '/bob.csv', ['X A', 'X P'])).toEqual([])
      })

      it('are new in a sheet that has never said so, and sent again when a cell is edited back', async () => {
        const ledger = await openNew(createStore)
        await decide(ledger, '/ann.csv', ['X A'])
        await decide(ledger, '/bob.csv', ['X P'])
        expect(await decide(ledger, '/cem.csv', ['X A'])).toEqual(['X A'])
        expect(await decide(ledger, '/cem.csv', ['X R'])).toEqual(['X R'])
        expect(await decide(ledger, '/cem.csv', ['X A'])).toEqual(['X A'])
      })

      it('are superseded also when another had recorded the same before', async () => {
        const ledger = await openNew(createStore)
        await decide(ledger, '/bob.csv', ['X A'])
        expect(await decide(ledger, '/ann.csv', ['X A'])).toEqual([])
        await decide(ledger, '/cem.csv', ['X P'])
        const left = await loadDecisions(ledger, ['X A'], { file: '/ann.csv' })
        expect(await statesOf(ledger, left)).toEqual(['superseded'])
      })

      it('are no wish of a sheet whose run has not been released', async () => {
        const ledger = await openNew(createStore)
        await decide(ledger, '/ann.csv', ['X A'])
        const sealed = await loadDecisions(ledger, ['X A', 'X R'], { file: '/ann.csv', waits: true })
        const by = { id: 'C-001', key: 'c001' }
        await ledger.waiting.seal(sealed, {
          by,
          now: startOfTest,
          until: startOfTest + 1,
          how: '{}',
          statement: '{}',
          lines: [],
        })
        expect(await decide(ledger, '/bob.csv', ['X R'])).toEqual(['X R'])
        expect(await decide(ledger, '/ann.csv', ['X A'])).toEqual([])
      })

      it('of two companies have nothing to do with each other', async () => {
        const ledger = await openNew(createStore)
        await decide(ledger, '/ann.csv', ['X A'])
        expect(await decide(ledger, '/bob.csv', ['X P'], { company: 'other' })).toEqual(['X P'])
        expect(await decide(ledger, '/ann.csv', ['X A'])).toEqual([])
      })

      it('keep the order of sending when the clock was set back between', async () => {
        const ledger = await openNew(createStore)
        await decide(ledger, '/ann.csv', ['X A'], { now: startOfTest + 1_000_000 })
        await decide(ledger, '/bob.csv', ['X P'], { now: startOfTest - 1_000_000 })
        expect(await decide(ledger, '/ann.csv', ['X A'])).toEqual([])
        expect(await decide(ledger, '/ann.csv', ['X A'], { sendChanged: true })).toEqual(['X A'])
      })
    })

    describe('the event identifier', () => {
      it('is another one for each recording of the same decision', async () => {
        const ledger = await openNew(createStore)
        const first = await loadDecisions(ledger, ['X A', 'X R', 'X A'])
        expect(await send(ledger, first)).toEqual(['X A', 'X R', 'X A'])
        expect(new Set(await eventIdsOf(ledger, first)).size).toBe(3)
        await decide(ledger, '/bob.csv', ['X P'])
        const redone = await loadDecisions(ledger, ['X A', 'X R', 'X A'], { sendChanged: true })
        expect(new Set([...(await eventIdsOf(ledger, first)), ...(await eventIdsOf(ledger, redone))]).size).toBe(3)
        expect(await send(ledger, redone)).toEqual(['X A', 'X R', 'X A'])
      })

      it('stays the same for a row that was refused, interrupted or unknown and is sent again', async () => {
        const ledger = await openNew(createStore)
        const sheet = ['X A', 'X R', 'X A']
        const first = await loadDecisions(ledger, sheet)
        const ids = await eventIdsOf(ledger, first)
        expect(await send(ledger, first, ['done', 'rejected'])).toEqual(['X A', 'X R'])
        const second = await loadDecisions(ledger, sheet)
        expect(await eventIdsOf(ledger, second)).toEqual(ids)
        expect(await send(ledger, second, ['unknown'])).toEqual(['X R'])
        expect(await decide(ledger, '/trips.csv', sheet)).toEqual([])
        const third = await loadDecisions(ledger, sheet, { retryUnknown: true })
        expect(await eventIdsOf(ledger, third)).toEqual(ids)
        expect(await send(ledger, third)).toEqual(['X R', 'X A'])
      })
    })

    describe('what is unknown', () => {
      it('is not sent again by whichever sheet names it; what comes after it in a sheet waits', async () => {
        const ledger = await openNew(createStore)
        await send(ledger, await loadDecisions(ledger, ['X A', 'X R'], { file: '/ann.csv' }), ['unknown'])
        const bob = await loadDecisions(ledger, ['X A'], { file: '/bob.csv' })
        expect([await statesOf(ledger, bob), await send(ledger, bob)]).toEqual([['unknown'], []])
        expect(await decide(ledger, '/bob.csv', ['X P'])).toEqual(['X P'])
        const ann = await loadDecisions(ledger, ['X A', 'X R'], { file: '/ann.csv' })
        expect([await statesOf(ledger, ann), await send(ledger, ann)]).toEqual([['unknown', 'ready'], []])
        const again = await loadDecisions(ledger, ['X A', 'X R'], { file: '/ann.csv', isAgain: true })
        expect([await statesOf(ledger, again), await send(ledger, again)]).toEqual([['unknown', 'ready'], []])
        expect(await decide(ledger, '/ann.csv', ['X A', 'X R'], { retryUnknown: true })).toEqual(['X A', 'X R'])
      })

      it('counts where it was sent when a person says that it was recorded', async () => {
        const ledger = await openNew(createStore)
        const run = await loadDecisions(ledger, ['X A'], { file: '/ann.csv' })
        await send(ledger, run, ['unknown'])
        await decide(ledger, '/bob.csv', ['X P'])
        const { id = 0, sentAt = 0 } = (await ledger.runs.rowPage(run, -1, 1))[0]?.submission ?? {}
        const reference = referToSending(ledger.id, { id, sentAt })
        const resolution = { kind: 'created', state: 'done', identifier: undefined } as const
        expect(await ledger.resolutions.apply('assess', reference, resolution, startOfTest)).toBe('applied')
        expect(await decide(ledger, '/bob.csv', ['X P'])).toEqual([])
        const left = await loadDecisions(ledger, ['X A'], { file: '/ann.csv' })
        expect(await statesOf(ledger, left)).toEqual(['superseded'])
      })
    })

    it('what was surely refused when it was sent again counts, perhaps, where it was sent before', async () => {
      const ledger = await openNew(createStore)
      const sendFirst = async (ends: readonly ('unknown' | 'rejected')[], retryUnknown: boolean): Promise<string[]> =>
        send(ledger, await loadDecisions(ledger, ['X A'], { file: '/ann.csv', retryUnknown }), ends)
      await sendFirst(['unknown'], false)
      expect(await decide(ledger, '/bob.csv', ['X P'])).toEqual(['X P'])
      expect(await sendFirst(['rejected'], true)).toEqual(['X A'])
      // Whether it was recorded or not, Bob's decision came later.
      expect(await decide(ledger, '/bob.csv', ['X P'])).toEqual([])
      expect(await sendFirst(['unknown'], true)).toEqual(['X A'])
      expect(await decide(ledger, '/bob.csv', ['X P'])).toEqual([])
      expect(await decide(ledger, '/bob.csv', ['X P'], { sendChanged: true })).toEqual(['X P'])
    })

    it('what was to be sent again and was not may still be in force: nothing before it is called done', async () => {
      const ledger = await openNew(createStore)
      await send(ledger, await loadDecisions(ledger, ['X A', 'X P'], { file: '/ann.csv' }), ['done', 'unknown'])
      // It is interrupted before it sends anything.
      await loadDecisions(ledger, ['X A', 'X P'], { file: '/ann.csv', retryUnknown: true })
      const without = await loadDecisions(ledger, ['X A'], { file: '/ann.csv' })
      expect(await statesOf(ledger, without)).toEqual(['ready'])
      expect(await ledger.runs.orphanPage(without, 0, 9)).toMatchObject([{ state: 'ready', isDoubted: true }])
      const both = await loadDecisions(ledger, ['X A', 'X P'], { file: '/ann.csv' })
      expect(await send(ledger, both)).toEqual(['X P'])
      expect(await decide(ledger, '/ann.csv', ['X A', 'X P'])).toEqual([])
    })

    describe('--again', () => {
      it('sends everything once more, and is carried on when it was broken off', async () => {
        const ledger = await openNew(createStore)
        const sheet = ['X A', 'X R', 'Y A']
        await decide(ledger, '/ann.csv', sheet)
        const broken = await loadDecisions(ledger, sheet, { file: '/ann.csv', isAgain: true })
        expect(await send(ledger, broken, ['done', 'rejected'])).toEqual(sheet)
        expect(await decide(ledger, '/ann.csv', sheet, { isAgain: true })).toEqual(['X R'])
        expect(await decide(ledger, '/ann.csv', sheet)).toEqual([])
        expect(await decide(ledger, '/ann.csv', sheet, { isAgain: true })).toEqual(sheet)
      })
    })

    describe('orphans', () => {
      it('are decisions of this sheet that are still in force, or unknown, and in it no more', async () => {
        const ledger = await openNew(createStore)
        const sheet = ['X A', 'Y A', 'Z A', 'V A', 'W A']
        await send(ledger, await loadDecisions(ledger, sheet, { file: '/ann.csv' }), [
          'done',
          'done',
          'done',
          'unknown',
        ])
        await decide(ledger, '/bob.csv', ['Z P'])
        const run = await loadDecisions(ledger, ['X R', 'W A'], { file: '/ann.csv' })
        await send(ledger, run)
        const listed = (await ledger.runs.orphanPage(run, 0, 99)).map(({ request, state }) => [
          JSON.parse(request).text,
          state,
        ])
        // X was replaced by this sheet, Z by another one.
        expect(listed).toEqual([
          ['V A', 'unknown'],
          ['Y A', 'done'],
        ])
        expect(await ledger.runs.countOrphans(run)).toBe(2)
      })
    })

    it('a sheet that was not read to its end leaves nothing that could be sent', async () => {
      const ledger = await openNew(createStore)
      const dead = await loadDecisions(ledger, ['X A'], { file: '/ann.csv', isCompleted: false })
      expect(await ledger.submissions.readyPage(dead, -1, 9)).toEqual([])
      expect(await decide(ledger, '/ann.csv', ['X A'])).toEqual(['X A'])
    })
  })
}
