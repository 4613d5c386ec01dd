import { spawnSync } from 'node:child_process'
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import {
  applicationId,
  migrate,
  migrations,
  openLedger,
  openLedgerForReading,
  versionAfter,
} from '../../rooms/ledger/sqlite.ts'
import { ledgerAt } from '../../rooms/ledger.ts'
import { Database, openDatabase } from '../../rooms/support.ts'
import { builtModule } from '../../support/built.ts'
import {
  attempt,
  claimOne,
  createFolder,
  createWorkspace,
  lastRun,
  load,
  sendAll,
  settlementTo,
  startOfTest,
  statesOf,
  stillClock,
  submissionsOf,
  trip,
} from '../workspace.ts'

function open(file: string, ballastMegabytes = 0) {
  return openLedger({ file, clock: stillClock, onSpill() {}, ballastMegabytes })
}

/** What another process may do with a file: take the lock, and read the ledger. */
const asOther = `
  const { openDatabase } = await import(process.argv[1])
  const lock = openDatabase(process.argv[2] + '.lock', { busyTimeoutMs: 0 })
  let isFree = true
  try { lock.exec('BEGIN EXCLUSIVE') } catch { isFree = false }
  const db = openDatabase(process.argv[2], { isReadonly: true })
  const runs = db.prepare('SELECT COUNT(*) FROM runs').pluck().get()
  process.stdout.write(JSON.stringify({ isFree, runs }))
`

function lookFromOtherProcess(file: string): unknown {
  return JSON.parse(
    spawnSync(process.execPath, ['--input-type=module', '--eval', asOther, builtModule('support/sqlite'), file], {
      encoding: 'utf8',
    }).stdout,
  )
}

describe('an open ledger', () => {
  it('survives a power cut: WAL with every commit synchronised, read back', () => {
    const pragmas: string[] = []
    const original = Database.prototype.pragma
    Database.prototype.pragma = function (this: Database, source: string) {
      const value: unknown = original.call(this, source)
      pragmas.push(`${source}: ${JSON.stringify(value)}`)
      return value
    }
    try {
      const file = join(createFolder(), 'ledger.sqlite')
      open(file).close()
      expect(pragmas.indexOf('journal_mode = WAL: "wal"')).toBeGreaterThanOrEqual(0)
      expect(pragmas.indexOf('synchronous: 2')).toBeGreaterThan(pragmas.indexOf('journal_mode = WAL: "wal"'))
    } finally {
      Database.prototype.pragma = original
    }
  })

  it('is refused where its settings do not hold', () => {
    const original = Database.prototype.pragma
    Database.prototype.pragma = function (this: Database, source: string) {
      return source === 'synchronous' ? 1 : original.call(this, source)
    }
    try {
      const file = join(createFolder(), 'ledger.sqlite')
      expect(() => open(file)).toThrow(
        expect.objectContaining({ code: 'ledger', message: expect.stringContaining('cannot be kept safely here') }),
      )
    } finally {
      Database.prototype.pragma = original
    }
  })

  it('keeps all its files from other users, in folders it makes if need be', async () => {
    const folder = join(createFolder(), 'new', 'folder')
    const ledger = open(join(folder, 'ledger.sqlite'), 1)
    await sendAll(ledger, await load(ledger, [trip('E1 March Spain')]))
    const names = readdirSync(folder).toSorted()
    expect(names).toEqual(['', '-shm', '-wal', '.ballast', '.lock', '.mark'].map((end) => `ledger.sqlite${end}`))
    expect(names.map((name) => statSync(join(folder, name)).mode & 0o777)).toEqual(names.map(() => 0o600))
    expect(statSync(folder).mode & 0o777).toBe(0o700)
    await ledger.close()
  })

  it('keeps what was written for the next process, and can be closed twice', async () => {
    const workspace = createWorkspace()
    const ledger = workspace.open()
    const run = await load(ledger, [trip('E1 March Spain')])
    const [id] = await submissionsOf(ledger, run)
    void ledger.submissions.claim(id ?? 0, lastRun(ledger), startOfTest)
    await ledger.close()
    await ledger.close()
    expect(workspace.open().recovered).toBe(1)
  })

  it('is refused to a second writer, here and elsewhere, with its holder named, but not to readers', async () => {
    const workspace = createWorkspace()
    const ledger = workspace.open()
    await load(ledger, [trip('E1 March Spain')])
    expect(() => open(workspace.file)).toThrow(
      expect.objectContaining({
        code: 'ledger',
        message: `the ledger ${workspace.file} is in use by process ${process.pid} on ${hostname()} since 2026-03-01T00:00:00.000Z`,
      }),
    )
    expect(lookFromOtherProcess(workspace.file)).toEqual({ isFree: false, runs: 1 })
    const reader = openLedgerForReading(workspace.file)
    expect(reader.prepare('SELECT COUNT(*) FROM runs').pluck().get()).toBe(1)
    expect(() => reader.exec('DELETE FROM runs')).toThrow('readonly')
    reader.close()
    expect(lookFromOtherProcess(workspace.file)).toEqual({ isFree: false, runs: 1 })
    await ledger.close()
    expect(lookFromOtherProcess(workspace.file)).toEqual({ isFree: true, runs: 1 })
  })

  it('gives up its ballast when the disk is full, keeps the outcome, and has the ballast back at the next start', async () => {
    const file = join(createFolder(), 'ledger.sqlite')
    const ledger = open(file, 1)
    const run = await load(ledger, [trip('E1 March Spain')])
    const [submission] = await submissionsOf(ledger, run)
    const claim = await claimOne(ledger, submission ?? 0)
    const original = Database.prototype.exec
    Database.prototype.exec = function (this: Database, sql: string) {
      if (sql === 'COMMIT' && existsSync(`${file}.ballast`)) {
        throw Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' })
      }
      return original.call(this, sql)
    }
    try {
      await ledger.submissions.settle(claim, settlementTo('rejected', claim.id), attempt)
    } finally {
      Database.prototype.exec = original
    }
    expect([await statesOf(ledger, run), existsSync(`${file}.ballast`)]).toEqual([['rejected'], false])
    await ledger.close()
    open(file, 1).close()
    expect(existsSync(`${file}.ballast`)).toBe(true)
  })

  it('does not stay locked after an opening that failed', () => {
    const folder = createFolder()
    const file = join(folder, 'ledger.sqlite')
    writeFileSync(file, 'no database '.repeat(99))
    expect(() => open(file, 1)).toThrow('is damaged')
    rmSync(file)
    open(file).close()
  })
})

