import { timingSafeEqual } from 'node:crypto'
import { isSpelledAlike } from '../../client/base-url.ts'
import type { Token } from '../../client/token.ts'
import type { Fingerprint, Target, Targets } from '../../ledger/port/targets.ts'
import { find } from '../../messages/catalogue.ts'
import { BatchError } from '../../support/errors.ts'

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
  if (known !== undefined && (await matchesFingerprint(token, known))) return known
  await requireUnusedToken(targets, target, token)
  if (known === undefined || isRotated) return undefined
  throw new BatchError('configuration', find('token-other', { address: target.address, company: target.company }))
}

/** One token for a test and a production address is common: only addresses that are spelled alike are compared. */
async function requireUnusedToken(targets: Pick<Targets, 'others'>, target: Target, token: Token): Promise<void> {
  const alike = (await targets.others(target)).filter((other) => isSpelledAlike(other.target.address, target.address))
  const matches = await Promise.all(alike.map(({ fingerprint }) => matchesFingerprint(token, fingerprint)))
  const used = alike.find((_, index) => matches[index] === true)?.target
  if (used === undefined) return
  const named = ({ company, address }: Target) => ({ company, address })
  throw new BatchError('configuration', find('token-used', { used: named(used), now: named(target) }))
}

/** Takes a tenth of a second, on another thread. */
export async function matchesFingerprint(token: Token, { salt, hash }: Fingerprint): Promise<boolean> {
  const given = Buffer.from((await token.fingerprint(salt)).hash)
  const known = Buffer.from(hash)
  return given.length === known.length && timingSafeEqual(given, known)
}
