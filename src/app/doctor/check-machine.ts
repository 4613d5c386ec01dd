import { accessSync, constants, existsSync, statfsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { isDatabaseAddress } from '../../ledger/database-address.ts'
import type { LedgerOverview } from '../../ledger/port/reports.ts'
import { find } from '../../messages/catalogue.ts'
import { testedNodes } from '../../pipeline/version.ts'
import { BatchError } from '../../support/errors.ts'
import { usingDatabase } from '../../support/sqlite.ts'
import { describeTargetRules } from '../ledger/company-rules.ts'
import { findStore, type LedgerLocation } from '../ledger/ledger-access.ts'
import { openRegister, requireNotRolledBack } from '../ledger/rollback-check.ts'
import { requireSameLedger } from '../ledger/same-ledger.ts'
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

export interface LedgerFacts {
  result: CheckResult
  /** When its latest run began; undefined when it has none. */
  lastRunAt?: number | undefined
  /** Size of a database. */
  databaseBytes?: number
}

/**
 * Reads the ledger as a run would: register, version, seal, damage. It is neither made nor migrated.
 * @throws BatchError for a ledger that no run may use.
 */
export async function checkLedger(
  location: LedgerLocation,
  target: { address: string; company: string } | undefined,
): Promise<LedgerFacts> {
  if (target !== undefined) await requireSameLedger(location, target, { newLedger: false, ephemeralLedger: false })
  const store = findStore(location)
  await store.requireUsable()
  if (!(await store.exists())) return { result: ok(`none yet; the first run makes ${store.name}`) }
  try {
    const { surroundings } = location
    const folders = [surroundings.folder, join(surroundings.folder, 'output')]
    await requireNotRolledBack(store, openRegister(surroundings), folders)
    const overview = await store.overview()
    const [latest] = (await store.status({})).runs
    const size = isDatabaseAddress(location.ledger) ? { databaseBytes: overview.bytes } : {}
    return { result: ok(describeLedger(store.name, overview)), lastRunAt: latest?.startedAt, ...size }
  } catch (error) {
    if (!(error instanceof BatchError) || error.said?.code !== 'ledger-older') throw error
    return { result: { state: 'warning', error: new BatchError('ledger', find('ledger-older', { name: store.name })) } }
  }
}

function describeLedger(name: string, { version, states, holders, rules }: LedgerOverview): string {
  const count = Object.values(states).reduce((sum, each) => sum + each, 0)
  const users = holders.length === 0 ? '' : `, in use by ${holders.map((holder) => holder.name).join(', ')}`
  return `${name}: schema version ${version}, ${count.toLocaleString('en')} requests${users}${describeTargetRules(rules)
    .map((line) => `. ${line}`)
    .join('')}`
}