describe('a file that cannot be the ledger', () => {
  it('is not called a damaged ledger by a reader either, when it is another kind of file', async () => {
    const file = join(createFolder(), 'trips.csv')
    writeFileSync(file, 'employeeId;startDate\n')
    const refusal = { code: 'ledger', message: expect.stringContaining('is damaged, or not a ledger at all') }
    await expect(ledgerAt(file, {}).status({})).rejects.toMatchObject(refusal)
  })

  it.each<[string, (file: string) => void, object]>([
    [
      'no database',
      (file) => writeFileSync(file, 'employeeId;startDate\n'.repeat(99)),
      { code: 'ledger', message: expect.stringContaining('is damaged, or not a ledger at all') },
    ],
    [
      "something else's database",
      (file) => {
        const db = openDatabase(file)
        db.exec('CREATE TABLE customers (name TEXT); PRAGMA user_version = 1')
        db.close()
      },
      { code: 'ledger', message: expect.stringContaining('is a database of another program') },
    ],
    [
      'of a newer version',
      (file) => {
        const db = openDatabase(file)
        db.exec('CREATE TABLE meta (key TEXT)')
        db.exec(`PRAGMA application_id = ${applicationId}; PRAGMA user_version = ${versionAfter(migrations) + 1}`)
        db.close()
      },
      { code: 'ledger', message: expect.stringContaining(`knows up to ${versionAfter(migrations)}`) },
    ],
  ])('being %s is refused and left as it is', (_title, prepare, refusal) => {
    const file = join(createFolder(), 'ledger.sqlite')
    prepare(file)
    const before = readFileSync(file)
    for (const attempt of [() => open(file), () => openLedgerForReading(file)]) {
      expect(attempt).toThrow(expect.objectContaining({ ...refusal, hint: expect.stringMatching(/\S/) }))
    }
    expect(readFileSync(file)).toEqual(before)
  })

  it('being damaged inside is refused', () => {
    const file = join(createFolder(), 'ledger.sqlite')
    open(file).close()
    const handle = openSync(file, 'r+')
    writeSync(handle, Buffer.alloc(statSync(file).size - 100, 0xff), 0, undefined, 100)
    closeSync(handle)
    expect(() => open(file)).toThrow(
      expect.objectContaining({ code: 'ledger', message: expect.stringMatching(/damaged/) }),
    )
  })

  it('because something is in the way, says so without the words of a library', () => {
    const folder = createFolder()
    writeFileSync(join(folder, 'file'), '')
    mkdirSync(join(folder, 'directory'))
    for (const place of ['file/ledger.sqlite', 'directory']) {
      const file = join(folder, place)
      expect(() => open(file)).toThrow(
        expect.objectContaining({
          code: 'surroundings',
          message: `the ledger ${file} cannot be opened: no file can be kept at that place`,
        }),
      )
    }
  })
})

describe('reading a ledger', () => {
  it.each<[string, (file: string) => void]>([
    ['is not there', () => {}],
    ['is empty', (file) => writeFileSync(file, '')],
  ])('that %s says that nothing has run', (_title, prepare) => {
    const file = join(createFolder(), 'ledger.sqlite')
    prepare(file)
    expect(() => openLedgerForReading(file)).toThrow(
      expect.objectContaining({ code: 'ledger', message: `there is no ledger at ${file}` }),
    )
  })

  it('of an earlier version is left to a run, which updates it', () => {
    const file = join(createFolder(), 'ledger.sqlite')
    const db = openDatabase(file)
    migrate(db, file, 5, migrations.slice(0, -1))
    db.close()
    const before = readFileSync(file)
    expect(() => openLedgerForReading(file)).toThrow(
      expect.objectContaining({
        code: 'ledger',
        message: `the ledger ${file} was written by an older version of this program`,
      }),
    )
    expect(readFileSync(file)).toEqual(before)
    open(file).close()
    openLedgerForReading(file).close()
  })
})
