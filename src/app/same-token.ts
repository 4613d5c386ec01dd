import { timingSafeEqual } from 'node:crypto'
import type { Token } from '../client/token.ts'
import type { Target, Targets } from '../ledger/targets.ts'
import { BatchError } from '../support/errors.ts'

/**
 * True when the ledger knows this very token; false when it has none yet, or it was rotated.
 * @throws BatchError `configuration` when another token was accepted for this target before.
 */
export async function requireSameToken(
  targets: Pick<Targets, 'fingerprint'>,
  target: Target,
  token: Token,
  isRotated: boolean,
): Promise<boolean> {
  const known = isRotated ? undefined : targets.fingerprint(target)
  if (known === undefined) return false
  const { hash } = await token.fingerprint(known.salt)
  if (timingSafeEqual(Buffer.from(known.hash), Buffer.from(hash))) return true
  throw new BatchError(
    'configuration',
    `another token was used before for ${target.address}, company “${target.company}”`,
    {
      hint: 'If it is a new token of the same company, add --token-rotated. If it belongs to another company, add --company <name>.',
    },
  )
}
