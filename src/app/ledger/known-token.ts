import { isSpelledAlike } from '../../client/base-url.ts'
import type { Token } from '../../client/token.ts'
import type { Fingerprint, Target, Targets } from '../../ledger/port/targets.ts'
import type { UserRegister } from '../../ledger/user-register.ts'
import { find } from '../../messages/catalogue.ts'
import type { RunPorts } from '../../pipeline/model/options.ts'
import type { TargetLedger } from '../../pipeline/model/run.ts'
import { BatchError } from '../../support/errors.ts'
import { requireKnownAddress, type UserOverrides } from './same-ledger.ts'

/**
 * The checks of a run, and of its plan, before a token is used. Returns the ledger's record of it, if there is one.
 * @throws BatchError `configuration` or `usage`, as in `requireSameToken` and `requireKnownAddress`.
 */
export async function requireKnownToken(
  known: UserRegister | undefined,
  { ledger, target }: TargetLedger,
  token: Token,
  overrides: UserOverrides,
  ask: RunPorts['ask'],
): Promise<Fingerprint | undefined> {
  const before = await requireSameToken(ledger.targets, target, token, overrides.tokenRotated)
  if (before === undefined) await requireKnownAddress(known, { ledger, target }, token, overrides, ask)
  return before
}

/**
 * The ledger's record of this token for this target; undefined when it has none yet, or the token was rotated.
 * @throws BatchError `configuration` when the target accepted another token before, or this token has another label or
 * spelling: all rows would be sent again.
 */
export async function requireSameToken(
  targets: Pick<Targets, 'fingerprint' | 'others'>,
  target: Target,
  token: Token,
  isRotated: boolean,
): Promise<Fingerprint | undefined> {
  const known = await targets.fingerprint(target)
  if (known !== undefined && (await token.matches(known))) return known
  await requireUnusedToken(targets, target, token)
  if (known === undefined || isRotated) return undefined
  throw new BatchError('configuration', find('token-other', { address: target.address, company: target.company }))
}

/** One token for a test and a production address is common: only addresses that are spelled alike are compared. */
async function requireUnusedToken(targets: Pick<Targets, 'others'>, target: Target, token: Token): Promise<void> {
  const alike = (await targets.others(target)).filter((other) => isSpelledAlike(other.target.address, target.address))
  const matches = await Promise.all(alike.map(({ fingerprint }) => token.matches(fingerprint)))
  const used = alike.find((_, index) => matches[index] === true)?.target
  if (used === undefined) return
  const named = ({ company, address }: Target) => ({ company, address })
  throw new BatchError('configuration', find('token-used', { used: named(used), now: named(target) }))
}
