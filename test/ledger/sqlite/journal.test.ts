import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { Journal, keepBallast } from '../../rooms/ledger/sqlite.ts'
import { BatchError, type Database, openDatabase } from '../../rooms/support.ts'
import { createFolder } from '../workspace.ts'

interface Bench {
  journal: Journal
  /** Whether the file is no longer in its place. */
  isMoved: boolean
  marks: string[]
  db: Database
  spilled: unknown[]
  freed: string[]
  file: string
  add(text: string): () => number
  texts(): string[]
}

function createBench(freeSpace: (db: Database) => boolean = () => false): Bench {
  const file = join(createFolder(), 'journal.sqlite')
  const db = openDatabase(file)
  onTestFinished(() => {
    db.close()
  })
  db.pragma('journal_mode = WAL')
  db.exec("CREATE TABLE notes (id INTEGER PRIMARY KEY, text TEXT NOT NULL CHECK (text <> 'forbidden')) STRICT")
  const insert = db.prepare('INSERT INTO notes (text) VALUES (?)')
  const select = db.prepare<[], string>('SELECT text FROM notes ORDER BY id').pluck()
  const spilled: unknown[] = []
  const freed: string[] = []
  const ports = {
    freeSpace() {
      freed.push('asked')
      return freeSpace(db)
    },
    onSpill: (record: unknown) => spilled.push(record),
    requireSameFile() {
      if (bench.isMoved) throw new BatchError('surroundings', 'moved')
    },
    commitCounter: { increment: () => void bench.marks.push('counted'), persist: () => void bench.marks.push('noted') },
  }
  const bench: Bench = {
    journal: new Journal(db, ports),
    isMoved: false,
    marks: [],
    db,
    spilled,
    freed,
    file,
    add: (text) => () => Number(insert.run(text).lastInsertRowid),
    texts: () => select.all(),
  }
  return bench
}

/** What another process sees changes once for each commit. */
function countCommits(file: string): () => number {
  const other = openDatabase(file, { isReadonly: true })
  onTestFinished(() => {
    other.close()
  })
  const version = () => Number(other.pragma('data_version'))
  const first = version()
  return () => version() - first
}

/** Leaves no free page, so that the next growth finds the disk full. */
function fillDisk(db: Database): void {
  db.pragma(`max_page_count = ${Number(db.pragma('page_count'))}`)
}

const large = 'x'.repeat(20_000)

describe('group commit', () => {
  it.each([
    ['outcomes alone, for a while', ['outcome'], 40, 0],
    ['outcomes alone, in the end', ['outcome'], 80, 1],
    ['an intent, hardly', ['begin'], 20, 1],
    ['an intent that comes to outcomes, hardly', ['outcome', 'begin'], 20, 1],
  ])('waits for more: %s', async (_, kinds, turns, commits) => {
    const { journal, add, file } = createBench()
    const count = countCommits(file)
    const pending = kinds.map((kind) =>
      kind === 'begin' ? journal.commitIntent(add(kind)) : journal.commit(add(kind)),
    )
    for (let turn = 0; turn < turns; turn += 1) await new Promise((resolve) => setImmediate(resolve))
    expect(count()).toBe(commits)
    await Promise.all(pending)
    expect(count()).toBe(1)
  })

  it('puts everything that came in one turn of the event loop into one transaction', async () => {
    const { journal, add, db, file, texts } = createBench()
    const statements: string[] = []
    const exec = db.exec.bind(db)
    db.exec = (sql) => {
      statements.push(sql)
      return exec(sql)
    }
    const commits = countCommits(file)
    const group = Array.from({ length: 50 }, (_, index) => journal.commit(add(`note ${index}`)))
    const late = Promise.resolve().then(() => journal.commit(add('from a microtask')))
    await Promise.all([...group, late])
    expect(statements).toEqual(['BEGIN IMMEDIATE', 'COMMIT'])
    expect(commits()).toBe(1)
    expect(texts()).toHaveLength(51)
  })

  it('begins another transaction for what comes after', async () => {
    const { journal, add, file } = createBench()
    const commits = countCommits(file)
    await journal.commit(add('first'))
    const afterFirst = commits()
    await journal.commit(add('second'))
    expect(commits()).toBeGreaterThan(afterFirst)
  })

  it('resolves, with what the work returned, only when another process could read it', async () => {
    const { journal, add, file } = createBench()
    const other = openDatabase(file, { isReadonly: true })
    onTestFinished(() => {
      other.close()
    })
    const count = other.prepare<[], number>('SELECT COUNT(*) FROM notes').pluck()
    let seen: number | undefined
    const committed = journal.commit(add('one')).then((id) => {
      seen = count.get()
      return id
    })
    await Promise.resolve()
    expect([seen, count.get()]).toEqual([undefined, 0])
    expect(await committed).toBe(1)
    expect(seen).toBe(1)
  })

  it('commits at once when it is flushed', async () => {
    const { journal, add, texts } = createBench()
    void journal.commit(add('now'))
    await journal.flush()
    await journal.flush()
    expect(texts()).toEqual(['now'])
  })

  it('lets the one that fails fail alone', async () => {
    const { journal, add, texts, spilled } = createBench()
    const refused = new BatchError('defect', 'not in this state')
    const results = await Promise.allSettled([
      journal.commit(add('before')),
      journal.commit(() => {
        add('half done')()
        throw refused
      }),
      journal.commit(add('after')),
    ])
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    expect(results[1]).toMatchObject({ reason: refused })
    expect(texts()).toEqual(['before', 'after'])
    expect(spilled).toEqual([])
  })

  it('spills what must not be lost even when a guard refused it', async () => {
    const { journal, spilled } = createBench()
    const work = () => {
      throw new BatchError('defect', 'not in this state')
    }
    await expect(journal.commit(work, () => ({ identifier: 'R-1' }))).rejects.toThrow('not in this state')
    expect(spilled).toEqual([{ identifier: 'R-1' }])
  })

  it.each([
    ['a rule of the schema', (bench: Bench) => bench.add('forbidden')],
    [
      'our own mistake',
      () => () => {
        throw new TypeError('x is undefined')
      },
    ],
  ])('calls %s a defect, not a matter of the disk', async (_title, work) => {
    const bench = createBench()
    await expect(bench.journal.commit<unknown>(work(bench))).rejects.toMatchObject({ code: 'defect' })
    expect(bench.freed).toEqual([])
  })
})

