import { describe, expect, it, onTestFinished } from 'vitest'
import type { LoadedRow, LoadSettings, RowContent } from '../../rooms/ledger/port.ts'
import type { Ledger, LedgerStore } from '../../rooms/ledger.ts'
import { attempt, identified, startOfTest as now, releaseRun, settlementTo, stillClock, trip } from '../workspace.ts'

const address = 'https://example.test/version-test'

/** What every ledger promises to runs that go on side by side, and to who looks at them; `createStore` makes an empty one. */
export function describeLedger(name: string, createStore: () => LedgerStore): void {
  async function open(store = createStore()): Promise<Ledger> {
    const ledger = await store.open({ clock: stillClock, onSpill() {} })
    onTestFinished(() => ledger.close())
    return ledger
  }

  describe(`two runs side by side, on a ledger of ${name}`, () => {
    it.each<[string, string[], string[], number]>([
      ['of different inputs', ['E1 March Spain', 'E2 May Peru'], ['E3 June Chad', 'E4 July Italy'], 4],
      ['of overlapping inputs', ['E1 March Spain', 'E2 May Peru'], ['E2 May Peru', 'E3 June Chad'], 3],
    ])('%s create nothing twice, and each sees its own balance', async (_, ann, bob, created) => {
      const ledger = await open()
      const runs = [await begin(ledger, '/ann.csv'), await begin(ledger, '/bob.csv')]
      for (const [index, texts] of [ann, bob].entries()) await add(ledger, runs[index], texts.map(trip))
      for (const run of runs) if (run !== undefined) await complete(ledger, run)
      const sent: number[] = []
      for (const run of runs.toReversed()) sent.push(...(await send(ledger, run)))
      expect([sent.length, new Set(sent).size]).toEqual([created, created])
      for (const run of runs) {
        expect(await ledger.runs.balance(run?.runId ?? 0)).toEqual([{ state: 'done', wasDone: false, count: 2 }])
      }
    })

    it('that load at once keep what the other has loaded so far', async () => {
      const ledger = await open()
      const slow = await begin(ledger, '/ann.csv')
      await add(ledger, slow, [trip('E1 March Spain')])
      const fast = await begin(ledger, '/bob.csv')
      await add(ledger, fast, [trip('E2 May Peru')])
      await complete(ledger, fast)
      await complete(ledger, slow)
      expect(await send(ledger, slow)).toHaveLength(1)
      expect(await send(ledger, fast)).toHaveLength(1)
    })

    it('each poll what they created, also when another loads meanwhile', async () => {
      const ledger = await open()
      const [ann, bob] = [await begin(ledger, '/ann.csv'), await begin(ledger, '/bob.csv')]
      await add(ledger, ann, [trip('E1 March Spain')])
      await complete(ledger, ann)
      await send(ledger, ann, 'accepted')
      await add(ledger, bob, [trip('E2 May Peru')])
      await complete(ledger, bob)
      expect(await ledger.submissions.duePolls(ann.runId, now, 9)).toHaveLength(1)
      expect(await ledger.submissions.duePolls(bob.runId, now, 9)).toEqual([])
    })

    it('that only ask again keep their rows until they are over', async () => {
      const ledger = await open()
      const runs = [await begin(ledger, '/ann.csv', 'refresh'), await begin(ledger, '/bob.csv', 'refresh')]
      for (const [index, run] of runs.entries()) {
        await add(ledger, run, [identified(`R-${index}`)])
        await ledger.refreshing.complete(run.runId, now)
      }
      const counts = (): Promise<number[]> => Promise.all(runs.map(({ runId }) => ledger.runs.countRows(runId)))
      expect(await counts()).toEqual([1, 1])
      for (const { runId } of runs) await ledger.runs.end(runId, { now, ending: 'done', output: undefined })
      const last = await begin(ledger, '/ann.csv', 'refresh')
      await ledger.refreshing.complete(last.runId, now)
      expect(await counts()).toEqual([0, 0])
    })
  })

  describe(`who looks at a ledger of ${name}`, () => {
    it('sees its runs and all that was asked while it is written', async () => {
      const store = createStore()
      expect(await store.exists()).toBe(false)
      const ledger = await open(store)
      const run = await begin(ledger, '/ann.csv')
      await add(ledger, run, [trip('E1 March Spain')])
      await complete(ledger, run)
      await send(ledger, run)
      const { runs } = await store.status({ input: '/ann.csv' })
      expect(runs).toMatchObject([{ id: run.runId, file: '/ann.csv', rows: 1, isRunning: true }])
      const lines = []
      for await (const page of store.audit('/ann.csv')) lines.push(...page)
      expect(lines).toMatchObject([{ outcome: 'test', rowNumber: 2 }])
    })
  })
}

async function begin(ledger: Ledger, file: string, operation = 'assess'): Promise<LoadSettings> {
  const target = await ledger.targets.find(address, 'default')
  const sheets = ['']
  const { id, epoch } = await ledger.runs.begin({
    operation,
    doneWord: 'scored',
    target,
    file,
    sheets,
    isAgain: false,
    now,
  })
  return { runId: id, operation: 'assess', target, epoch, allowDuplicates: false, retryUnknown: false, now }
}

async function complete(ledger: Ledger, run: LoadSettings): Promise<void> {
  await ledger.runs.completeLoad(run, { sendChanged: false })
  await releaseRun(ledger, run.runId)
}

async function add(ledger: Ledger, run: LoadSettings | undefined, contents: readonly RowContent[]): Promise<void> {
  if (run === undefined) return
  const unread = { sheet: 0, isHidden: false, cells: '[]', warnings: undefined, orderKey: undefined }
  const rows: LoadedRow[] = contents.map((content, index) => ({ ...unread, rowNumber: index + 2, content }))
  await ledger.rowLoader.add(run, 0, rows)
}

/** Claims and ends what is ready in a run; returns the submissions that it could claim. */
async function send(
  ledger: Ledger,
  run: LoadSettings | undefined,
  to: 'accepted' | 'done' = 'done',
): Promise<number[]> {
  const sent: number[] = []
  for (const { id } of await ledger.submissions.readyPage(run?.runId ?? 0, -1, 100)) {
    const claim = await ledger.submissions.claim(id, run?.runId ?? 0, now)
    if (claim === undefined) continue
    await ledger.submissions.settle(claim, settlementTo(to, id), attempt)
    sent.push(id)
  }
  return sent
}
