import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import {
  applicationId,
  type CheckedColumns,
  checkedColumns,
  migrate,
  migrations,
  readVersion,
  sqliteSteps,
  verifySubmission,
  versionAfter,
} from '../../../rooms/ledger/sqlite.ts'
import { latestRules } from '../../../rooms/ledger.ts'
import { openDatabase } from '../../../rooms/support.ts'
import { createFolder } from '../../workspace.ts'

function createDatabase() {
  const folder = createFolder()
  const file = join(folder, 'ledger.sqlite')
  const db = openDatabase(file)
  onTestFinished(() => {
    db.close()
  })
  return { folder, file, db }
}

const current = versionAfter(migrations)
const added = 'ALTER TABLE runs ADD COLUMN remark TEXT'

describe('a migration', () => {
  it('sets up an empty file, once, without a copy', () => {
    const { folder, file, db } = createDatabase()
    expect(readVersion(db, file)).toBe(0)
    migrate(db, file, 5)
    migrate(db, file, 6)
    expect(readVersion(db, file)).toBe(current)
    expect(readdirSync(folder)).toEqual(['ledger.sqlite'])
  })

  it('of a new file leads to what all its steps lead to, one after another', () => {
    const [fresh, stepped] = [createDatabase(), createDatabase()]
    migrate(fresh.db, fresh.file, 5)
    migrate(stepped.db, stepped.file, 5, migrations.slice(0, 1))
    migrate(stepped.db, stepped.file, 6)
    const read = ({ db }: typeof fresh) => ({
      pragmas: ['application_id', 'user_version'].map((name) => db.pragma(name)),
      schema: db.prepare('SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY type, name').all(),
      records: db
        .prepare<[], string>("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")
        .pluck()
        .all()
        .map((table) => [table, db.prepare(`SELECT * FROM ${table}`).all()]),
    })
    expect(read(fresh)).toEqual(read(stepped))
  })

  it('of a new file is made whole or not at all: it is never taken for one of an older version', () => {
    const { folder, file, db } = createDatabase()
    expect(() => migrate(db, file, 5, [...migrations, `${added}; DROP TABLE nowhere`])).toThrow('nowhere')
    expect(readVersion(db, file)).toBe(0)
    migrate(db, file, 6)
    expect(readVersion(db, file)).toBe(current)
    expect(readdirSync(folder)).toEqual(['ledger.sqlite'])
  })

  it('gives each line of an older log a salt of its own, and changes nothing else of it', () => {
    const { file, db } = createDatabase()
    migrate(db, file, 5, migrations.slice(0, migrations.indexOf(sqliteSteps['07-forgetting'])))
    db.exec(`INSERT INTO attempts (operation, outcome, detail) VALUES ('create', 'a', 'b'), ('create', 'a', 'b')`)
    const read = () => db.prepare<[], object>('SELECT id, operation, outcome, detail FROM attempts').all()
    const before = read()
    migrate(db, file, 6)
    expect(read()).toEqual(before)
    const salts = db.prepare<[], string>('SELECT hex(salt) FROM attempts').pluck().all()
    expect(salts).toEqual([expect.stringMatching(/^[0-9A-F]{32}$/), expect.not.stringMatching(`^${salts[0]}$`)])
    expect(() => db.exec(`UPDATE attempts SET salt = NULL`)).toThrow('append-only')
  })

  it('of an older ledger keeps what is in it, and first a private copy as it was', () => {
    const { folder, file, db } = createDatabase()
    migrate(db, file, 5)
    db.prepare("INSERT INTO meta VALUES ('kept', 'yes')").run()
    migrate(db, file, 7, [...migrations, added])
    expect(db.prepare("SELECT value FROM meta WHERE key = 'kept'").pluck().get()).toBe('yes')
    expect(readVersion(db, file, current + 1)).toBe(current + 1)
    const copy = join(folder, `ledger.sqlite.version-${current}.7.backup`)
    expect(statSync(copy).mode & 0o777).toBe(0o600)
    const before = openDatabase(copy, { isReadonly: true })
    expect(readVersion(before, copy)).toBe(current)
    expect(before.prepare("SELECT value FROM meta WHERE key = 'kept'").pluck().get()).toBe('yes')
    before.close()
  })

  it('of a ledger of the first version keeps its rows, and takes what is new in the second', () => {
    const { file, db } = createDatabase()
    migrate(db, file, 5, migrations.slice(0, 1))
    db.exec(`INSERT INTO targets (id, address, company) VALUES (1, 'https://example.test', 'default');
             INSERT INTO runs (id, operation, done_word, target_id, file, started_at) VALUES (1, 'assess', 'scored', 1, '/t.csv', 0)`)
    const add = (seq: number, held: string) =>
      db.exec(
        `INSERT INTO rows (run_id, seq, sheet, row_number, is_hidden, cells, held) VALUES (1, ${seq}, 0, 2, 0, '[]', '${held}')`,
      )
    add(0, 'changed')
    expect(() => add(1, 'kept')).toThrow('CHECK')
    migrate(db, file, 7)
    add(1, 'kept')
    expect(db.prepare('SELECT held FROM rows ORDER BY seq').pluck().all()).toEqual(['changed', 'kept'])
    expect(db.prepare('SELECT * FROM pragma_foreign_key_check').all()).toEqual([])
  })

  it('makes rules of what was kept of them elsewhere: four eyes, and periods for every company', () => {
    const { file, db } = createDatabase()
    migrate(db, file, 5, migrations.slice(0, migrations.indexOf(sqliteSteps['11-rules'])))
    db.exec(`INSERT INTO targets (id, address, company, second_pair_at) VALUES (1, 'x', 'y', 1000), (2, 'x', 'z', NULL);
      INSERT INTO meta VALUES ('retention', '{"trips":"P7Y"}')`)
    migrate(db, file, 6)
    const kept = db.prepare('SELECT target_id, name, value, since FROM rules ORDER BY target_id, name').all()
    const trips = { name: 'retention', value: '{"trips":"P7Y"}', since: 0 }
    expect(kept).toEqual([
      { target_id: 1, name: 'fourEyes', value: 'true', since: 1000 },
      { target_id: 1, ...trips },
      { target_id: 2, ...trips },
    ])
    expect(() => db.exec(`UPDATE rules SET value = 'false'`)).toThrow('append-only')
    expect(() => db.exec('DELETE FROM rules')).toThrow('append-only')
    // One person in SQL: what waits loosens nothing before its guarded move.
    db.exec(`INSERT INTO runs (id, operation, done_word, target_id, file, started_at) VALUES (9, 'rule', '', 1, '', 0);
      INSERT INTO rules (target_id, name, value, since, run_id) VALUES (1, 'fourEyes', 'false', 0, 9);
      UPDATE runs SET released_at = 1, released_by = 'x' WHERE id = 9`)
    for (const move of [`waits_for = NULL`, `waits_for = 'workers'`])
      expect(() => db.exec(`UPDATE runs SET ${move} WHERE id = 9`)).toThrow('by another person')
    const counting = db.prepare(`SELECT value FROM ${latestRules} WHERE target_id = 1 AND name = 'fourEyes'`)
    expect(counting.pluck().all()).toEqual(['true'])
  })

  it('that fails leaves the version before it', () => {
    const { file, db } = createDatabase()
    migrate(db, file, 5)
    expect(() => migrate(db, file, 7, [...migrations, `${added}; DROP TABLE nowhere`])).toThrow('nowhere')
    expect(readVersion(db, file)).toBe(current)
    expect(db.prepare("SELECT 1 FROM pragma_table_info('runs') WHERE name = 'remark'").get()).toBeUndefined()
  })
})