describe('a file that is no longer in its place', () => {
  it('begins nothing more, and still takes outcomes', async () => {
    const bench = createBench()
    bench.isMoved = true
    const intent = bench.journal.commitIntent(bench.add('intent'))
    const outcome = bench.journal.commit(bench.add('outcome'))
    await expect(intent).rejects.toThrow('moved')
    await outcome
    bench.isMoved = false
    await expect(bench.journal.commitIntent(bench.add('intent'))).rejects.toThrow('moved')
    expect(bench.texts()).toEqual(['outcome'])
  })
})

describe('the mark', () => {
  it('is counted within the transaction and noted after it', async () => {
    const { journal, add, db, marks } = createBench()
    const exec = db.exec.bind(db)
    db.exec = (sql) => {
      marks.push(sql)
      return exec(sql)
    }
    await journal.commit(add('one'))
    expect(marks).toEqual(['BEGIN IMMEDIATE', 'counted', 'COMMIT', 'noted'])
  })
})

describe('a full disk', () => {
  it('frees the ballast and tries once more: nothing is lost', async () => {
    const folder = createFolder()
    const ballast = keepBallast(join(folder, 'ballast'), 1)
    const bench = createBench((db) => {
      db.pragma('max_page_count = 1000000')
      return ballast.free()
    })
    fillDisk(bench.db)
    await Promise.all([bench.journal.commit(bench.add(large)), bench.journal.commit(bench.add('small'))])
    expect(bench.texts()).toEqual([large, 'small'])
    expect(existsSync(join(folder, 'ballast'))).toBe(false)
    expect([bench.freed.length, bench.spilled]).toEqual([1, []])
  })

  it('with no ballast left, stores what still fits and spills exactly the rest that must not be lost', async () => {
    const { journal, add, db, texts, spilled } = createBench()
    fillDisk(db)
    const results = await Promise.allSettled([
      journal.commit(add(large), () => ({ identifier: 'R-1' })),
      journal.commit(add('small'), () => ({ identifier: 'R-2' })),
      journal.commit(add(`${large} can be asked again`)),
    ])
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'rejected'])
    expect(results[0]).toMatchObject({
      reason: { code: 'surroundings', message: 'the ledger could not be written: the disk is full' },
    })
    expect(texts()).toEqual(['small'])
    expect(spilled).toEqual([{ identifier: 'R-1' }])
  })

  it('ends all beginnings, at once and for good, and the ballast is for the outcomes of what is on its way', async () => {
    const bench = createBench((db) => {
      db.pragma('max_page_count = 1000000')
      return true
    })
    const { journal, add, db } = bench
    fillDisk(db)
    const results = await Promise.allSettled([
      journal.commitIntent(add('intent')),
      journal.commit(add(large)),
      journal.commitIntent(add('another intent')),
    ])
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'rejected'])
    await expect(journal.commitIntent(add('later intent'))).rejects.toThrow('the disk is full')
    await journal.commit(add('outcome'))
    expect([bench.texts(), bench.freed.length, bench.spilled]).toEqual([[large, 'outcome'], 1, []])
  })

  it('found only at the commit itself is handled the same', async () => {
    const bench = createBench()
    const { journal, add, db, texts, spilled } = bench
    const exec = db.exec.bind(db)
    db.exec = (sql) => {
      if (sql === 'COMMIT') throw Object.assign(new Error('disk I/O error'), { code: 'SQLITE_IOERR_FSYNC' })
      return exec(sql)
    }
    await expect(journal.commit(add('one'), () => ({ identifier: 'R-1' }))).rejects.toMatchObject({
      code: 'surroundings',
    })
    expect([texts(), spilled, db.inTransaction]).toEqual([[], [{ identifier: 'R-1' }], false])
  })

  it('after the ledger was closed spills as well', async () => {
    const { journal, add, db, spilled } = createBench()
    const work = add('late')
    db.close()
    await expect(journal.commit(work, () => ({ identifier: 'R-1' }))).rejects.toBeInstanceOf(BatchError)
    expect(spilled).toEqual([{ identifier: 'R-1' }])
  })
})
