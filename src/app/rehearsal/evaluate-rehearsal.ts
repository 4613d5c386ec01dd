import type { OpenSandbox } from '../../sandbox/server.ts'
import { findStore, type LedgerLocation } from '../ledger/ledger-access.ts'
import { readRecords } from './records.ts'
import { compareRecords, type Verdict } from './verdict.ts'

export interface Rehearsal {
  sandbox: OpenSandbox
  company: string
}

export interface RehearsedRun extends LedgerLocation {
  id: number
  operation: string
}

export interface RehearsalResult {
  verdict: Verdict
  since: number
}

/**
 * Judges all runs of an operation between this ledger and this sandbox, including crashed ones. Records from before the
 * first run are ignored. Another ledger that sends the same rows to the sandbox later looks like this one.
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

/** A broken promise of this program. */
export function hasDefect({ twice, lost }: Verdict): boolean {
  return twice > 0 || lost > 0
}