describe('the migration that brings checksums', () => {
  it('writes those of what is there', () => {
    const { file, db } = createDatabase()
    migrate(db, file, 5, migrations.slice(0, 1))
    db.exec(`INSERT INTO targets (id, address, company) VALUES (1, 'x', 'y');
      INSERT INTO submissions (id, operation, target_id, request_hash, ordinal, generation, request, subject, state, identifier, sent_at)
      VALUES (7, 'assess', 1, x'0a', 0, 0, '{"a":"ü"}', 'E1', 'done', 'R-1', 1772323200000), (9, 'assess', 1, x'0b', 0, 0, '{}', NULL, 'ready', NULL, NULL)`)
    migrate(db, file, 6)
    const found = db
      .prepare<[], CheckedColumns & { id: number }>(`SELECT id, ${checkedColumns()} FROM submissions`)
      .all()
    expect(found.map((record) => verifySubmission(db, record).id)).toEqual([7, 9])
  })
})

describe('the migration to a checksum of each part', () => {
  const before = migrations.slice(0, migrations.indexOf(sqliteSteps['12-sums-of-parts']))
  const isDamaged = /does not match its checksum/

  /** As the version before wrote them: two submissions, with the sums that it gave them. */
  function createBefore() {
    const { file, db } = createDatabase()
    migrate(db, file, 5, before)
    db.exec(`INSERT INTO targets (id, address, company) VALUES (1, 'x', 'y');
      INSERT INTO submissions (id, operation, target_id, request_hash, ordinal, generation, doubted, request, subject, state, identifier, report_url,
          result, sent_at, accepted_at, done_at, content_sum, outcome_sum)
      VALUES (1, 'assess', 1, x'0a', 2, 1, 1, '{"a":"ü"}', 'E1', 'done', 'R-1', 'https://r.test/1', '{"s":1}',
          1772323200000, 1772323201000, 1772323202000, 2413919655, 1380646126488563),
        (2, 'assess', 1, x'0b', 0, 0, 0, '{}', NULL, 'ready', NULL, NULL, NULL, NULL, NULL, NULL, 4147759017, 65417)`)
    const read = () =>
      db.prepare<[], CheckedColumns & { id: number }>(`SELECT id, ${checkedColumns()} FROM submissions`).all()
    return { file, db, read }
  }

  it('gives sums to what matches the old ones', () => {
    const { file, db, read } = createBefore()
    migrate(db, file, 6)
    expect(read().map((record) => verifySubmission(db, record).id)).toEqual([1, 2])
  })

  it.each([`result = '{"s":2}'`, `request = '{"a":"u"}'`, `subject = 'E2'`, 'sent_at = sent_at + 1', 'doubted = 0'])(
    'leaves damaged what was damaged before: %s',
    (damage) => {
      const { file, db, read } = createBefore()
      db.exec(`UPDATE submissions SET ${damage} WHERE id = 1`)
      migrate(db, file, 6)
      const [first, second] = read()
      expect(() => verifySubmission(db, first as CheckedColumns)).toThrow(isDamaged)
      expect(verifySubmission(db, second as CheckedColumns)).toEqual({ id: 2 })
    },
  )
})

