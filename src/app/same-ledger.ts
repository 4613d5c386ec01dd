import { existsSync } from 'node:fs'
import { isSpelledAlike } from '../client/base-url.ts'
import type { Token } from '../client/token.ts'
import type { Fingerprint, Target } from '../ledger/port/targets.ts'
import { normalizeLabel } from '../ledger/target-keys.ts'
import type { LedgerUse, UserRegister } from '../ledger/user-register.ts'
import type { RunPorts } from '../pipeline/model/options.ts'
import { isSimulated } from '../pipeline/model/run.ts'
import { BatchError } from '../support/errors.ts'
import { findStore, type LedgerLocation } from './ledger-access.ts'
import { openRegister } from './rollback-check.ts'
import { matchesFingerprint } from './same-token.ts'

/** What the user has agreed to. */
export interface UserOverrides {
  /** From now on another ledger for this address and company. */
  newLedger: boolean
  /** The token may go to an address where it was never accepted. */
  trustAddress: boolean
}

/** A ledger that is used for a target; `id` is undefined while there is nothing there. */
export interface LedgerBinding {
  ledger: { id: string | undefined; name: string }
  target: Pick<Target, 'address' | 'company'>
}

/**
 * For an address and company a user has one ledger: another one would create again what the first knows. Nothing of it is
 * touched before.
 * @throws BatchError `usage` when this is another one.
 */
export async function requireSameLedger(
  place: LedgerLocation,
  target: LedgerBinding['target'],
  { newLedger }: Pick<UserOverrides, 'newLedger'>,
): Promise<void> {
  const known = newLedger || isSimulated(target) ? undefined : openRegister(place.surroundings)
  const isForIt = (use: LedgerUse): boolean =>
    isSpelledAlike(use.address, target.address) && normalizeLabel(use.company) === normalizeLabel(target.company)
  const use = known?.uses().find(isForIt)
  if (known === undefined || use === undefined) return
  const store = findStore(place)
  const look = await store.readWatermark()
  await look?.close()
  const ledger = { id: look?.watermark.ledgerId, name: store.name }
  if (use.ledgerId !== ledger.id) throw refuseLedger(known, use, { ledger, target })
}

/**
 * Before a token that the ledger does not know yet for this target goes anywhere.
 * @throws BatchError `usage` when this user has another ledger for it, `configuration` when it is known from other hosts
 * only and the user does not agree.
 */
export async function requireKnownAddress(
  known: UserRegister | undefined,
  place: LedgerBinding,
  token: Token,
  { newLedger, trustAddress }: UserOverrides,
  ask: RunPorts['ask'],
): Promise<void> {
  if (known === undefined) return
  const uses = known.uses()
  const isOfToken = await Promise.all(
    uses.map(({ fingerprint }) => fingerprint !== undefined && matchesFingerprint(token, fingerprint)),
  )
  const accepted = uses.filter((_, index) => isOfToken[index] === true)
  const other = accepted.find((use) => isElsewhere(use, place))
  if (other !== undefined && !newLedger) throw refuseLedger(known, other, place)
  const { address } = place.target
  const [first] = accepted
  if (first === undefined || trustAddress || accepted.some((use) => hostOf(use.address) === hostOf(address))) return
  if ((await ask?.({ kind: 'address', known: first.address, address })) === true) return
  throw new BatchError(
    'configuration',
    `this token was accepted at ${first.address}, and would go to another host now: ${address}; nothing was sent`,
    {
      hint: 'Find out who named that address: a profile in this folder, a variable, an option. If it is right, add ‹trustAddress›.',
    },
  )
}

/**
 * That something was sent there with this ledger, and the token once it was accepted. What cannot be kept is the answer.
 */
export function recordUse(
  known: UserRegister | undefined,
  { ledger, target }: LedgerBinding & { ledger: { id: string } },
  fingerprint: Fingerprint | undefined,
): unknown {
  try {
    const { address, company } = target
    const use = { address, company: normalizeLabel(company), ledgerId: ledger.id }
    known?.recordUse(fingerprint === undefined ? use : { ...use, fingerprint })
    return undefined
  } catch (error) {
    return error
  }
}

function isElsewhere(use: LedgerUse, { ledger, target }: LedgerBinding): boolean {
  return use.ledgerId !== ledger.id && isSpelledAlike(use.address, target.address)
}

function hostOf(address: string): string {
  return new URL(address).hostname
}

function refuseLedger(known: UserRegister, use: LedgerUse, { ledger, target }: LedgerBinding): BatchError {
  const first = known.ledgers().find(({ sight }) => sight.ledgerId === use.ledgerId)
  const name = first?.name ?? `the one with the name ${use.ledgerId}`
  const lines =
    first === undefined || first.sight.attempt.number === 0 ? '' : ` (${first.sight.attempt.number} lines in its log)`
  if (name !== ledger.name) {
    return new BatchError(
      'usage',
      `for ${target.address}, company “${use.company}”, you have the ledger ${name}${lines}; ${ledger.name} is another one, and what was sent with the first would be sent again`,
      {
        hint: `Name it with ‹ledger› '${name}'; or take it along: rwa-batch ledger move '${name}' <to>. If it is lost, hand in its last output instead of the sheet, with ‹newLedger›: ${ledger.name} is your ledger there from then on.`,
      },
    )
  }
  const state = ledger.id !== undefined ? 'is another one than before' : existsSync(name) ? 'is empty' : 'is gone'
  return new BatchError(
    'ledger',
    `the ledger ${name} ${state}: it was used for ${target.address}, company “${use.company}”${lines}, and what was sent would be sent again`,
    {
      hint: 'Put it back from the bin or from a copy, with the file -wal that belongs to it. If it is lost, hand in its last output instead of the sheet, with ‹newLedger›.',
    },
  )
}
