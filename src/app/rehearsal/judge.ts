import type { Sandbox } from '../../sandbox/server.ts'
import { type LedgerPlace, storeOf } from '../memory.ts'
import { readRecords } from './records.ts'
import { judgeRehearsal, type Verdict } from './verdict.ts'

export interface Rehearsal {
  sandbox: Sandbox
  company: string
}

export interface RehearsedRun extends LedgerPlace {
  id: number
  operation: string
}

/** What a rehearsal proved, and since when it was looked at. */
export interface Judgement {
  verdict: Verdict
  since: number
}

/**
 * The verdict on all runs of an operation between this ledger and this sandbox, those that crashed too. What the data
 * file held before the first of them is not judged. Somebody else who sends the same rows to it afterwards, with
 * another ledger, looks like us.
 */
export async function judgeRun({ sandbox, company }: Rehearsal, run: RehearsedRun): Promise<Judgement> {
  const holdings = await storeOf(run).compare(run.id)
  try {
    const { since } = holdings
    const records = readRecords(sandbox.store, company, run.operation, since)
    return { verdict: await judgeRehearsal(records, holdings), since }
  } finally {
    await holdings.close()
  }
}

/** A broken promise: never to happen. */
export function isBroken({ twice, lost }: Verdict): boolean {
  return twice > 0 || lost > 0
}
