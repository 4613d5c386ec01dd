import { ledgerAt } from '../../ledger/open.ts'
import type { Sandbox } from '../../sandbox/server.ts'
import { toIsoTime } from '../../support/clock.ts'
import type { Logger } from '../../support/logger.ts'
import { readRecords } from './records.ts'
import { describeVerdict, judgeRehearsal, type Verdict } from './verdict.ts'

export interface Rehearsal {
  sandbox: Sandbox
  company: string
}

export interface RehearsedRun {
  id: number
  operation: string
  /** Its address. */
  ledger: string
}

/**
 * The verdict on all runs of an operation between this ledger and this sandbox, those that crashed too. What the data
 * file held before the first of them is not judged. Somebody else who sends the same rows to it afterwards, with
 * another ledger, looks like us.
 */
export async function judgeRun({ sandbox, company }: Rehearsal, run: RehearsedRun, logger: Logger): Promise<Verdict> {
  const holdings = await ledgerAt(run.ledger).compare(run.id)
  try {
    const { since } = holdings
    const verdict = await judgeRehearsal(readRecords(sandbox.store, company, run.operation, since), holdings)
    logger.info(describeVerdict(verdict))
    if (isBroken(verdict)) {
      logger.error(
        `what was created twice or lost is a defect of rwa-batch, unless somebody else has sent the same rows to this sandbox since ${toIsoTime(since)}; please report it with the ledger and the sandbox's data file`,
      )
    }
    return verdict
  } finally {
    await holdings.close()
  }
}

/** A broken promise: never to happen. */
export function isBroken({ twice, lost }: Verdict): boolean {
  return twice > 0 || lost > 0
}
