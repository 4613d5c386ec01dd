import { timingSafeEqual } from 'node:crypto'
import type { Token } from '../client/token.ts'
import type { Ledger } from '../ledger/ledger.ts'
import type { Target } from '../ledger/targets.ts'
import { BatchError } from '../support/errors.ts'
import type { BatchArguments } from './batch-options.ts'

/** True when the ledger knows this very token; false when it has none yet, or it was rotated. */
export async function requireSameToken(
  ledger: Ledger,
  target: Target,
  token: Token,
  args: BatchArguments,
): Promise<boolean> {
  const known = args.tokenRotated ? undefined : ledger.targets.fingerprint(target)
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
