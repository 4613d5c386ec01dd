import type { Proof, RetrieveProof, Stop } from '../../client/evidence.ts'

/**
 * Before the first answer in contract, an answer that no endpoint of the interface gives is about the address, not
 * about the row: the run stops. A refusing status proves that nothing was processed; a page with a success status does
 * not.
 */
export function suspectAddress(proof: Proof): Proof {
  if (proof.kind === 'refused' && !proof.isInContract) return wrongAddress(proof.message, 'no', '')
  if (proof.kind === 'unknown' && proof.isForeign) return wrongAddress(proof.reason, 'unknown', proof.raw)
  return proof
}

export function suspectAddressOnRead(proof: RetrieveProof): RetrieveProof {
  if (proof.kind === 'not-found' && !proof.isInContract) return wrongAddress(proof.message, 'no', '')
  return proof.kind === 'retry' && proof.isForeign ? wrongAddress(proof.reason, 'no', '') : proof
}

function wrongAddress(message: string, isProcessed: Stop['isProcessed'], raw: string): Stop {
  return { kind: 'stop', cause: 'address', message, isProcessed, raw }
}
