import { rmSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { importIntoFile, openLedger } from '../../rooms/ledger/sqlite.ts'
import { commonTables } from '../../rooms/ledger/store.ts'
import type { Ledger, LedgerStore, ReadableStore } from '../../rooms/ledger.ts'
import { openDatabase } from '../../rooms/support.ts'
import { scale } from '../../support/scale.ts'
import { history, listed, loadSheet, play, type Sheet, sheet } from '../random-history.ts'
import { createFolder, drive, load, startOfTest, stillClock, trip } from '../workspace.ts'
import type { TestedStore } from './suite.ts'

/** All of a ledger in a file of its own, as a plan had it before there were excerpts. */
async function copyWhole(store: LedgerStore, folder: string): Promise<Ledger> {
  const read = await (store as unknown as ReadableStore).read(folder)
  if (read === undefined) throw new Error('there is no ledger')
  const file = join(folder, 'copy.sqlite')
  await importIntoFile(file, startOfTest, async function* (columnsOf) {
    yield { table: 'meta', records: await read.store.query(`SELECT key, value FROM meta WHERE key = 'ledger_id'`) }
    for (const table of commonTables) {
      const there = await read.store.query<{ name: string }>(read.store.dialect.selectColumns, [table])
      const names = columnsOf(table).filter((column) => there.some(({ name }) => name === column))
      yield { table, records: await read.store.query(`SELECT ${names.join(', ')} FROM ${table}`) }
    }
  })
  await read.close()
  return openLedger({ file, clock: stillClock, onSpill() {}, ballastMegabytes: 0 })
}

/** All that a plan may ask of a ledger, before the sheet is loaded and after it. Numbers that it gives out itself do not count. */
async function plan(ledger: Ledger, own: Sheet, unknown: readonly string[], lastId: number): Promise<unknown> {
  const { submissions, runs, order, resolutions, overlaps, outputs } = ledger
  const { operation = '', company = '' } = own.choices
  const target = await ledger.targets.find('https://example.test/version-test', company)
  const identifiers = Array.from({ length: 9 }, (_, index) => `R-${index}`)
  const asked = async (): Promise<unknown> => [
    listed(await submissions.requestsOf('assess', target, identifiers)),
    listed(await submissions.resultsOf('assess', target, identifiers)),
    [...(await submissions.named(identifiers))].sort(),
    [...(await submissions.simulated(identifiers))].sort(),
    (await resolutions.listUnknown(operation, target.id)).toSorted((one, other) => one.id - other.id),
  ]
  const before = await asked()
  // Asked about another operation's submissions only, and while the sheet is read.
  const standing = listed(await submissions.standingRows('assess', target, identifiers))
  const answers = []
  for (const [index, reference] of unknown.entries()) {
    answers.push(await resolutions.readStatus(operation, reference))
    const created = { kind: 'created', state: 'accepted', identifier: `R-${index}` } as const
    answers.push(await resolutions.apply(operation, reference, index % 2 === 0 ? { kind: 'not-created' } : created, 1))
  }
  const run = await loadSheet(ledger, own)
  const rows = await runs.rowPage(run, -1, 100)
  const orphans = await runs.orphanPage(run, 0, 100)
  const byRow = []
  for (const { seq } of rows) byRow.push([await order.findBlocker(run, seq), await order.findReplaced(run, seq)])
  const found = {
    before,
    standing,
    answers,
    after: await asked(),
    rows,
    ready: await submissions.readyPage(run, -1, 100),
    balance: await runs.balance(run),
    orphans,
    count: await runs.countOrphans(run),
    byRow,
    latest: listed(await order.findLatest(run, identifiers)),
    contested: await order.listContested(run, 9),
    recognised: [...(await runs.recognised(run, identifiers))].sort(),
    span: await runs.recordedSpan(run),
    others: await runs.othersOf(run),
    overlaps: await overlaps.list(run, { start: 'text', end: 'text', only: ['text', ''] }, 9),
    owner: await outputs.findOtherOwner('/out.xlsx', run),
  }
  const numbers = new Map<number, string>()
  return JSON.parse(JSON.stringify(found), (key, value) => {
    if (key !== 'id' || typeof value !== 'number' || value <= lastId) return value
    const name = numbers.get(value) ?? `new ${numbers.size}`
    numbers.set(value, name)
    return name
  })
}

export function describeExcerpts(name: string, createStore: () => TestedStore): void {
  describe(`a plan on an excerpt of a ledger of ${name}`, () => {
    it('says what it says on a copy of the whole', { timeout: 600_000 }, async () => {
      await fc.assert(
        fc.asyncProperty(history, sheet, async (loaded, own) => {
          const store = createStore()
          const ledger = await store.open({ clock: stillClock, onSpill() {} })
          const folders = [createFolder(), createFolder()]
          try {
            const { unknown, lastId } = await play(ledger, loaded)
            const whole = await copyWhole(store, folders[0] ?? '')
            const excerpt = await store.openExcerpt(folders[1] ?? '', stillClock)
            try {
              const expected = await plan(whole, own, unknown, lastId)
              expect(await plan(excerpt, own, unknown, lastId)).toEqual(expected)
            } finally {
              await whole.close()
              await excerpt.close()
            }
          } finally {
            await ledger.close()
            store.leave?.()
            for (const folder of folders) rmSync(folder, { recursive: true, force: true })
          }
        }),
        { numRuns: scale({ quick: name === 'SQLite' ? 15 : 5, short: 20, full: 2_000 }) },
      )
    })

    it('holds of what others sent only what its rows meet', async () => {
      const store = createStore()
      const ledger = await store.open({ clock: stillClock, onSpill() {} })
      const others = Array.from({ length: 20 }, (_, index) => trip(`Other-${index} March Spain`))
      for (const content of ['assess', 'decide']) {
        const run = await load(ledger, others, { file: '/others.csv', operation: content })
        for (const { id } of await ledger.submissions.readyPage(run, -1, 100)) await drive(ledger, id, 'done')
      }
      const folder = createFolder()
      const excerpt = await store.openExcerpt(folder, stillClock)
      await load(excerpt, [trip('Other-7 March Spain'), trip('E1 March Spain')])
      const db = openDatabase(excerpt.name)
      const kept = db.prepare<[], string>(`SELECT subject FROM submissions ORDER BY subject`).pluck().all()
      const cells = db.prepare<[], string>(`SELECT DISTINCT cells FROM rows WHERE seq > 1`).pluck().all()
      db.close()
      await excerpt.close()
      await ledger.close()
      store.leave?.()
      expect([kept, cells]).toEqual([['E1', 'Other-7'], ['']])
    })
  })
}
