import { describe, expect, it } from 'vitest'
import { renderLine } from '../../rooms/app/audit.ts'
import type { RowContent } from '../../rooms/ledger/port.ts'
import type { Ledger, LedgerStore } from '../../rooms/ledger.ts'
import { attempt, claimOne, drive, listAudit, load, settlementTo, startOfTest, submissionsOf } from '../workspace.ts'
import { keyedWorkspace } from './forgetting.ts'
import { workspaceOf } from './suite.ts'

/** The same identity, whatever else is sent with it. */
function request(identity: object, more: object = {}): RowContent {
  const json = JSON.stringify({ ...identity, ...more })
  return { kind: 'request', request: { json, identity: { ...identity }, similarityKey: undefined, claims: [] } }
}

const decision = { assessmentId: 'R-1', status: 'Rejected' }
const decide = { operation: 'decide', file: '/d.csv', orderKeys: ['R-1'] }

async function firstOf(ledger: Ledger, run: number): Promise<number> {
  return (await submissionsOf(ledger, run))[0] ?? Number.NaN
}

const digestsOf = async (store: LedgerStore): Promise<string[]> => {
  let before = ''
  return (await listAudit(store)).map((line) => {
    before = renderLine(before, line, false).ledgerDigest
    return before
  })
}

export function describeEarlierVersions(name: string, createStore: () => LedgerStore): void {
  describe(`earlier versions in ${name}`, () => {
    it('a refused decision sent again with another event keeps what its earlier line was about, and its digest', async () => {
      const workspace = workspaceOf(createStore)
      const ledger = await workspace.open()
      const first = await load(ledger, [request(decision, { externalEventId: 'EV-1' })], decide)
      const id = await firstOf(ledger, first)
      await drive(ledger, id, 'rejected')
      const before = await digestsOf(workspace.store)
      const second = await load(ledger, [request(decision, { externalEventId: 'EV-2' })], decide)
      expect(await firstOf(ledger, second)).toBe(id)
      expect((await digestsOf(workspace.store)).slice(0, before.length)).toEqual(before)
      await drive(ledger, id, 'rejected')
      await load(ledger, [request(decision, { externalEventId: 'EV-3' })], decide)
      await drive(ledger, id, 'rejected')
      const sent = (await listAudit(workspace.store)).filter(({ operation }) => operation === 'create')
      expect(sent.map((line) => JSON.parse(line.request).externalEventId)).toEqual(['EV-1', 'EV-2', 'EV-3'])
      expect((await digestsOf(workspace.store)).slice(0, before.length)).toEqual(before)
    })

    it('a decision has the scores that were known then, and a line that asked for them what it brought', async () => {
      const workspace = workspaceOf(createStore)
      const ledger = await workspace.open()
      const trips = await load(ledger, [request({ employeeId: 'E1', destination: 'Peru' })])
      const id = await firstOf(ledger, trips)
      const [asked, update] = [
        { ...attempt, operation: 'retrieve', outcome: 'done' },
        { ...attempt, operation: 'update', outcome: 'done' },
      ]
      const named = { assessmentId: `R-${id}` }
      const send = async (status: string): Promise<void> => {
        const run = await load(ledger, [request({ ...named, status })], {
          ...decide,
          file: `/${status}.csv`,
          orderKeys: [`R-${id}`],
        })
        await ledger.submissions.settle(
          await claimOne(ledger, await firstOf(ledger, run)),
          { to: 'done', identifier: '' },
          update,
        )
      }
      await ledger.submissions.settle(await claimOne(ledger, id), settlementTo('accepted', id), attempt)
      await send('Pending')
      await ledger.submissions.score(id, '{"overallTrip":1}', asked)
      await send('Rejected')
      const refresh = await load(ledger, [request({ employeeId: 'E1', destination: 'Peru' })])
      await ledger.refreshing.rescore(refresh, id, '{"overallTrip":2}', asked)
      await ledger.refreshing.rescore(refresh, id, '{"overallTrip":2}', asked)
      await send('Canceled')
      const lines = await listAudit(workspace.store)
      const known = lines.map(({ operation, request: text, result }) => [operation, JSON.parse(text).status, result])
      const [one, two] = ['{"overallTrip":1}', '{"overallTrip":2}']
      expect(known).toEqual([
        ['create', undefined, null],
        ['update', 'Pending', null],
        ['retrieve', undefined, one],
        ['update', 'Rejected', one],
        ['retrieve', undefined, two],
        ['retrieve', undefined, two],
        ['update', 'Canceled', two],
      ])
      expect(lines.at(-1)?.about).toBe('{"employeeId":"E1","destination":"Peru"}')
    })
  })
}

/** For users who may forget. */
export function describeErasedVersions(name: string, createStore: () => LedgerStore): void {
  describe(`earlier versions in ${name}`, () => {
    it('are handed out with all else of a person, and emptied when the trip is forgotten', async () => {
      const workspace = keyedWorkspace(createStore)
      const ledger = await workspace.open()
      const content = { employeeId: 'E1' }
      const one: RowContent = {
        kind: 'request',
        request: {
          json: JSON.stringify(content),
          identity: content,
          similarityKey: { subject: 'E1', traits: ['a', 'b'] },
          claims: [],
        },
      }
      const run = await load(ledger, [one])
      const id = await firstOf(ledger, run)
      await drive(ledger, id, 'done')
      await ledger.refreshing.rescore(run, id, '{"secret":1}', { ...attempt, operation: 'retrieve', outcome: 'done' })
      await ledger.refreshing.rescore(run, id, '{"secret":2}', { ...attempt, operation: 'retrieve', outcome: 'done' })
      const readCells = () => ({ people: [], identifiers: [] })
      const { earlier } = await workspace.store.person('E1', readCells, () => false)
      expect(earlier.map(({ result, replacedAt }) => [result, replacedAt > startOfTest])).toEqual([
        ['{}', true],
        ['{"secret":1}', true],
      ])
      await ledger.runs.end(run, { now: startOfTest, ending: 'done', output: undefined })
      const before = await digestsOf(workspace.store)
      await ledger.forgetting.erase({ people: ['E1'], readCells }, { reason: '', by: 'ann@desk', now: startOfTest })
      const after = await listAudit(workspace.store)
      expect(JSON.stringify(after)).not.toContain('secret')
      expect((await digestsOf(workspace.store)).slice(0, before.length)).toEqual(before)
    })
  })
}