describe('refused, in words for the user, is', () => {
  it('a ledger of a newer version', () => {
    const { file, db } = createDatabase()
    migrate(db, file, 5, [...migrations, added])
    expect(() => migrate(db, file, 6)).toThrow(
      expect.objectContaining({
        code: 'ledger',
        message: `the ledger ${file} has version ${current + 1}; this program knows up to ${current}`,
        hint: 'Use the newer program that wrote it, or name another ledger with ‹ledger›. If there is none, the file is damaged.',
      }),
    )
  })

  it.each([7 | (1 << 28), 7 | (1 << 31)])('a ledger whose version %i no program has', (version) => {
    const { file, db } = createDatabase()
    migrate(db, file, 5)
    db.pragma(`user_version = ${version}`)
    const message = `the ledger ${file} is damaged: its version is ${version}`
    expect(() => migrate(db, file, 6)).toThrow(expect.objectContaining({ code: 'ledger', message }))
  })

  it('a ledger from before the first release, which is left as it is', () => {
    const { file, db } = createDatabase()
    db.exec(
      `PRAGMA application_id = ${applicationId}; PRAGMA user_version = 1; CREATE TABLE meta (key TEXT PRIMARY KEY)`,
    )
    expect(() => migrate(db, file, 5)).toThrow(
      expect.objectContaining({
        code: 'ledger',
        message: `the ledger ${file} was written by a version from before the first release, in a format that this one does not read; it stays unchanged`,
        hint: expect.stringContaining('use its last output as the input'),
      }),
    )
    expect([db.pragma('user_version'), db.prepare('SELECT name FROM sqlite_schema').pluck().get()]).toEqual([1, 'meta'])
  })

  it.each([0, 1, 99])("something else's database of version %i", (version) => {
    const { file, db } = createDatabase()
    db.exec(`CREATE TABLE customers (name TEXT); PRAGMA user_version = ${version}`)
    expect(() => migrate(db, file, 5)).toThrow(
      expect.objectContaining({
        code: 'ledger',
        message: `${file} is a database of another program, not a ledger, or is damaged`,
      }),
    )
    expect(db.prepare('SELECT name FROM sqlite_schema').pluck().all()).toEqual(['customers'])
  })
})
