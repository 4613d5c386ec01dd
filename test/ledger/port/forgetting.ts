import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { digestContent, type KeyLocator } from '../../rooms/ledger/forgetting.ts'
import type { ForgetChoice, RowContent } from '../../rooms/ledger/port.ts'
import { type Ledger, type LedgerStore, referToSending } from '../../rooms/ledger.ts'
import {
  createFolder,
  drive,
  identified,
  invalid,
  type LoadChoices,
  listAudit,
  load,
  readCells,
  sendAll,
  startOfTest,
  statesOf,
  stillClock,
  submissionsOf,
  trip,
} from '../workspace.ts'

const [march, may, other] = [trip('E1 March Spain'), trip('E1 May Japan'), trip('E2 June Peru')]
const ofE1: ForgetChoice = { people: [' E1 '], readCells }
const erasure = { reason: 'she asked', by: 'ann@laptop', now: startOfTest }

/** Where its store keeps a ledger, and the key of what that forgot. */
export function keyedWorkspace(createStore: () => LedgerStore) {
  const store = createStore()
  const keyFile = join(createFolder(), 'forget.key')
  return {
    store,
    keyFile,
    async open(findForgetKey: KeyLocator = () => keyFile): Promise<Ledger> {
      const ledger = await store.open({ clock: stillClock, onSpill() {}, findForgetKey })
      onTestFinished(() => ledger.close())
      return ledger
    },
    async excerpt(findForgetKey: KeyLocator = () => keyFile): Promise<Ledger> {
      const ledger = await store.openExcerpt(createFolder(), stillClock, findForgetKey)
      onTestFinished(() => ledger.close())
      return ledger
    },
  }
}

export async function sent(
  ledger: Ledger,
  contents: readonly RowContent[],
  file?: string,
  choices: LoadChoices = {},
): Promise<number> {
  const run = await load(ledger, contents, { ...choices, ...(file === undefined ? {} : { file }) })
  await sendAll(ledger, run)
  await ledger.runs.end(run, { now: startOfTest, ending: 'done', output: undefined })
  return run
}

