import type { Proof } from '../../client/evidence.ts'
import type { Settlement } from '../../ledger/port/submissions.ts'
import { assertNever } from '../../support/errors.ts'

/** Pure; src/README.md has the moves. `tries` of the row in this run reached the service, with this one. */
export function decideSettlement(
  proof: Proof,
  { tries, mostTries, firstPollAt }: { tries: number; mostTries: number; firstPollAt: number | undefined },
): Settlement {
  switch (proof.kind) {
    case 'done': {
      const { identifier, reportUrl } = proof
      if (firstPollAt === undefined) return { to: 'done', identifier }
      return { to: 'accepted', identifier, reportUrl, nextPollAt: firstPollAt }
    }
    case 'refused':
      return { to: 'rejected', field: proof.field, message: proof.message, rawAnswer: proof.raw }
    case 'unknown':
      return { to: 'unknown', reason: proof.reason, rawAnswer: proof.raw }
    case 'not-sent':
      // Without a connection the try does not count against the row.
      return { to: 'ready', reason: proof.reason }
    case 'not-processed':
      return { to: tries >= mostTries ? 'failed' : 'ready', reason: proof.reason }
    case 'stop':
      if (proof.isProcessed === 'no') return { to: 'ready', reason: proof.message }
      return { to: 'unknown', reason: proof.message, rawAnswer: proof.raw }
    default:
      return assertNever(proof)
  }
}

/** For the log of attempts: a row that is ready again has a reason there. */
export function describeSettlement(settlement: Settlement, proof: Proof): { outcome: string; detail: string } {
  switch (settlement.to) {
    case 'accepted':
    case 'done':
      return { outcome: settlement.to, detail: settlement.identifier }
    case 'rejected': {
      // The log keeps it when the row is sent again.
      const whole = proof.kind === 'refused' && proof.saysMore ? `the whole answer: ${settlement.rawAnswer}` : ''
      return {
        outcome: settlement.to,
        detail: [settlement.field, settlement.message, whole].filter(Boolean).join('; '),
      }
    }
    case 'ready':
      return { outcome: proof.kind === 'stop' ? proof.cause : proof.kind, detail: settlement.reason }
    case 'failed':
    case 'unknown':
      return { outcome: settlement.to, detail: settlement.reason }
    default:
      return assertNever(settlement)
  }
}
