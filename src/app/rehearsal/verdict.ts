import type { RunComparison } from '../../ledger/port/reports.ts'

/** An assessment, a decision or an invited staff member in the sandbox. */
export interface StoreRecord {
  /** Undefined where the service gives none. */
  identifier: string | undefined
  /** Hashes the content, as the ledger does; called only when the identifier does not match. */
  hash(): Buffer
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

/**
 * Compares the sandbox with the ledger. Contents that the ledger never had came from another client and do not count.
 * Only records that the ledger cannot name are in memory.
 */
export async function compareRecords(
  records: Iterable<StoreRecord>,
  ledger: Pick<RunComparison, 'unknown' | 'find' | 'ofContent'>,
): Promise<Verdict> {
  let created = 0
  const unnamed = new Map<string, number>()
  for (const { identifier, hash } of records) {
    const owner = identifier === undefined ? undefined : await ledger.find(identifier)
    if (owner === 'run') created += 1
    if (owner !== undefined) continue
    const content = hash().toString('base64')
    unnamed.set(content, (unnamed.get(content) ?? 0) + 1)
  }
  let twice = 0
  let lost = 0
  let repeated = 0
  for (const [content, count] of unnamed) {
    const held = await ledger.ofContent(Buffer.from(content, 'base64'))
    if (held.submissions === 0) continue
    if (held.ofRun > 0) created += count
    const surplus = Math.max(0, count - held.unnamed)
    repeated += Math.min(surplus, held.resends)
    twice += Math.max(0, surplus - held.resends)
    lost += Math.max(0, count - held.covered - held.resends)
  }
  return { created, twice, lost, unknown: ledger.unknown, repeated }
}
