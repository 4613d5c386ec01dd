import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { describe, expect, it, onTestFinished } from 'vitest'
import { type Database, type DatabaseOptions, openDatabase } from '../rooms/support.ts'

function createFile(): string {
  const folder = mkdtempSync(join(tmpdir(), 'rwa-sqlite-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return join(folder, 'some.sqlite')
}

function open(file = ':memory:', options: DatabaseOptions = {}): Database {
  const db = openDatabase(file, options)
  onTestFinished(() => db.close())
  return db
}

function codeIn(work: () => unknown): unknown {
  try {
    work()
  } catch (error) {
    return error instanceof Error && 'code' in error ? error.code : error
  }
  return 'nothing was thrown'
}

describe('an error of SQLite', () => {
  it.each<[string, (file: string) => unknown, string]>([
    ['a statement that is none', () => open().prepare('SELEC 1').get(), 'SQLITE_ERROR'],
    [
      'a rule of the schema',
      () => open().exec('CREATE TABLE t (a NOT NULL); INSERT INTO t VALUES (NULL)'),
      'SQLITE_CONSTRAINT',
    ],
    ['a file that is not there', (file) => open(file, { isReadonly: true }), 'SQLITE_CANTOPEN'],
    [
      'a write into what is open for reading',
      (file) => {
        open(file).exec('CREATE TABLE t (a)')
        open(file, { isReadonly: true }).prepare('INSERT INTO t VALUES (1)').run()
      },
      'SQLITE_READONLY',
    ],
    [
      'a lock that another connection holds',
      (file) => {
        open(file).exec('BEGIN EXCLUSIVE')
        open(file, { busyTimeoutMs: 0 }).exec('BEGIN EXCLUSIVE')
      },
      'SQLITE_BUSY',
    ],
    [
      'a damaged page, where rows are read',
      (file) => {
        const written = openDatabase(file)
        written.exec('CREATE TABLE t (a)')
        written.close()
        const bytes = readFileSync(file)
        bytes.writeUInt8(bytes.readUInt8(4096) ^ 1, 4096)
        writeFileSync(`${file}.damaged`, bytes)
        open(`${file}.damaged`, { isReadonly: true }).prepare('SELECT a FROM t').all()
      },
      'SQLITE_CORRUPT',
    ],
    [
      'a full disk',
      () => {
        const db = open()
        db.exec('CREATE TABLE t (a); PRAGMA max_page_count = 2')
        db.prepare('INSERT INTO t VALUES (zeroblob(100000))').run()
      },
      'SQLITE_FULL',
    ],
  ])('has its name: %s', (_title, work, code) => {
    expect(codeIn(() => work(createFile()))).toBe(code)
  })
})

describe('a statement', () => {
  it('binds by place and by name, and refuses a name that it does not have', () => {
    const db = open()
    expect(db.prepare<[number, string]>('SELECT ? AS a, ? AS b').get(1, 'x')).toEqual({ a: 1, b: 'x' })
    const named = db.prepare<{ a: number; b?: number }>('SELECT @a AS a')
    expect(named.get({ a: 2 })).toEqual({ a: 2 })
    expect(() => named.get({ a: 2, b: 3 })).toThrow(/b/)
  })

  it('gives only the first value of each row when it is plucked', () => {
    const statement = open().prepare<[], number>('SELECT 1 AS a, 2 AS b UNION ALL SELECT 3, 4').pluck()
    expect([statement.get(), statement.all(), [...statement.iterate()]]).toEqual([1, [1, 3], [1, 3]])
  })

  it('names all columns of a table that has got another one since', () => {
    const db = open()
    db.exec('CREATE TABLE t (a); INSERT INTO t VALUES (1)')
    const select = db.prepare('SELECT * FROM t')
    expect(select.all()).toEqual([{ a: 1 }])
    db.exec('ALTER TABLE t ADD COLUMN b DEFAULT 2')
    // Node.js 22 counts the columns before SQLite has noticed.
    select.get()
    expect([select.all(), [...select.iterate()]]).toEqual([[{ a: 1, b: 2 }], [{ a: 1, b: 2 }]])
  })

  it('gives one row after another, without taking them all first', () => {
    const endless = open().prepare<[], number>(
      'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n',
    )
    const seen: number[] = []
    for (const i of endless.pluck().iterate()) {
      seen.push(i)
      if (i === 3) break
    }
    expect(seen).toEqual([1, 2, 3])
  })

  it('never gives an integer that a number cannot hold', () => {
    expect(() => open().prepare('SELECT 9007199254740993').get()).toThrow(/too large|out of range/i)
  })
})

describe('a transaction', () => {
  it('keeps all or nothing', () => {
    const db = open()
    db.exec('CREATE TABLE t (a)')
    const insert = db.prepare<[number]>('INSERT INTO t VALUES (?)')
    const add = db.transaction((values: readonly number[]) => {
      for (const value of values) {
        if (value < 0) throw new Error('negative')
        insert.run(value)
      }
      return db.inTransaction
    })
    expect(add([1, 2])).toBe(true)
    expect(() => add([3, -1])).toThrow('negative')
    expect([db.inTransaction, db.prepare('SELECT a FROM t').pluck().all()]).toEqual([false, [1, 2]])
  })
})

describe('a transaction of many turns', () => {
  it('keeps all or nothing, lets others have turns, and shows nothing of it before its end', async () => {
    const file = createFile()
    const [db, reader] = [open(file), open(file)]
    db.pragma('journal_mode = WAL')
    db.exec('CREATE TABLE t (a)')
    const insert = db.prepare<[number]>('INSERT INTO t VALUES (?)')
    const seen: unknown[] = []
    const add = (values: readonly number[]) =>
      db.transactionAwaiting(async () => {
        for (const value of values) {
          if (value < 0) throw new Error('negative')
          insert.run(value)
          setImmediate(() => seen.push(reader.prepare('SELECT COUNT(*) FROM t').pluck().get()))
          await nextTurn()
        }
      })
    await add([1, 2])
    expect(seen).toEqual([0, 0])
    await expect(add([3, -1])).rejects.toThrow('negative')
    expect([db.inTransaction, reader.prepare('SELECT a FROM t').pluck().all()]).toEqual([false, [1, 2]])
  })
})

describe('a file', () => {
  it('is kept with WAL and synchronous=FULL, as the settings say when they are read back', () => {
    const db = open(createFile())
    expect([db.pragma('journal_mode = WAL'), db.pragma('synchronous = FULL'), db.pragma('synchronous')]).toEqual([
      'wal',
      undefined,
      2,
    ])
  })

  it('is whole once it is closed, though statements are still held: its log holds nothing more', () => {
    const file = createFile()
    const db = open(file)
    db.pragma('journal_mode = WAL')
    db.exec('CREATE TABLE t (a)')
    const held = db.prepare('INSERT INTO t VALUES (1)')
    held.run()
    db.close()
    rmSync(`${file}-wal`, { force: true })
    expect(open(file).prepare('SELECT a FROM t').pluck().all()).toEqual([1])
    expect(() => held.run()).toThrow()
  })

  it('may have a name that looks like an address', () => {
    const { dir, name } = { dir: createFile(), name: 'file:x?mode=memory' }
    const file = `${dir}-${name}`
    open(file).exec('CREATE TABLE t (a)')
    expect(existsSync(file)).toBe(true)
  })
})
