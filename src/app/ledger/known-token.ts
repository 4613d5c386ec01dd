import type { Token } from '../../client/token.ts'
import type { Fingerprint } from '../../ledger/port/targets.ts'
import type { UserRegister } from '../../ledger/user-register.ts'
import type { RunPorts } from '../../pipeline/model/options.ts'
import type { TargetLedger } from '../../pipeline/model/run.ts'
import { requireKnownAddress, type UserOverrides } from './same-ledger.ts'
import { requireSameToken } from './same-token.ts'

export interface TokenOverrides extends UserOverrides {
  tokenRotated: boolean
}

/**
 * The checks of a run, and of its plan, before a token is used. Returns the ledger's record of it, if there is one.
 * @throws BatchError `configuration` or `usage`, as in `requireSameToken` and `requireKnownAddress`.
 */
export async function requireKnownToken(
  known: UserRegister | undefined,
  { ledger, target }: TargetLedger,
  token: Token,
  overrides: TokenOverrides,
  ask: RunPorts['ask'],
): Promise<Fingerprint | undefined> {
  const before = await requireSameToken(ledger.targets, target, token, overrides.tokenRotated)
  if (before === undefined) await requireKnownAddress(known, { ledger, target }, token, overrides, ask)
  return before
}
