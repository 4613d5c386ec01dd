import { accessSync, constants, existsSync, statfsSync } from 'node:fs'
import { dirname } from 'node:path'
import { find } from '../../messages/catalogue.ts'
import { testedNodes } from '../../pipeline/version.ts'
import { BatchError } from '../../support/errors.ts'
import { usingDatabase } from '../../support/sqlite.ts'
import { type CheckResult, failedCheck, ok, skipped } from './diagnosis.ts'

/** A ledger with its ballast, log and a small run. */
const leastMegabytes = 32

export function checkNode(version: string): CheckResult {
  if (isTested(version, testedNodes)) return ok(version)
  const error = new BatchError('surroundings', find('node-untested', { version, tested: testedNodes }))
  return { state: 'warning', error }
}

/** `tested`: caret ranges, as package.json has them; none for an unknown list. Pure. */
export function isTested(version: string, tested: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const ranges = [...tested.matchAll(/\^(\d+)\.(\d+)/g)].map((range) => range.slice(1).map(Number))
  return ranges.length === 0 || ranges.some(([wanted, least = 0]) => wanted === major && minor >= least)
}

export function checkSqlite(): CheckResult {
  const select = 'SELECT sqlite_version()'
  return ok(String(usingDatabase(':memory:', (db) => db.prepare(select).pluck().get(), {})))
}

/** Rights and space where the ledger's file is, or would be made. */
export function checkDisk(file: string): CheckResult {
  const folder = findExisting(dirname(file))
  try {
    accessSync(folder, constants.W_OK | constants.X_OK)
  } catch {
    return failedCheck('surroundings', find('folder-closed', { folder, name: file }))
  }
  const { bavail, bsize } = statfsSync(folder)
  const freeMegabytes = Math.floor((bavail * bsize) / 1_000_000)
  if (freeMegabytes < leastMegabytes) {
    return failedCheck('surroundings', find('disk-short', { folder, freeMegabytes, leastMegabytes }))
  }
  return ok(`${freeMegabytes.toLocaleString('en')} MB free in ${folder}`)
}

/** SQL shows the size of a database, not the free space of its server. Pure. */
export function checkDatabaseDisk(bytes: number | undefined): CheckResult {
  if (bytes === undefined) return skipped('the ledger is no file here')
  const megabytes = Math.ceil(bytes / 1_000_000).toLocaleString('en')
  return skipped(`the database has ${megabytes} MB; the free space of its server cannot be seen from here`)
}

function findExisting(folder: string): string {
  return existsSync(folder) || dirname(folder) === folder ? folder : findExisting(dirname(folder))
}
