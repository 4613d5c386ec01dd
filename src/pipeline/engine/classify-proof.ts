import type { Proof, RetrieveProof, Stop } from '../../client/evidence.ts'
import type { RequestEnd } from './limiter.ts'

/**
 * Before the first answer in contract, one that no endpoint gives is about the address, not the row: the run stops. A
 * refusing status proves that nothing was processed; a page with a success status does not.
 */
export function suspectAddress<P extends Proof | RetrieveProof>(proof: P): P | Stop {
  if ('isForeign' in proof && proof.isForeign) {
    const [isProcessed, raw] = proof.kind === 'unknown' ? (['unknown', proof.raw] as const) : (['no', ''] as const)
    return { kind: 'stop', cause: 'address', message: proof.reason, isProcessed, raw }
  }
  if (!('isInContract' in proof) || proof.isInContract) return proof
  return { kind: 'stop', cause: 'address', message: proof.message, isProcessed: 'no', raw: '' }
}

/** Evidence about the service's limits: a time-out may mean load, a 500 or half an answer says nothing. */
export function classifyEnd(proof: Proof | RetrieveProof, status: number | undefined): RequestEnd {
  const unanswered = { kind: status === undefined ? 'timed-out' : 'lost' } as const
  switch (proof.kind) {
    case 'not-processed':
      return { kind: 'refused', retryAfterMs: proof.retryAfterMs, status }
    case 'unknown':
      return proof.slowDown === undefined ? unanswered : { kind: 'refused', ...proof.slowDown, status }
    case 'retry':
      if (proof.isThrottled) return { kind: 'refused', retryAfterMs: proof.retryAfterMs, status }
      return proof.isConnection ? { kind: 'lost' } : unanswered
    case 'not-sent':
      return { kind: 'lost' }
    default:
      return { kind: 'answered' }
  }
}
