import type { Sandbox } from '../../sandbox/server.ts'
import { findStore, type LedgerLocation } from '../ledger-access.ts'
import { readRecords } from './records.ts'
import { compareRecords, type Verdict } from './verdict.ts'

export interface Rehearsal {
  sandbox: Sandbox
  company: string
}

export interface RehearsedRun extends LedgerLocation {
  id: number
  operation: string
}

/** What a rehearsal proved, and since when it was looked at. */
export interface RehearsalResult {
  verdict: Verdict
  since: number
}

/**
 * The verdict on all runs of an operation between this ledger and this sandbox, those that crashed too. What the data
 * file held before the first of them is not judged. Somebody else who sends the same rows to it afterwards, with
 * another ledger, looks like us.
 */
export async function evaluateRehearsal({ sandbox, company }: Rehearsal, run: RehearsedRun): Promise<RehearsalResult> {
  const holdings = await findStore(run).compare(run.id)
  try {
    const { since } = holdings
    const records = readRecords(sandbox.store, company, run.operation, since)
    return { verdict: await compareRecords(records, holdings), since }
  } finally {
    await holdings.close()
  }
}

/** A broken promise: never to happen. */
export function hasDefect({ twice, lost }: Verdict): boolean {
  return twice > 0 || lost > 0
}
