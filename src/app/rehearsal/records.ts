import { hashRequest } from '../../ledger/request-key.ts'
import type { SandboxStore } from '../../sandbox/store/store.ts'
import { BatchError } from '../../support/errors.ts'
import type { StoreRecord } from './verdict.ts'

/**
 * Records of one operation at `since` or later: other ledgers may have sent to the data file before. Read them in order
 * and one at a time.
 */
export function readRecords(
  store: SandboxStore,
  company: string,
  operation: string,
  since: number,
): IterableIterator<StoreRecord> {
  switch (operation) {
    case 'assess':
      return readAssessments(store, company, since)
    case 'decide':
      return readDecisions(store, company, since)
    case 'invite':
      return readInvited(store, company, since)
    default:
      throw new BatchError('defect', `a rehearsal of ${operation} cannot be judged`)
  }
}

function* readAssessments({ assessments }: SandboxStore, company: string, since: number): Generator<StoreRecord> {
  for (const { assessmentId, input, createdAtMs } of assessments.list(company)) {
    if (createdAtMs >= since) yield { identifier: assessmentId, hash: () => hashRequest(input) }
  }
}

/** The store keeps fields that were not sent as empty. The event's identifier is not part of a decision's content. */
function* readDecisions({ decisions }: SandboxStore, company: string, since: number): Generator<StoreRecord> {
  for (const { decidedAtMs, externalEventId: _, ...stored } of decisions.list(company)) {
    const content = Object.entries(stored).filter(([, value]) => value !== '')
    if (decidedAtMs >= since) yield { identifier: undefined, hash: () => hashRequest(Object.fromEntries(content)) }
  }
}

function* readInvited({ staff }: SandboxStore, company: string, since: number): Generator<StoreRecord> {
  for (const { userId, staffId, firstName, lastName, email, createdAtMs } of staff.list(company)) {
    // Staff members of the configuration were not invited.
    if (email === null || createdAtMs < since) continue
    const sent = { first_name: firstName, last_name: lastName, email, staff_id: staffId }
    yield { identifier: userId, hash: () => hashRequest(sent) }
  }
}
