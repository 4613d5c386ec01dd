import { setImmediate } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { FileStore, Journal } from '../../rooms/ledger/sqlite.ts'
import { type Database, openDatabase } from '../../rooms/support.ts'

describe('a transaction of the file that awaits', () => {
  let db: Database
  let store: FileStore
  beforeEach(() => {
    db = openDatabase(':memory:')
    db.exec('CREATE TABLE words (word TEXT)')
    store = new FileStore(db)
  })
  afterEach(() => db.close())

  const add = 'INSERT INTO words VALUES ($1)'
  const words = () => db.prepare<[], string>('SELECT word FROM words ORDER BY word').pluck().all()

  it('takes nothing of others with it when it is undone', async () => {
    const undone = store.transaction(async (statements) => {
      await statements.query(add, ['mine'])
      await setImmediate()
      throw new Error('undone')
    })
    const [end] = await Promise.allSettled([undone, store.query(add, ['yours'])])
    expect([end.status, words()]).toEqual(['rejected', ['yours']])
  })

  it('is over before the journal commits, and before another begins', async () => {
    const order: string[] = []
    const journal = new Journal(db, {
      freeSpace: () => false,
      onSpill() {},
      requireSameFile() {},
      commitCounter: { increment() {}, persist() {} },
    })
    const slow = async (name: string) =>
      store.transaction(async (statements) => {
        await statements.query(add, [name])
        for (let turn = 0; turn < 100; turn += 1) await setImmediate()
        order.push(name)
      })
    const noted = journal.commit(() => order.push('journal'))
    await Promise.all([slow('first'), slow('second'), noted])
    expect(order.indexOf('second')).toBe(order.indexOf('first') + 1)
    expect(words()).toEqual(['first', 'second'])
  })

  it('lets others have a turn every so often', async () => {
    let turns = 0
    let isOver = false
    const watching = (async () => {
      for (; !isOver; turns += 1) await setImmediate()
    })()
    const [began, count] = [performance.now(), 100_000]
    await store.transaction(async (statements) => {
      for (let at = 0; at < count; at += 1) await statements.query(add, [`${at}`])
    })
    const mostTurns = (performance.now() - began) / 25
    isOver = true
    await watching
    expect(turns).toBeGreaterThan(0)
    expect(turns).toBeLessThan(mostTurns + 3)
    expect(words()).toHaveLength(count)
  })

  it('binds a place wherever it stands, lists and flags', async () => {
    const { anyOf } = store.dialect
    const text = `SELECT $2 AS second, $1 AS first, 'b' ${anyOf('$3')} AS isIn, $4 AS flag`
    expect(await store.query(text, ['1', '2', ['a', 'b'], true])).toEqual([
      { second: '2', first: '1', isIn: 1, flag: 1 },
    ])
  })
})
