import type { Ledger } from '../../port.ts'
import { createAttempts } from '../attempts.ts'
import { createOrderedRows } from '../ordered-rows.ts'
import { createOutcomes } from '../outcomes.ts'
import { readLedgerId } from '../overview.ts'
import { createRules } from '../rules.ts'
import type { Store } from '../store.ts'
import { createSubmissionReads } from '../submission-reads.ts'
import { createTargets, findKnownTarget } from '../targets.ts'
import { createWaitingReads } from './waiting-runs.ts'

/** The parts of a ledger that only read: runs, rows, targets and log as they are now. No lock, and no copy. */
export async function createView(store: Store, name: string): Promise<Ledger> {
  const parts = {
    name,
    id: await readLedgerId(store),
    targets: {
      ...createTargets(store),
      // Nothing is recorded of one that it does not know.
      find: async (address: string, company: string) =>
        (await findKnownTarget(store, address, company)) ?? { id: 0, address, company },
    },
    runs: createOutcomes(store),
    submissions: createSubmissionReads(store),
    order: createOrderedRows(store),
    attempts: createAttempts(store),
    rules: createRules(store, () => Number.NaN),
    waiting: createWaitingReads(store),
  }
  // Its connection refuses to write.
  return parts as unknown as Ledger
}
