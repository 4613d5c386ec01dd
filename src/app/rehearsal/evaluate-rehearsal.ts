import type { LedgerStore } from '../../ledger/port.ts'
import { hashRequest } from '../../ledger/request-key.ts'
import type { OpenSandbox } from '../../sandbox/server.ts'
import type { SandboxStore } from '../../sandbox/store/store.ts'
import { BatchError } from '../../support/errors.ts'
import { findStore, type LedgerLocation } from '../ledger/ledger-access.ts'

export interface Rehearsal {
  sandbox: OpenSandbox
  company: string
}

export interface Verdict {
  created: number
  /** More records of one content than intended, over all runs from this ledger. */
  twice: number
  /** Records that the ledger neither names nor calls possible, over all runs. */
  lost: number
  /** Rows that the ledger says may or may not have been created. */
  unknown: number
  /** Duplicates from a resend of unknown rows, which the program announces as a risk. */
  repeated: number
}

/** An assessment, a decision or an invited staff member in the sandbox. */
export interface StoreRecord {
  /** Undefined where the service gives none. */
  identifier: string | undefined
  /** Hashes the content, as the ledger does; called only when the identifier does not match. */
  hash(): Buffer
}

/**
 * Judges all runs of an operation between this ledger and this sandbox, including crashed ones. Records from before the
 * first run are ignored. Another ledger that sends the same rows to the sandbox later looks like this one.
 */
export async function evaluateRehearsal(
  { sandbox, company }: Rehearsal,
  run: LedgerLocation & { id: number; operation: string },
): Promise<{ verdict: Verdict; since: number }> {
  const read = records[run.operation]
  if (read === undefined) throw new BatchError('defect', `a rehearsal of ${run.operation} cannot be judged`)
  const holdings = await findStore(run).compare(run.id)
  try {
    const { since } = holdings
    return { verdict: await compareRecords(read(sandbox.store, company, since), holdings), since }
  } finally {
    await holdings.close()
  }
}

/** A broken promise of this program. */
export function hasDefect({ twice, lost }: Verdict): boolean {
  return twice > 0 || lost > 0
}

/** Records of one operation at `since` or later: other ledgers may have sent to the data file before. */
const records: Readonly<
  Record<string, (store: SandboxStore, company: string, since: number) => Iterable<StoreRecord>>
> = {
  *assess({ assessments }, company, since) {
    for (const { assessmentId, input, createdAtMs } of assessments.list(company)) {
      if (createdAtMs >= since) yield { identifier: assessmentId, hash: () => hashRequest(input) }
    }
  },
  /** The store keeps fields that were not sent as empty. The event's identifier is not part of a decision's content. */
  *decide({ decisions }, company, since) {
    for (const { decidedAtMs, externalEventId: _, ...stored } of decisions.list(company)) {
      const content = Object.entries(stored).filter(([, value]) => value !== '')
      if (decidedAtMs >= since) yield { identifier: undefined, hash: () => hashRequest(Object.fromEntries(content)) }
    }
  },
  /** Staff members of the configuration, who have no e-mail address, were not invited. */
  *invite({ staff }, company, since) {
    for (const { userId, staffId, firstName, lastName, email, createdAtMs } of staff.list(company)) {
      const sent = { first_name: firstName, last_name: lastName, email, staff_id: staffId }
      if (email !== null && createdAtMs >= since) yield { identifier: userId, hash: () => hashRequest(sent) }
    }
  },
}

/**
 * Compares the sandbox with the ledger. Contents that the ledger never had came from another client and do not count.
 * Only records that the ledger cannot name are in memory.
 */
export async function compareRecords(
  stored: Iterable<StoreRecord>,
  ledger: Pick<Awaited<ReturnType<LedgerStore['compare']>>, 'unknown' | 'find' | 'ofContent'>,
): Promise<Verdict> {
  const verdict = { created: 0, twice: 0, lost: 0, unknown: ledger.unknown, repeated: 0 }
  const unnamed = new Map<string, number>()
  for (const { identifier, hash } of stored) {
    const owner = identifier === undefined ? undefined : await ledger.find(identifier)
    if (owner === 'run') verdict.created += 1
    if (owner !== undefined) continue
    const content = hash().toString('base64')
    unnamed.set(content, (unnamed.get(content) ?? 0) + 1)
  }
  for (const [content, count] of unnamed) {
    const held = await ledger.ofContent(Buffer.from(content, 'base64'))
    if (held.submissions === 0) continue
    if (held.ofRun > 0) verdict.created += count
    const surplus = Math.max(0, count - held.unnamed)
    verdict.repeated += Math.min(surplus, held.resends)
    verdict.twice += Math.max(0, surplus - held.resends)
    verdict.lost += Math.max(0, count - held.covered - held.resends)
  }
  return verdict
}
