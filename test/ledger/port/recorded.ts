import { describe, expect, it } from 'vitest'
import { referToChange } from '../../rooms/ledger/matching.ts'
import type { RecordedRequest } from '../../rooms/ledger/port.ts'
import type { Ledger, LedgerStore } from '../../rooms/ledger.ts'
import { attempt, claimOne, drive, identified, load, type SentTo, sendAll, submissionsOf, trip } from '../workspace.ts'
import { workspaceOf } from './suite.ts'

const march = trip('E1 March Spain')
const may = trip('E1 May Japan')
const other = trip('E2 March Peru')

async function listRecorded(store: LedgerStore): Promise<RecordedRequest[]> {
  const all: RecordedRequest[] = []
  for await (const batch of store.recorded()) all.push(...batch)
  return all
}

/** Of each, what it is about and the rest that is asked for. */
function brief(recorded: readonly RecordedRequest[], ...fields: (keyof RecordedRequest)[]): unknown[][] {
  return recorded.map((one) => [JSON.parse(one.request).text ?? one.identifier, ...fields.map((field) => one[field])])
}

/** Records something of the thing that has this identifier; it came to `state`. */
async function decideOn(ledger: Ledger, key: string, text: string, state: SentTo = 'done'): Promise<void> {
  const runId = await load(ledger, [trip(text)], { file: `/${text}.csv`, orderKeys: [key] })
  const [id = Number.NaN] = await submissionsOf(ledger, runId)
  if (state !== 'done') return drive(ledger, id, state)
  await ledger.submissions.settle(await claimOne(ledger, id), { to: 'done', identifier: '' }, attempt)
}

