import { X509Certificate } from 'node:crypto'
import { accessSync, constants, existsSync, readFileSync, statfsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type Environment, isTestAddress, requireCheckedCertificates } from '../../client/base-url.ts'
import { type Probe, probeService } from '../../client/probe.ts'
import { findProxy } from '../../client/transport.ts'
import { isDatabaseAddress } from '../../ledger/database-address.ts'
import type { LedgerOverview } from '../../ledger/port/reports.ts'
import { find } from '../../messages/catalogue.ts'
import { describeTime } from '../../messages/waits.ts'
import { testedNodes } from '../../pipeline/version.ts'
import type { Clock } from '../../support/clock.ts'
import { BatchError, codeOf, type ErrorCode } from '../../support/errors.ts'
import { usingDatabase } from '../../support/sqlite.ts'
import { explainFailure } from '../explain-failure.ts'
import { describeTargetRules } from '../ledger/company-rules.ts'
import { findStore, type LedgerLocation } from '../ledger/ledger-access.ts'
import { openRegister, requireNotRolledBack } from '../ledger/rollback-check.ts'
import { requireSameLedger } from '../ledger/same-ledger.ts'

/** `warning`: nothing is in the way of a run. `unreachable`: the same later may work. `skipped`: it cannot be told. */
export type CheckResult =
  | { state: 'ok' | 'skipped'; text: string }
  | { state: 'warning' | 'failed' | 'unreachable'; error: BatchError }

export type Diagnosis = CheckResult & { check: string }

export const ok = (text: string): CheckResult => ({ state: 'ok', text })
export const skipped = (text: string): CheckResult => ({ state: 'skipped', text })

export function failedCheck(code: ErrorCode, said: ConstructorParameters<typeof BatchError>[1]): CheckResult {
  return { state: 'failed', error: new BatchError(code, said) }
}

/** What was found, or why a run would end with an error. @throws defects */
export async function examine<Found>(
  find: () => Found | Promise<Found>,
): Promise<{ found: Found; fault?: never } | { found?: never; fault: CheckResult }> {
  try {
    return { found: await find() }
  } catch (error) {
    const explained = explainFailure(error)
    if (explained instanceof BatchError && explained.code !== 'defect')
      return { fault: { state: 'failed', error: explained } }
    throw error
  }
}

/** A ledger with its ballast, log and a small run. */
const leastMegabytes = 32
/** Of a ledger, for a row with its scores; measured: 1,500 to 1,700. The same rows again take 350, once. */
const rowBytes = 1_700

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

