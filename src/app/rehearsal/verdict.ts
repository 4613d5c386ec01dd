import type { RunComparison } from '../../ledger/port/reports.ts'

/** One thing that a sandbox has: an assessment, a decision or an invited member. */
export interface StoreRecord {
  /** Undefined where the service gives none. */
  identifier: string | undefined
  /** Of the content, as the ledger makes it; asked for only when the identifier tells nothing. */
  hash(): Buffer
}

/** What a rehearsal proved. */
export interface Verdict {
  /** What the sandbox holds of the rows of the sheet. */
  created: number
  /** More of one content than was meant, over all runs from this ledger. */
  twice: number
  /** Not named by the ledger, which does not say either that it may exist; over all runs. */
  lost: number
  /** Rows that the ledger says may or may not have been created. */
  unknown: number
  /** There twice because somebody had sent again what was unknown, which says that it may happen. */
  repeated: number
}

/**
 * Holds what the sandbox has against what the ledger says. Contents that the ledger never had were sent by somebody
 * else and do not count. In memory is only what the ledger cannot name.
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