/** What every ledger promises of it; `createStore` makes an empty one. */
export function describeRecorded(name: string, createStore: () => LedgerStore): void {
  describe(`all that is recorded in ${name}`, () => {
    it('has every request once with all that is known of it, also while the ledger is written', async () => {
      const workspace = workspaceOf(createStore)
      const ledger = await workspace.open()
      const run = await load(ledger, [march])
      const [id = Number.NaN] = await submissionsOf(ledger, run)
      await sendAll(ledger, run)
      expect(await listRecorded(workspace.store)).toEqual([
        {
          id,
          operation: 'assess',
          address: 'https://example.test/version-test',
          company: 'default',
          isRetired: false,
          isForgotten: false,
          subject: 'E1',
          state: 'done',
          identifier: `R-${id}`,
          reportUrl: '',
          request: JSON.stringify({ text: 'E1 March Spain' }),
          result: '{}',
          doneAt: expect.any(Number),
          supersededBy: null,
          place: 'listed',
          runId: run,
          latest: undefined,
        },
      ])
    })

    it('keeps together what is of one target and subject, in the order in which it came', async () => {
      const workspace = workspaceOf(createStore)
      const ledger = await workspace.open()
      await load(ledger, [other, march])
      await load(ledger, [march], { file: '/other.csv', company: 'globex' })
      await load(ledger, [may], { file: '/later.csv' })
      const found = brief(await listRecorded(workspace.store), 'company')
      const ofE1 = found.filter(([text, company]) => String(text).startsWith('E1') && company === 'default')
      expect(ofE1).toEqual([
        ['E1 March Spain', 'default'],
        ['E1 May Japan', 'default'],
      ])
      expect(found.slice(found.indexOf(ofE1[0] ?? []), found.indexOf(ofE1[1] ?? []) + 1)).toEqual(ofE1)
      expect(found).toHaveLength(4)
    })

    it.each(['ready', 'sending', 'accepted', 'pending', 'done', 'rejected', 'failed', 'unknown'] as const)(
      'says of one that is %s that it is',
      async (state) => {
        const workspace = workspaceOf(createStore)
        const ledger = await workspace.open()
        await sendAll(ledger, await load(ledger, [march]), state)
        expect(brief(await listRecorded(workspace.store), 'state')).toEqual([['E1 March Spain', state]])
      },
    )

    it('has more than one batch of them', async () => {
      const workspace = workspaceOf(createStore)
      const ledger = await workspace.open()
      const trips = Array.from({ length: 1_201 }, (_, index) => trip(`E${index} March Spain`))
      await load(ledger, trips)
      const subjects = (await listRecorded(workspace.store)).map(({ subject }) => subject)
      expect(new Set(subjects).size).toBe(1_201)
      expect(subjects).toHaveLength(1_201)
    })

    it('tells rows that are listed from those that are held back, and from what is in no sheet any more', async () => {
      const workspace = workspaceOf(createStore)
      const ledger = await workspace.open()
      await sendAll(ledger, await load(ledger, [march, other]))
      // Edited: the same employee and destination.
      await load(ledger, [trip('E1 June Spain'), other])
      expect(brief(await listRecorded(workspace.store), 'place', 'state', 'supersededBy')).toEqual([
        ['E1 March Spain', 'gone', 'done', null],
        ['E1 June Spain', 'held', 'ready', null],
        ['E2 March Peru', 'listed', 'done', null],
      ])
    })

    it('knows that a person let the earlier version of a row stand', async () => {
      const workspace = workspaceOf(createStore)
      const ledger = await workspace.open()
      await sendAll(ledger, await load(ledger, [march, other]))
      const edited = [trip('E1 June Spain'), other]
      const [row] = await ledger.runs.rowPage(await load(ledger, edited), -1, 1)
      const reference = referToChange(ledger.id, row?.submission?.requestHash ?? Buffer.alloc(0), row?.other?.id ?? 0)
      await load(ledger, edited, { said: new Map([[reference, false]]) })
      expect(brief(await listRecorded(workspace.store), 'place')).toEqual([
        ['E1 March Spain', 'gone'],
        ['E1 June Spain', 'kept'],
        ['E2 March Peru', 'listed'],
      ])
    })

    it('names the edited version that was to take the place of another', async () => {
      const workspace = workspaceOf(createStore)
      const ledger = await workspace.open()
      await sendAll(ledger, await load(ledger, [march]))
      const run = await load(ledger, [trip('E1 June Spain')], { sendChanged: true })
      const [edited] = await submissionsOf(ledger, run)
      expect(brief(await listRecorded(workspace.store), 'place', 'supersededBy')).toEqual([
        ['E1 March Spain', 'gone', edited],
        ['E1 June Spain', 'listed', null],
      ])
    })

    it('has what only an identifier is known of, without a subject', async () => {
      const workspace = workspaceOf(createStore)
      const ledger = await workspace.open()
      await load(ledger, [identified('R-77')])
      expect(await listRecorded(workspace.store)).toMatchObject([
        { identifier: 'R-77', subject: null, request: '{}', state: 'accepted' },
      ])
    })

    it.each<[string, [string, SentTo][], string | undefined, string | undefined]>([
      ['nothing', [], undefined, undefined],
      ['the only one', [['Approved', 'done']], 'Approved', 'done'],
      [
        'the last of two',
        [
          ['Approved', 'done'],
          ['Rejected', 'done'],
        ],
        'Rejected',
        'done',
      ],
      [
        'one that may have been recorded',
        [
          ['Approved', 'done'],
          ['Rejected', 'unknown'],
        ],
        'Rejected',
        'unknown',
      ],
      [
        'not one that was refused',
        [
          ['Approved', 'done'],
          ['Rejected', 'rejected'],
        ],
        'Approved',
        'done',
      ],
      ['not one that was never sent', [['Approved', 'ready']], undefined, undefined],
    ])('names what was recorded last of what it created: %s', async (_, decisions, text, state) => {
      const workspace = workspaceOf(createStore)
      const ledger = await workspace.open()
      const run = await load(ledger, [march])
      const [id] = await submissionsOf(ledger, run)
      await sendAll(ledger, run)
      for (const [text, state] of decisions) await decideOn(ledger, `R-${id}`, text, state)
      const [created] = (await listRecorded(workspace.store)).filter(({ subject }) => subject === 'E1')
      const latest = created?.latest
      expect([latest && JSON.parse(latest.request).text, latest?.state]).toEqual([text, state])
    })

    it('knows nothing of what was recorded for another company', async () => {
      const workspace = workspaceOf(createStore)
      const ledger = await workspace.open()
      const run = await load(ledger, [march])
      const [id = Number.NaN] = await submissionsOf(ledger, run)
      await sendAll(ledger, run)
      const elsewhere = await load(ledger, [other], { file: '/x.csv', orderKeys: [`R-${id}`], company: 'globex' })
      const [decision = Number.NaN] = await submissionsOf(ledger, elsewhere)
      await ledger.submissions.settle(await claimOne(ledger, decision), { to: 'done', identifier: '' }, attempt)
      const [created] = (await listRecorded(workspace.store)).filter(({ subject }) => subject === 'E1')
      expect(created?.latest).toBeUndefined()
    })

    it('says when the target was a sandbox whose data is gone', async () => {
      const workspace = workspaceOf(createStore)
      const ledger = await workspace.open()
      const address = 'sandbox:/data.json'
      await sendAll(ledger, await load(ledger, [march], { address }))
      await ledger.targets.find(address, 'default', 'data-1')
      await ledger.targets.retire(address, 'data-2', 5)
      expect(brief(await listRecorded(workspace.store), 'isRetired')).toEqual([['E1 March Spain', true]])
    })

    it('can be left before its end: the ledger is closed again', async () => {
      const workspace = workspaceOf(createStore)
      const ledger = await workspace.open()
      await load(ledger, [march])
      for await (const batch of workspace.store.recorded()) {
        expect(batch).toHaveLength(1)
        break
      }
      expect(await listRecorded(workspace.store)).toHaveLength(1)
    })

    it('of no ledger says that there is none', async () => {
      await expect(listRecorded(createStore())).rejects.toThrow('there is no ledger')
    })
  })
}