/** Rights and space where the ledger's file is, or would be made, for that many new rows. */
export function checkDisk(file: string, rows = 0): CheckResult {
  const folder = findExisting(dirname(file))
  try {
    accessSync(folder, constants.W_OK | constants.X_OK)
  } catch {
    return failedCheck('surroundings', find('folder-closed', { folder, name: file }))
  }
  const { bavail, bsize } = statfsSync(folder)
  const freeMegabytes = Math.floor((bavail * bsize) / 1_000_000)
  const needed = leastMegabytes + Math.ceil((rows * rowBytes) / 1_000_000)
  if (freeMegabytes < needed) {
    const facts = { folder, isFull: freeMegabytes < leastMegabytes, freeMegabytes, leastMegabytes: needed }
    const error = new BatchError('surroundings', find('disk-short', facts))
    // Rows that the ledger knows need less.
    return { state: facts.isFull ? 'failed' : 'warning', error }
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

/**
 * Reads the ledger as a run would (register, version, seal, damage), without making or migrating it.
 * @throws BatchError for a ledger that no run may use.
 */
export async function checkLedger(
  location: LedgerLocation,
  target: { address: string; company: string } | undefined,
): Promise<{ result: CheckResult; lastRunAt?: number | undefined; databaseBytes?: number }> {
  if (target !== undefined) await requireSameLedger({ ...location, company: target.company, destination: target })
  const store = findStore(location)
  await store.requireUsable()
  if (!(await store.exists())) return { result: ok(`none yet; the first run makes ${store.name}`) }
  try {
    const { surroundings } = location
    const folders = [surroundings.folder, join(surroundings.folder, 'output')]
    await requireNotRolledBack(store, openRegister(surroundings), folders)
    const overview = await store.overview()
    if (overview.isOlder) throw new BatchError('ledger', find('ledger-older', { name: store.name }))
    const [latest] = (await store.status({})).runs
    const size = isDatabaseAddress(location.ledger) ? { databaseBytes: overview.bytes } : {}
    return { result: ok(describeLedger(store.name, overview)), lastRunAt: latest?.startedAt, ...size }
  } catch (error) {
    if (!(error instanceof BatchError) || error.said?.code !== 'ledger-older') throw error
    return { result: { state: 'warning', error } }
  }
}

function describeLedger(name: string, { version, states, holders, rules }: LedgerOverview): string {
  const count = Object.values(states).reduce((sum, each) => sum + each, 0)
  const users = holders.length === 0 ? '' : `, in use by ${holders.map((holder) => holder.name).join(', ')}`
  return `${name}: schema version ${version}, ${count.toLocaleString('en')} requests${users}${describeTargetRules(rules)
    .map((line) => `. ${line}`)
    .join('')}`
}

const probeTimeoutMs = 10_000
/** The `Date` of an answer has whole seconds, and waits on its way. */
const toleratedMs = 2 * 60_000

/** Findings of one request without a token, about the way to the service. */
export interface WayFindings {
  Proxy: CheckResult
  Certificates: CheckResult
  Address: CheckResult
  serverTime: { serverTimeMs: number; answeredAtMs: number } | undefined
}

/** @throws BatchError `configuration` for unchecked certificates and a wrong proxy address. */
export async function checkWay(baseUrl: string, env: Environment, clock: Pick<Clock, 'now'>): Promise<WayFindings> {
  const proxy = findProxy(baseUrl, env)
  return judgeProbe(await probeService({ baseUrl, requestTimeoutMs: probeTimeoutMs, env, clock }), baseUrl, proxy)
}

/** Pure. A failure behind a proxy is told from one at the proxy by its certificate only. */
export function judgeProbe(probe: Probe, baseUrl: string, proxy: string | undefined): WayFindings {
  const host = new URL(baseUrl).host
  const isEncrypted = baseUrl.startsWith('https:')
  const way: WayFindings = {
    Proxy: ok(proxy === undefined ? 'none on the way' : proxy),
    Certificates: isEncrypted
      ? ok(`the certificate of ${host} is accepted`)
      : skipped('not encrypted, on this machine'),
    Address: skipped('the service was not reached'),
    serverTime: undefined,
  }
  if (probe.kind === 'failure') {
    const { code, message: reason } = probe.failure
    if (reason.startsWith('the certificate') || reason.startsWith('no encrypted')) {
      return { ...way, Certificates: failedCheck('configuration', find('certificate-refused', { host, reason })) }
    }
    const unknown = { ...way, Certificates: skipped('no connection was made') }
    if (proxy === undefined) return { ...unknown, Address: unreachable(find('service-unreachable', { host, reason })) }
    const said = find('proxy-failed', { proxy, reason })
    return { ...unknown, Proxy: code === 'PROXY_407' ? failedCheck('configuration', said) : unreachable(said) }
  }
  const { kind, answer, serverTimeMs, answeredAtMs } = probe
  const serverTime = serverTimeMs === undefined ? undefined : { serverTimeMs, answeredAtMs }
  const facts = { address: baseUrl, answer }
  const environment = isTestAddress(baseUrl) ? 'the test environment' : 'production'
  const addresses: Readonly<Record<typeof kind, CheckResult>> = {
    service: ok(`${baseUrl} answers (${environment}); no token was sent`),
    foreign: failedCheck('configuration', find('service-foreign', facts)),
    redirect: failedCheck('contract', find('service-redirects', facts)),
    unavailable: unreachable(find('service-unavailable', facts)),
  }
  return { ...way, Address: addresses[kind], serverTime }
}

/** Certificates are checked, and those that the environment adds can be read. */
export function checkAuthorities(env: Environment): CheckResult | undefined {
  requireCheckedCertificates(env)
  const file = env['NODE_EXTRA_CA_CERTS']
  const reason = file === undefined || file === '' ? undefined : explainAuthority(file)
  if (file === undefined || reason === undefined) return undefined
  return failedCheck('configuration', find('authority-unusable', { file, reason }))
}

function explainAuthority(file: string): string | undefined {
  try {
    new X509Certificate(readFileSync(file))
    return undefined
  } catch (error) {
    return codeOf(error)?.startsWith('E') && !codeOf(error)?.startsWith('ERR')
      ? `cannot be read (${codeOf(error)})`
      : 'holds no certificate'
  }
}

/** By the service's clock, else by the ledger: no run began in the future. Pure. */
export function checkClock(
  serverTime: WayFindings['serverTime'],
  lastRunAt: number | undefined,
  now: number,
): CheckResult {
  const ahead = serverTime === undefined ? undefined : serverTime.answeredAtMs - serverTime.serverTimeMs
  if (ahead !== undefined && Math.abs(ahead) > toleratedMs) {
    return clockOff(Math.abs(ahead), ahead > 0 ? 'ahead of' : 'behind', 'the service’s')
  }
  if (lastRunAt !== undefined && lastRunAt - now > toleratedMs) {
    return clockOff(lastRunAt - now, 'behind', 'the latest run in the ledger')
  }
  return ahead === undefined ? skipped('nothing to compare it with') : ok('as the service’s')
}

function clockOff(ms: number, direction: 'ahead of' | 'behind', reference: string): CheckResult {
  return failedCheck('surroundings', find('clock-off', { difference: describeTime(ms / 1000), direction, reference }))
}

function unreachable(said: ConstructorParameters<typeof BatchError>[1]): CheckResult {
  return { state: 'unreachable', error: new BatchError('surroundings', said) }
}
