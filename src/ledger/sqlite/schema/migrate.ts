import { closeSync, openSync } from 'node:fs'
import { find } from '../../../messages/catalogue.ts'
import { BatchError } from '../../../support/errors.ts'
import { type Database, usingDatabase } from '../../../support/sqlite.ts'
import { damaged } from '../../storage-failure.ts'
import { movedToKey, requireNotMoved } from '../../store/copy-tables.ts'
import { fillChecksums } from './record-checks.ts'
import { sqliteSteps } from './steps.sql.ts'

/** `RWAB` in ASCII. */
export const applicationId = 0x52574142

/** The first migration leads to it. Versions 1 and 2 were formats of builds from before it; they are not read. */
const firstVersion = 3

/** More than there will ever be. */
const mostVersions = 9_999

/** The files of this folder: numbered and append-only, never edited once released. */
export const migrations: readonly string[] = Object.values(sqliteSteps)

/** What a step needs of JavaScript, after its SQL. */
const fills = new Map<string, (db: Database) => void>([[sqliteSteps['12-sums-of-parts'], fillChecksums]])

export function versionAfter(steps: typeof migrations): number {
  return firstVersion + steps.length - 1
}

/**
 * The version of a ledger, 0 for an empty one. Changes nothing.
 * @throws BatchError `ledger` for a newer version, one of before the first release, or another program's database.
 */
export function readVersion(db: Database, file: string, latest: number = versionAfter(migrations)): number {
  const version = Number(db.pragma('user_version'))
  const isEmpty = db.prepare('SELECT 1 FROM sqlite_schema LIMIT 1').get() === undefined
  if (isEmpty && version === 0) return 0
  if (db.pragma('application_id') !== applicationId) {
    throw new BatchError('ledger', find('ledger-other-database', { file }))
  }
  if (version < 0 || version > mostVersions) throw damaged(file, `its version is ${version}`)
  if (version > latest) throw new BatchError('ledger', find('ledger-newer', { name: file, version, latest }))
  if (version < firstVersion) throw new BatchError('ledger', find('ledger-before-release', { file }))
  requireNotMoved(file, db.prepare<[string], string>('SELECT value FROM meta WHERE key = ?').pluck().get(movedToKey))
  return version
}

/**
 * Migrates the ledger to this program's version. A new one in one transaction: a half-made one would count as one of an
 * older version. An existing one in one transaction a step, after a copy beside it.
 */
export function migrate(db: Database, file: string, now: number, steps: typeof migrations = migrations): void {
  const latest = versionAfter(steps)
  const version = readVersion(db, file, latest)
  if (version === 0) {
    db.transaction(() => db.exec(schemaAfter(steps)))()
    return
  }
  if (version < latest) copyPrivately(db, `${file}.version-${version}.${now}.backup`)
  runSteps(db, version, steps)
}

function runSteps(db: Database, version: number, steps: typeof migrations): void {
  for (const [index, step] of steps.entries()) {
    const leadsTo = firstVersion + index
    if (leadsTo <= version) continue
    db.transaction(() => {
      db.exec(step)
      fills.get(step)?.(db)
      db.pragma(`user_version = ${leadsTo}`)
    })()
  }
}

/** Made once for each list of migrations: to run them takes four times as long. */
const schemas = new WeakMap<typeof migrations, string>()

/** The schema of an empty database after these steps, as one text. */
function schemaAfter(steps: typeof migrations): string {
  const known = schemas.get(steps)
  if (known !== undefined) return known
  const readSchema = (db: Database): string => {
    runSteps(db, 0, steps)
    const select = db.prepare<[], string>('SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY rowid').pluck()
    const pragmas = ['application_id', 'user_version'].map((name) => `PRAGMA ${name} = ${db.pragma(name)}`)
    return [...pragmas, ...select.all()].join(';\n')
  }
  const text = usingDatabase(':memory:', readSchema, {})
  schemas.set(steps, text)
  return text
}

/** SQLite would give a new file the rights of the umask; it also copies into an empty one. */
export function copyPrivately(db: Database, copy: string): void {
  closeSync(openSync(copy, 'wx', 0o600))
  db.prepare('VACUUM INTO ?').run(copy)
}
