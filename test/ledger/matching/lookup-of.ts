import type { SubmissionState } from '../../rooms/contract.ts'
import type { KnownSubmission, LookupResult } from '../../rooms/ledger/matching.ts'
import type { LoadSettings } from '../../rooms/ledger/port.ts'
import { hashRequest } from '../../rooms/ledger.ts'
export const settings: LoadSettings = {
  runId: 1,
  operation: 'assess',
  target: { id: 1, address: 'https://example.test', company: 'default' },
  epoch: undefined,
  allowDuplicates: false,
  retryUnknown: false,
  now: 0,
}

export const nothing: LookupResult = { contents: [], known: [], holders: [], claims: [], freeId: 10 }

export function hashOf(content: string): string {
  return hashRequest({ content }).toString('hex')
}

/** A submission that is known, as the tests write it: its content, its state, and what differs from a plain one. */
export function knownAs(content: string, state: SubmissionState, more: Partial<KnownSubmission> = {}): KnownSubmission {
  const unsent = { epoch: null, rawAnswer: null, doubted: 0, bare: 0, forgotten: 0, sentAt: null }
  const plain = { id: 1, ordinal: 0, generation: 0, ...unsent }
  return { ...plain, hash: hashOf(content), state, ...more }
}
