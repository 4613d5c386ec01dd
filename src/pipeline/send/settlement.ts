import type { Proof } from '../../client/evidence.ts'
import type { Settlement } from '../../ledger/port/submissions.ts'
import { assertNever } from '../../support/errors.ts'

/** What counts besides the answer. */
export interface SendFacts {
  /** How often the row has reached the service in this run, this time included, and how often it may. */
  tries: number
  mostTries: number
  /** When to ask for its scores first; undefined where nothing is waited for. */
  firstPollAt: number | undefined
}

/** What a proof makes of a row that was sent. Pure; src/README.md has the moves. */
export function decideSettlement(proof: Proof, { tries, mostTries, firstPollAt }: SendFacts): Settlement {
  switch (proof.kind) {
    case 'done': {
      const { identifier, reportUrl } = proof
      if (firstPollAt === undefined) return { to: 'done', identifier }
      return { to: 'accepted', identifier, reportUrl, nextPollAt: firstPollAt }
    }
    case 'refused':
      return { to: 'rejected', field: proof.field, message: proof.message }
    case 'unknown':
      return { to: 'unknown', reason: proof.reason, rawAnswer: proof.raw }
    case 'not-sent':
      // Nobody was reached: that is no matter of the row, however often it happens.
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

/** The same for the log of attempts: a row that is ready again says why. */
export function describeSettlement(settlement: Settlement, proof: Proof): { outcome: string; detail: string } {
  switch (settlement.to) {
    case 'accepted':
    case 'done':
      return { outcome: settlement.to, detail: settlement.identifier }
    case 'rejected':
      return { outcome: settlement.to, detail: [settlement.field, settlement.message].filter(Boolean).join('; ') }
    case 'ready':
      return { outcome: proof.kind === 'stop' ? proof.cause : proof.kind, detail: settlement.reason }
    case 'failed':
    case 'unknown':
      return { outcome: settlement.to, detail: settlement.reason }
    default:
      return assertNever(settlement)
  }
}