/** What every ledger promises of it; `createStore` makes an empty one. */
export function describeForgetting(name: string, createStore: () => LedgerStore): void {
  describe(`forgetting in ${name}`, () => {
    it('empties the answers of a run that name the person, and drops those of a run without a row that is left', async () => {
      const ledger = await keyedWorkspace(createStore).open()
      const both = {
        digests: ['both'],
        text: '{"columns":{"ID":"employeeId"},"set":{"employeeId":"E1 ","purpose":"P"}}',
      }
      await sent(ledger, [march, other], '/both.csv', { about: both, cells: [['E1'], ['E2']] })
      const one = { digests: ['one'], text: '{"set":{"purpose":"P"}}' }
      await sent(ledger, [may], '/one.csv', { about: one, cells: [['E1']] })
      await ledger.forgetting.erase(ofE1, erasure)
      const { text = '' } = (await ledger.answers.find('assess', 'both')) ?? {}
      expect(JSON.parse(text)).toEqual({ columns: { ID: 'employeeId' }, set: { purpose: 'P' } })
      expect(await ledger.answers.find('assess', 'one')).toBeUndefined()
    })

    it('of a time leaves out people on hold; raw answers can be erased alone, but none in doubt', async () => {
      const { open } = keyedWorkspace(createStore)
      const ledger = await open()
      const run = await load(ledger, [march, other, trip('E3 May Peru'), may, trip('E4 May Peru')])
      const [mine = 0, hers = 0, doubted = 0, held = 0, resolved = 0] = await submissionsOf(ledger, run)
      for (const id of [mine, hers]) await drive(ledger, id, 'done')
      for (const id of [doubted, held, resolved]) await drive(ledger, id, 'unknown')
      for (const id of [held, resolved]) {
        const reference = referToSending(ledger.id, { id, sentAt: startOfTest })
        const created = { kind: 'created', state: 'done', identifier: `R-${id}` } as const
        expect(await ledger.resolutions.apply('assess', reference, created, startOfTest)).toBe('applied')
      }
      await ledger.runs.end(run, { now: startOfTest, ending: 'done', output: undefined })
      const rawAnswers = async () => {
        const found = await Promise.all([doubted, held, resolved].map((id) => ledger.submissions.get(id)))
        return found.map((submission) => submission?.rawAnswer !== undefined)
      }
      const choice = { settledBefore: startOfTest + 1, except: { people: ['E1'], readCells } }
      const ofAnswers = { ...choice, isOfAnswers: true }
      const earlier = { ...ofAnswers, settledBefore: startOfTest }
      expect(await ledger.forgetting.survey(earlier)).toMatchObject({ answers: 0 })
      expect(await ledger.forgetting.survey(ofAnswers)).toMatchObject({ answers: 1, submissions: 0 })
      expect(await ledger.forgetting.erase(ofAnswers, erasure)).toMatchObject({ answers: 1, submissions: 0 })
      expect(await ledger.forgetting.erase(ofAnswers, erasure)).toMatchObject({ answers: 0 })
      expect(await rawAnswers()).toEqual([true, true, false])
      expect((await ledger.submissions.get(resolved))?.request).toContain('E4')

      const all = { ...choice, settledBefore: startOfTest + 1e9 }
      expect(await ledger.forgetting.erase(all, erasure)).toMatchObject({ submissions: 2, rows: 2, openCount: 1 })
      const requests = [mine, hers, held, resolved].map(async (id) => (await ledger.submissions.get(id))?.request)
      expect(await Promise.all(requests)).toEqual([
        expect.stringContaining('E1'),
        expect.not.stringContaining('E2'),
        expect.stringContaining('E1'),
        expect.not.stringContaining('E4'),
      ])
    })

    it('empties rows that only their cells connect with the person', async () => {
      const { open } = keyedWorkspace(createStore)
      const ledger = await open()
      const run = await load(ledger, [invalid, invalid], {
        cells: [
          ['E1', 'Zoe'],
          ['E2', 'Bob'],
        ],
      })
      await ledger.runs.end(run, { now: startOfTest, ending: 'done', output: undefined })
      expect(await ledger.forgetting.erase(ofE1, erasure)).toMatchObject({ people: 1, rows: 1, submissions: 0 })
      const rows = await ledger.runs.rowPage(run, -1, 10)
      expect(rows.map(({ cells }) => [cells.includes('Zoe'), cells.includes('Bob')])).toEqual([
        [false, false],
        [false, true],
      ])
    })

    it('empties all of a person, and nothing of another one', async () => {
      const { open } = keyedWorkspace(createStore)
      const ledger = await open()
      const run = await sent(ledger, [march, may, other])
      const counts = { people: 1, submissions: 2, rows: 2, lines: 4, answers: 0, open: [], openCount: 0, openPeople: 0 }
      expect(await ledger.forgetting.survey(ofE1)).toEqual(counts)
      expect(await ledger.forgetting.count()).toBe(0)
      expect(await ledger.forgetting.erase(ofE1, erasure)).toEqual(counts)
      expect(await ledger.forgetting.count()).toBe(2)
      expect(await ledger.forgetting.countRows(run)).toBe(2)
      const [first, second, third] = (await ledger.runs.rowPage(run, -1, 10)).map(({ submission }) => submission)
      for (const forgotten of [first, second]) {
        expect(forgotten).toMatchObject({ state: 'done', request: '{"forgotten":true}', isForgotten: true })
        expect(forgotten).toMatchObject({ identifier: `R-${forgotten?.id}`, result: undefined, reportUrl: undefined })
      }
      expect(third).toMatchObject({ request: '{"text":"E2 June Peru"}', result: '{}' })
      expect(await ledger.forgetting.survey(ofE1)).toEqual({ ...counts, people: 0, submissions: 0, rows: 0, lines: 0 })
      expect(await ledger.forgetting.scrub()).toBe(true)
    })

    it('never creates the same content again: it is done, with its identifier, in every later run and plan', async () => {
      const { open, excerpt } = keyedWorkspace(createStore)
      const ledger = await open()
      const first = await sent(ledger, [march, may, march, other])
      const ids = await submissionsOf(ledger, first)
      await ledger.forgetting.erase(ofE1, erasure)
      for (const known of [ledger, await excerpt()]) {
        const run = await load(known, [may, march, other], { file: '/later.csv' })
        expect(await statesOf(known, run)).toEqual(['done', 'done', 'done'])
        expect(await submissionsOf(known, run)).toEqual([ids[1], ids[0], ids[3]])
        expect(await sendAll(known, run)).toEqual([])
      }
    })

    it('keeps ordinals and generations: a second equal trip is new once, and `--again` creates once', async () => {
      const { open } = keyedWorkspace(createStore)
      const ledger = await open()
      await sent(ledger, [march])
      await ledger.forgetting.erase(ofE1, erasure)
      const twice = await load(ledger, [march, march], { allowDuplicates: true })
      expect(await statesOf(ledger, twice)).toEqual(['done', 'ready'])
      await sendAll(ledger, twice)
      const again = await load(ledger, [march, march], { isAgain: true, allowDuplicates: true })
      expect(await statesOf(ledger, again)).toEqual(['ready', 'ready'])
      await sendAll(ledger, again)
      await ledger.runs.end(again, { now: startOfTest, ending: 'done', output: undefined })
      expect(await ledger.forgetting.erase(ofE1, erasure)).toMatchObject({ submissions: 3 })
      const last = await load(ledger, [march, march], { allowDuplicates: true })
      expect(await statesOf(ledger, last)).toEqual(['done', 'done'])
    })

    it.each(['accepted', 'pending', 'unknown', 'sending', 'ready'] as const)(
      'leaves a person with a trip that is %s whole, and says which row that is',
      async (state) => {
        const { open } = keyedWorkspace(createStore)
        const ledger = await open()
        const run = await load(ledger, [march, may, other])
        const [first = 0, second = 0, third = 0] = await submissionsOf(ledger, run)
        await drive(ledger, first, 'done')
        await drive(ledger, second, state)
        await drive(ledger, third, 'done')
        await ledger.runs.end(run, { now: startOfTest, ending: 'done', output: undefined })
        const found = await ledger.forgetting.erase({ people: ['E1', 'E2'], readCells }, erasure)
        expect(found).toMatchObject({ people: 2, submissions: 1, openCount: 1, openPeople: 1 })
        expect(found.open).toMatchObject([{ person: 'E1', state, file: '/trips.csv', rowNumber: 3 }])
        expect((await ledger.submissions.get(first))?.request).toBe('{"text":"E1 March Spain"}')
        expect((await ledger.submissions.get(third))?.isForgotten).toBe(true)
      },
    )

    it.each(['rejected', 'failed'] as const)(
      'destroys the identity of what is %s: handed in again it is sent',
      async (state) => {
        const { open } = keyedWorkspace(createStore)
        const ledger = await open()
        for (let round = 0; round < 2; round += 1) {
          const run = await load(ledger, [march])
          expect(await sendAll(ledger, run, state)).toEqual(['E1 March Spain'])
          await ledger.runs.end(run, { now: startOfTest, ending: 'done', output: undefined })
          expect(await ledger.forgetting.erase(ofE1, erasure)).toMatchObject({ submissions: 1 })
        }
      },
    )

    it('sends an edited version that was held back not after it was forgotten either', async () => {
      const { open } = keyedWorkspace(createStore)
      const ledger = await open()
      await sent(ledger, [march, other])
      const edited = trip('E1 March Portugal')
      const held = await load(ledger, [edited, other])
      expect(await statesOf(ledger, held)).toEqual(['changed', 'done'])
      await ledger.runs.end(held, { now: startOfTest, ending: 'done', output: undefined })
      expect(await ledger.forgetting.erase(ofE1, erasure)).toMatchObject({ submissions: 2, openCount: 0 })
      for (let round = 0; round < 2; round += 1) {
        const again = await load(ledger, [edited, edited, other])
        expect(await statesOf(ledger, again)).toEqual(['skipped', 'duplicate', 'done'])
        expect(await sendAll(ledger, again)).toEqual([])
      }
    })

    it('forgets decisions with the trip that they are about', async () => {
      const { open } = keyedWorkspace(createStore)
      const ledger = await open()
      const run = await sent(ledger, [march])
      const [id = 0] = await submissionsOf(ledger, run)
      const decision: RowContent = {
        kind: 'request',
        request: {
          json: '{"note":"secret"}',
          identity: { assessmentId: `R-${id}` },
          similarityKey: undefined,
          claims: [],
        },
      }
      const choices = { operation: 'decide', file: '/decisions.csv', orderKeys: [`R-${id}`] }
      const decided = await load(ledger, [decision], choices)
      const [of = 0] = await submissionsOf(ledger, decided)
      await drive(ledger, of, 'done')
      await ledger.runs.end(decided, { now: startOfTest, ending: 'done', output: undefined })
      expect(await ledger.forgetting.erase(ofE1, erasure)).toMatchObject({ submissions: 2 })
      expect(await ledger.submissions.get(of)).toMatchObject({ request: '{"forgotten":true}', isForgotten: true })
      const again = await load(ledger, [decision], choices)
      expect(await statesOf(ledger, again)).toEqual(['done'])
      expect(await submissionsOf(ledger, again)).toEqual([of])
    })

    it('by time takes what was settled before, and leaves the rest', async () => {
      const { open } = keyedWorkspace(createStore)
      const ledger = await open()
      await sent(ledger, [march, other])
      expect(await ledger.forgetting.survey({ settledBefore: startOfTest })).toMatchObject({ submissions: 0 })
      const found = await ledger.forgetting.erase({ settledBefore: startOfTest + 10_000 }, erasure)
      expect(found).toMatchObject({ people: 0, submissions: 2, rows: 2 })
      expect(await statesOf(ledger, await load(ledger, [march, other]))).toEqual(['done', 'done'])
    })

    it('of whom a row names beside another person’s identifier empties the row, or on hold keeps that trip', async () => {
      const { open } = keyedWorkspace(createStore)
      const ledger = await open()
      const sentRun = await sent(ledger, [march, other])
      const [hers, his] = await submissionsOf(ledger, sentRun)
      const fedBack = await load(
        ledger,
        [
          identified(`R-${hers}`, 'E9 March Spain'),
          {
            kind: 'held',
            state: 'invalid',
            detail: '{}',
            about: { identifier: `R-${his}`, isOrdered: false, request: undefined },
          },
        ],
        { file: '/output.csv', cells: [['E9'], ['E9']] },
      )
      expect(await submissionsOf(ledger, fedBack)).toEqual([hers, his])
      await ledger.runs.end(fedBack, { now: startOfTest, ending: 'done', output: undefined })
      const cellsOf = async (run: number) => (await ledger.runs.rowPage(run, -1, 10)).map(({ cells }) => cells !== '[]')

      const settledBefore = startOfTest + 1e9
      const held: ForgetChoice = { settledBefore, except: { people: ['E9'], readCells } }
      expect(await ledger.forgetting.survey(held)).toMatchObject({ submissions: 0, rows: 0 })

      const ofE9: ForgetChoice = { people: ['E9'], readCells }
      expect(await ledger.forgetting.erase(ofE9, erasure)).toMatchObject({ people: 1, submissions: 0, rows: 2 })
      expect(await cellsOf(fedBack)).toEqual([false, false])
      expect((await ledger.submissions.get(hers ?? 0))?.request).toContain('E1')
      expect(await ledger.forgetting.erase(held, erasure)).toMatchObject({ submissions: 2 })
    })

    it('is told by an identifier without the content of its trip', async () => {
      const { open } = keyedWorkspace(createStore)
      const ledger = await open()
      const run = await sent(ledger, [march])
      const [id] = await submissionsOf(ledger, run)
      await ledger.forgetting.erase(ofE1, erasure)
      const named = await load(ledger, [identified(`R-${id}`, 'E1 March Spain'), invalid], { file: '/output.csv' })
      expect(await submissionsOf(ledger, named)).toEqual([id, undefined])
      expect((await ledger.submissions.get(id ?? 0))?.request).toBe('{"forgotten":true}')
    })

    it('keeps every digest of the audit, and adds a line that says who forgot how much and why', async () => {
      const { open, store } = keyedWorkspace(createStore)
      const ledger = await open()
      await sent(ledger, [march, may, other])
      const before = await listAudit(store)
      await ledger.forgetting.erase(ofE1, erasure)
      const after = await listAudit(store)
      const digests = [before, after].map((lines) =>
        lines.map(({ salt, detail, request, erasedDigest }) => erasedDigest ?? digestContent(salt, detail, request)),
      )
      expect(digests[1]?.slice(0, -1)).toEqual(digests[0])
      expect(new Set(digests[0]).size).toBe(before.length)
      expect(after.at(-1)).toMatchObject({ operation: 'forget', outcome: 'forgotten', request: '{}' })
      expect(after.at(-1)?.detail).toBe(
        '2 requests, 2 rows and 4 lines of the log were emptied by ann@laptop: she asked',
      )
      expect(after.filter(({ salt }) => salt === '')).toHaveLength(4)
      expect(after.filter(({ request }) => request === '{"forgotten":true}')).toHaveLength(4)
    })
  })
}
