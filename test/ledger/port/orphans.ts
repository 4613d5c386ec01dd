import { describe, expect, it } from 'vitest'
import type { RowContent } from '../../rooms/ledger/port.ts'
import type { Ledger, LedgerStore } from '../../rooms/ledger.ts'
import { attempt, claimOne, drive, identified, load, sendAll, submissionsOf, trip } from '../workspace.ts'
import { openNew } from './suite.ts'

async function orphansOf(ledger: Ledger, run: number): Promise<[identifier?: string, replacedBy?: string][]> {
  const orphans = await ledger.runs.orphanPage(run, 0, 99)
  expect(await ledger.runs.countOrphans(run)).toBe(orphans.length)
  const replaced = orphans.filter(({ replacement }) => replacement !== undefined)
  expect(await ledger.runs.countReplacedOrphans(run)).toBe(replaced.length)
  return orphans.map(({ identifier, replacement }) => [
    ...(identifier === undefined ? [] : [identifier]),
    ...(replacement?.identifier === undefined ? [] : [replacement.identifier]),
  ]) as [string?, string?][]
}

type End = 'done' | 'unknown' | 'rejected'

/** Records decisions, each of a sheet of its own: `R-1 Canceled`. */
async function decide(ledger: Ledger, text: string, end: End = 'done'): Promise<void> {
  const [assessmentId = '', status = ''] = text.split(' ')
  const request = { assessmentId, status }
  const json = JSON.stringify(request)
  const content: RowContent = {
    kind: 'request',
    request: { json, identity: request, similarityKey: undefined, claims: [] },
  }
  const run = await load(ledger, [content], { operation: 'decide', file: `/${text}.csv`, orderKeys: [assessmentId] })
  const [ready] = await ledger.submissions.readyPage(run, -1, 1)
  const id = ready?.id ?? Number.NaN
  if (end === 'done') {
    await ledger.submissions.settle(await claimOne(ledger, id), { to: 'done', identifier: '' }, attempt)
  } else await drive(ledger, id, end)
}

