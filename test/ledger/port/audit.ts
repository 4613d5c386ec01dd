import { describe, expect, it } from 'vitest'
import type { AuditLine } from '../../rooms/ledger/port.ts'
import type { LedgerStore } from '../../rooms/ledger.ts'
import { claimOne, drive, listAudit, load, sendAll, startOfTest, submissionsOf, trip } from '../workspace.ts'
import { workspaceOf } from './suite.ts'

const march = trip('E1 March Spain')
const may = trip('E1 May Japan')

/** What a line says, in short. */
function shorten({ file, rowNumber, outcome, state }: AuditLine): unknown[] {
  return [file, rowNumber, outcome, state]
}

/** What every ledger promises of it; `createStore` makes an empty one. */
export function describeAudit(name: string, createStore: () => LedgerStore): void {
  describe(`the audit log of ${name}`, () => {
    describe('the audit', () => {
      it('has each attempt once, with what it was about, also while the ledger is written', async () => {
        const workspace = workspaceOf(createStore)
        const ledger = await workspace.open()
        const run = await load(ledger, [march])
        await sendAll(ledger, run)
        const lines = await listAudit(workspace.store)
        expect(lines).toHaveLength(2)
        expect(lines[0]).toEqual({
          number: expect.any(Number),
          sentAt: startOfTest + 1_000,
          answeredAt: startOfTest + 2_000,
          operation: 'create',
          httpStatus: 200,
          outcome: 'test',
          detail: '',
          salt: expect.stringMatching(/^[0-9a-f]{32}$/),
          erasedDigest: null,
          rowNumber: 2,
          sheet: '',
          identifier: `R-${(await submissionsOf(ledger, run))[0]}`,
          state: 'scored',
          request: JSON.stringify({ text: 'E1 March Spain' }),
          address: 'https://example.test/version-test',
          company: 'default',
          runId: null,
          file: null,
          account: null,
          machine: null,
          login: name === 'PostgreSQL' ? expect.any(String) : null,
          about: null,
          result: null,
          rows: [],
          isFourEyes: null,
          eventId: null,
          release: null,
        })
      })

      it('of one input has what was ever sent for it, under each name that it had, and nothing else', async () => {
        const workspace = workspaceOf(createStore)
        const ledger = await workspace.open()
        await sendAll(ledger, await load(ledger, [march, trip('E3 May Peru')]), 'unknown')
        await sendAll(ledger, await load(ledger, [may], { file: '/other.csv' }), 'rejected')
        // Renamed, a line further down, and without the second row.
        await load(ledger, [trip('E2 June Peru'), march], { file: '/renamed.csv' })
        for (const name of ['/trips.csv', '/renamed.csv']) {
          expect((await listAudit(workspace.store, name)).map(shorten)).toEqual([
            [null, 3, 'test', 'unknown'],
            [null, null, 'test', 'unknown'],
          ])
        }
        expect((await listAudit(workspace.store, '/other.csv')).map(shorten)).toEqual([[null, 2, 'test', 'rejected']])
        expect(await listAudit(workspace.store)).toHaveLength(3)
        expect(await listAudit(workspace.store, '/nowhere.csv')).toEqual([])
      })

      it('of a row that two inputs have is in both, and once in the audit of everything', async () => {
        const workspace = workspaceOf(createStore)
        const ledger = await workspace.open()
        await sendAll(ledger, await load(ledger, [march]), 'rejected')
        await load(ledger, [may, trip('E4 May Peru'), march], { file: '/other.csv' })
        expect((await listAudit(workspace.store, '/trips.csv')).map(shorten)).toEqual([[null, 2, 'test', 'ready']])
        expect((await listAudit(workspace.store, '/other.csv')).map(shorten)).toEqual([[null, 4, 'test', 'ready']])
        expect(await listAudit(workspace.store)).toHaveLength(1)
      })

      it('names the file of the run in which it happened', async () => {
        const workspace = workspaceOf(createStore)
        const ledger = await workspace.open()
        const runId = await load(ledger, [march])
        const id = (await submissionsOf(ledger, runId))[0] ?? Number.NaN
        const claim = await claimOne(ledger, id)
        const facts = {
          operation: 'create',
          sentAt: 1,
          answeredAt: 2,
          httpStatus: 503,
          outcome: 'not-processed',
          detail: '',
        }
        await ledger.submissions.settle(claim, { to: 'ready', reason: 'busy' }, { runId, ...facts })
        expect(await listAudit(workspace.store)).toMatchObject([{ runId, file: '/trips.csv', httpStatus: 503 }])
      })

      it('can be left before its end: the ledger is closed again', async () => {
        const workspace = workspaceOf(createStore)
        const ledger = await workspace.open()
        await drive(ledger, (await submissionsOf(ledger, await load(ledger, [march])))[0] ?? Number.NaN, 'done')
        for await (const lines of workspace.store.audit()) {
          expect(lines).toHaveLength(2)
          break
        }
        expect(await listAudit(workspace.store)).toHaveLength(2)
      })

      it('has what was said of a run as a whole, for its file, and with each attempt of it who released it', async () => {
        const workspace = workspaceOf(createStore)
        const ledger = await workspace.open()
        const runId = await load(ledger, [march])
        const said = { runId, operation: 'seal', at: startOfTest, outcome: 'sealed', detail: '{"by":"C-1"}' } as const
        await ledger.attempts.state(said)
        await ledger.attempts.state({ ...said, operation: 'release', outcome: 'released', detail: '{"by":"M-1"}' })
        const [id = Number.NaN] = await submissionsOf(ledger, runId)
        const facts = { operation: 'update', sentAt: 1, answeredAt: 2, httpStatus: 200, outcome: 'done', detail: '' }
        await ledger.submissions.settle(
          await claimOne(ledger, id),
          { to: 'done', identifier: 'R-1' },
          { runId, ...facts },
        )
        const lines = await listAudit(workspace.store, '/trips.csv')
        expect(lines).toMatchObject([
          { operation: 'seal', state: '', request: '{}', answeredAt: startOfTest, file: '/trips.csv', rowNumber: null },
          {
            operation: 'release',
            outcome: 'released',
            detail: '{"by":"M-1"}',
            company: 'default',
            release: '{"by":"M-1"}',
          },
          { operation: 'update', release: '{"by":"M-1"}' },
        ])
        expect(lines[0]?.account).toBe((await workspace.store.statements('seal'))[0]?.account)
        expect(await workspace.store.statements('seal')).toMatchObject([{ ...said, file: '/trips.csv' }])
        expect(await listAudit(workspace.store, '/other.csv')).toEqual([])
      })

      it('of no ledger says that there is none', async () => {
        await expect(listAudit(createStore())).rejects.toThrow('there is no ledger')
      })
    })
  })
}
