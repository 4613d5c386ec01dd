import type { SubmissionState } from '../../rooms/contract.ts'
import type { Meaning } from './faults.ts'
import type { SeenSubmission } from './ledger-view.ts'
import type { Verdict } from './verdict.ts'
import type { SentRequest } from './wire.ts'

const statesOf: Readonly<Record<Meaning, readonly SubmissionState[]>> = {
  created: ['accepted', 'pending', 'done'],
  refused: ['rejected'],
  // Before the service has answered in contract, it is about the address: the row stays ready.
  'refused-by-status': ['rejected', 'ready'],
  'not-sent': ['ready'],
  'not-processed': ['ready', 'failed'],
  unknown: ['unknown'],
  stop: ['ready'],
  'stop-unknown': ['unknown'],
}

/**
 * Looked at when a process has ended: what the last answer to each row meant is where the row stands. When the process
 * died, an answer may not have reached the ledger any more: then the row is still `sending`.
 */
export function checkMeanings(
  verdict: Verdict,
  submissions: readonly SeenSubmission[],
  requests: readonly SentRequest[],
  { hasDied, tries }: { hasDied: boolean; tries: number },
): void {
  const creates = requests.filter(({ kind }) => kind !== 'retrieve')
  const last = new Map(creates.map((request) => [request.subject, request]))
  for (const [content, request] of last) {
    const rows = submissions.filter((submission) => submission.content === content)
    const [row] = rows
    // Which of several equal rows a request was for cannot be seen on the wire.
    if (row === undefined || rows.length > 1) continue
    const { means, fault } = request
    const expected: SubmissionState[] = means === undefined ? [] : [...statesOf[means]]
    if (hasDied) expected.push('sending')
    verdict.check('an answer means what it means', expected.includes(row.state), () => {
      return `submission ${row.id} is ${row.state} after ${fault}, which means ${means ?? 'nothing yet'}`
    })
    const sent = creates.filter(({ subject }) => subject === content).length
    const isUsedUp = row.state !== 'failed' || sent >= tries
    verdict.check('an answer means what it means', isUsedUp, () => {
      return `submission ${row.id} failed after ${sent} of ${tries} tries`
    })
  }
  if (hasDied) return
  const identifiers = new Set(submissions.map(({ identifier }) => identifier))
  for (const { told } of creates) {
    const isKept = told === undefined || identifiers.has(told)
    verdict.check('a told identifier is kept', isKept, () => `${told} was told and is nowhere`)
  }
}
