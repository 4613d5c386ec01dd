import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { waitForTransactions } from '../../../src/ledger/sqlite/async-part.ts'
import { Journal } from '../../../src/ledger/sqlite/journal.ts'
import { openDatabase } from '../../../src/support/sqlite.ts'
import { createFolder } from '../workspace.ts'

it('keeps out of a transaction of many turns what is asked for or committed meanwhile, though it is rolled back', async () => {
  const db = openDatabase(join(createFolder(), 'ledger.sqlite'))
  onTestFinished(() => db.close())
  db.exec('CREATE TABLE notes (text TEXT NOT NULL) STRICT')
  const insert = db.prepare<[string]>('INSERT INTO notes VALUES (?)')
  const read = db.prepare<[], string>('SELECT text FROM notes ORDER BY text').pluck()
  const journal = new Journal(db, {
    freeSpace: () => false,
    onSpill() {},
    requireSameFile() {},
    commitCounter: { increment() {}, persist() {} },
  })
  const part = waitForTransactions(db, {
    write: async (text: string) => insert.run(text),
    read: async () => read.all(),
  })
  const load = db.transactionInSteps(function* (text: string, turns: number) {
    insert.run(text)
    for (let turn = 0; turn < turns; turn += 1) yield
    throw new Error(`${text} is not complete`)
  })

  // One intent waits for its group already when the load begins.
  const intents = [journal.commitIntent(() => insert.run('intent before'))]
  const loads = Promise.allSettled([load('one load', 100), load('another load', 100)])
  intents.push(journal.commitIntent(() => insert.run('intent')))
  const written = part.write('row')
  expect(await part.read()).not.toContain('one load')

  expect(await loads).toMatchObject([
    { reason: new Error('one load is not complete') },
    { reason: new Error('another load is not complete') },
  ])
  await Promise.all([...intents, written])
  expect([read.all(), db.pendingTransaction]).toEqual([['intent', 'intent before', 'row'], undefined])
  expect(await part.read()).toEqual(['intent', 'intent before', 'row'])
})