/** What every ledger promises of it; `createStore` makes an empty one. */
export function describeOrphans(name: string, createStore: () => LedgerStore): void {
  describe(`orphans of ${name}`, () => {
    const sheet = [trip('E1 March Spain'), trip('E2 May Japan'), trip('E3 June Peru')] as const
    const [first, second, third] = sheet

    async function createAll(file = '/trips.csv') {
      const ledger = await openNew(createStore)
      const run = await load(ledger, sheet, { file })
      await sendAll(ledger, run)
      return { ledger, ids: await submissionsOf(ledger, run) }
    }

    it('are what was taken out of the sheet, and not what an edited row stands for', async () => {
      const { ledger, ids } = await createAll()
      const run = await load(ledger, [trip('E1 March Portugal'), second])
      expect(await orphansOf(ledger, run)).toEqual([[`R-${ids[2]}`]])
    })

    it('come from another file where the input was last sent from one', async () => {
      const { ledger } = await createAll('/corrected.csv')
      const [again, renamed] = [
        await load(ledger, sheet, { file: '/corrected.csv' }),
        await load(ledger, [first, second]),
      ]
      expect(await ledger.runs.otherFileSent(again)).toBeUndefined()
      expect(await ledger.runs.otherFileSent(renamed)).toBe('/corrected.csv')
      expect(await ledger.runs.countOrphans(renamed)).toBe(1)
    })

    it('are not what a row that is left out stands for', async () => {
      const { ledger, ids } = await createAll()
      const leftOut = (text: string): RowContent => {
        const { request } = trip(text) as Extract<RowContent, { kind: 'request' }>
        return {
          kind: 'held',
          state: 'skipped',
          detail: '{}',
          about: { request, identifier: undefined, isOrdered: false },
        }
      }
      const named: RowContent = {
        kind: 'held',
        state: 'skipped',
        detail: '{}',
        about: { request: undefined, identifier: `R-${ids[1]}`, isOrdered: false },
      }
      // The same content once more, to be sent: the row that is left out takes nothing from it.
      const run = await load(ledger, [leftOut('E1 March Spain'), named, leftOut('E9 never sent'), first])
      expect(await orphansOf(ledger, run)).toEqual([[`R-${ids[2]}`]])
      expect((await submissionsOf(ledger, run))[3]).toBe(ids[0])
      expect(await ledger.submissions.readyPage(run, -1, 9)).toEqual([])
    })

    it('name what took their place: the edited version, or a later generation', async () => {
      const { ledger, ids } = await createAll()
      const edited = [trip('E1 March Portugal'), second, third]
      const sent = await load(ledger, edited, { sendChanged: true })
      await sendAll(ledger, sent)
      const [portugal] = await submissionsOf(ledger, sent)
      expect(await orphansOf(ledger, sent)).toEqual([[`R-${ids[0]}`, `R-${portugal}`]])
      const again = await load(ledger, edited, { isAgain: true })
      await sendAll(ledger, again)
      const anew = await submissionsOf(ledger, again)
      expect(await orphansOf(ledger, again)).toEqual([
        [`R-${ids[0]}`, `R-${portugal}`],
        [`R-${ids[1]}`, `R-${anew[1]}`],
        [`R-${ids[2]}`, `R-${anew[2]}`],
        [`R-${portugal}`, `R-${anew[0]}`],
      ])
    })

    it.each<[string, readonly [string, End?][], boolean]>([
      ['that were canceled are none any more', [['Canceled']], false],
      ['of which something else was decided stay', [['Rejected']], true],
      ['that were canceled, and decided otherwise since, stay', [['Canceled'], ['Pending']], true],
      ['of which it is not known whether they were canceled stay', [['Canceled', 'unknown']], true],
      ['whose cancelling was refused stay', [['Canceled', 'rejected']], true],
      ['that were canceled before something else was refused are none', [['Canceled'], ['Pending', 'rejected']], false],
    ])('%s', async (_title, decisions, isListed) => {
      const { ledger, ids } = await createAll()
      for (const [status, end] of decisions) await decide(ledger, `R-${ids[2]} ${status}`, end)
      const run = await load(ledger, [first, second])
      expect(await orphansOf(ledger, run)).toEqual(isListed ? [[`R-${ids[2]}`]] : [])
    })

    describe('a row that stands for what has an identifier', () => {
      async function standing(ledger: Ledger, ids: readonly (number | undefined)[]) {
        const target = await ledger.targets.find('https://example.test/version-test', 'default')
        const found = await ledger.submissions.standingRows(
          'assess',
          target,
          ids.map((id) => `R-${id}`),
        )
        return ids.map((id) => {
          const { cells: _, columns: __, ...place } = found.get(`R-${id}`) ?? { cells: '', columns: '' }
          return found.has(`R-${id}`) ? place : undefined
        })
      }

      it('is that of the latest run: as it is, edited, or named; none for what was taken out', async () => {
        const { ledger, ids } = await createAll()
        await load(ledger, [trip('E9 May Malta'), trip('E1 March Portugal'), identified(`R-${ids[1]}`)])
        expect(await standing(ledger, ids)).toEqual([
          { file: '/trips.csv', sheet: '', rowNumber: 3 },
          { file: '/trips.csv', sheet: '', rowNumber: 4 },
          undefined,
        ])
      })

      it('may be in another file; a version that was replaced has none', async () => {
        const { ledger, ids } = await createAll()
        await sendAll(ledger, await load(ledger, [trip('E1 March Portugal'), second], { sendChanged: true }))
        await load(ledger, [third, trip('E7 May Malta'), trip('E8 May Malta')], { file: '/other.csv' })
        expect(await standing(ledger, ids)).toEqual([
          undefined,
          { file: '/trips.csv', sheet: '', rowNumber: 3 },
          { file: '/other.csv', sheet: '', rowNumber: 2 },
        ])
      })

      it('is none of an earlier run, also where that had another sheet besides', async () => {
        const ledger = await openNew(createStore)
        const both = await load(ledger, [first, second], { sheets: ['EMEA', 'AMER'] })
        await sendAll(ledger, both)
        const ids = await submissionsOf(ledger, both)
        await load(ledger, [third], { sheets: ['EMEA'] })
        expect(await standing(ledger, ids)).toEqual([undefined, { file: '/trips.csv', sheet: 'AMER', rowNumber: 3 }])
      })

      it('is asked for within an operation and a target', async () => {
        const { ledger, ids } = await createAll()
        const other = await ledger.targets.find('https://example.test/version-test', 'other')
        expect((await ledger.submissions.standingRows('assess', other, [`R-${ids[0]}`])).size).toBe(0)
      })
    })
  })
}
