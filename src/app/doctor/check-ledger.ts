import { join } from 'node:path'
import { isDatabaseAddress } from '../../ledger/database-address.ts'
import type { LedgerOverview } from '../../ledger/port/overview.ts'
import { find } from '../../messages/catalogue.ts'
import { BatchError } from '../../support/errors.ts'
import { describeTargetRules } from '../ledger/company-rules.ts'
import { findStore, type LedgerLocation } from '../ledger/ledger-access.ts'
import { openRegister, requireNotRolledBack } from '../ledger/rollback-check.ts'
import { requireSameLedger } from '../ledger/same-ledger.ts'
import { type CheckResult, ok } from './diagnosis.ts'

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
