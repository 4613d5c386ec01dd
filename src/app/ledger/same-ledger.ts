import { existsSync } from 'node:fs'
import { isSpelledAlike, isTestAddress } from '../../client/base-url.ts'
import type { Token } from '../../client/token.ts'
import type { Fingerprint, Target } from '../../ledger/port/targets.ts'
import { normalizeLabel } from '../../ledger/target-keys.ts'
import type { LedgerUse, UserRegister } from '../../ledger/user-register.ts'
import { find } from '../../messages/catalogue.ts'
import type { RunPorts } from '../../pipeline/model/options.ts'
import { isSimulated } from '../../pipeline/model/run.ts'
import type { SettingValues } from '../../settings/all.ts'
import { BatchError } from '../../support/errors.ts'
import { type Logger, silentLogger } from '../../support/logger.ts'
import { isOfTarget, type TargetOfUser } from './find-target.ts'
import { findStore, type LedgerLocation } from './ledger-access.ts'
import { describeRegisterFailure, findIdOf, openRegister } from './rollback-check.ts'

/** What a user overrides for one run: which ledger counts, and where the token may go. */
export type UserOverrides = Pick<SettingValues, 'newLedger' | 'ephemeralLedger' | 'trustAddress' | 'tokenRotated'>
export type LedgerOverrides = Pick<UserOverrides, 'newLedger' | 'ephemeralLedger'>

/** `id` is undefined while the ledger does not exist. */
export interface LedgerBinding {
  ledger: { id: string | undefined; name: string }
  target: Pick<Target, 'address' | 'company'>
}

/**
 * A user has one ledger for each address and company: a second one would create the first one's rows again, and so
 * would one that ends with its place. The check runs before any access to the ledger.
 * @throws BatchError `usage` when it is another ledger, `configuration` when it is new in a place that does not last.
 */
export async function requireSameLedger(
  settings: LedgerLocation & TargetOfUser & Partial<LedgerOverrides>,
): Promise<void> {
  const { company, destination, newLedger, ephemeralLedger } = settings
  const target = { address: destination.address, company }
  if (isSimulated(target)) return
  const known = openRegister(settings.surroundings)
  const use = known?.uses().find((each) => isOfTarget(each, target))
  const store = findStore(settings)
  const ledger = { id: use && (await findIdOf(store)), name: store.name }
  if (use !== undefined && use.ledgerId === ledger.id) return
  if (known !== undefined && use !== undefined && !newLedger) throw refuseLedger(known, use, { ledger, target })
  if (!ephemeralLedger && !isTestAddress(target.address)) store.requireLasting()
}

/**
 * Runs before a token goes to a target for which the ledger does not know it yet.
 * @throws BatchError `usage` when this user has another ledger for it, `configuration` when only other hosts have
 * accepted the token and the user does not agree.
 */
export async function requireKnownAddress(
  known: UserRegister | undefined,
  binding: LedgerBinding,
  token: Token,
  { newLedger, trustAddress }: Pick<UserOverrides, 'newLedger' | 'trustAddress'>,
  ask: RunPorts['ask'],
): Promise<void> {
  if (known === undefined) return
  const uses = known.uses()
  const isOfToken = await Promise.all(
    uses.map(({ fingerprint }) => fingerprint !== undefined && token.matches(fingerprint)),
  )
  const accepted = uses.filter((_, index) => isOfToken[index] === true)
  const { address } = binding.target
  const other = accepted.find((use) => use.ledgerId !== binding.ledger.id && isSpelledAlike(use.address, address))
  if (other !== undefined && !newLedger) throw refuseLedger(known, other, binding)
  const [first] = accepted
  // With its port: another one of the same machine may be another account's server.
  const hostOf = (each: string): string => new URL(each).host
  if (first === undefined || trustAddress || accepted.some((use) => hostOf(use.address) === hostOf(address))) return
  if ((await ask?.({ kind: 'address', known: first.address, address })) === true) return
  throw new BatchError('configuration', find('token-elsewhere', { known: first.address, address }))
}

/** Records a submission with this ledger, and the token once it was accepted. */
export function recordUse(
  known: UserRegister | undefined,
  { ledger, target: { address, company } }: LedgerBinding & { ledger: { id: string } },
  fingerprint: Fingerprint | undefined,
  logger: Logger = silentLogger,
): void {
  try {
    const use = { address, company: normalizeLabel(company), ledgerId: ledger.id }
    known?.recordUse(fingerprint === undefined ? use : { ...use, fingerprint })
  } catch (error) {
    logger.warn(describeRegisterFailure(error))
  }
}

function refuseLedger(known: UserRegister, use: LedgerUse, { ledger, target }: LedgerBinding): BatchError {
  const first = known.ledgers().find(({ sight }) => sight.ledgerId === use.ledgerId)
  const name = first?.name ?? `the one with the name ${use.ledgerId}`
  const lines = String(first?.sight.attempt.number || '')
  const own = { name, address: target.address, company: use.company, lines }
  if (name !== ledger.name) return new BatchError('usage', find('ledger-other', { ...own, found: ledger.name }))
  const state = ledger.id !== undefined ? 'is another one than before' : existsSync(name) ? 'is empty' : 'is gone'
  return new BatchError('ledger', find('ledger-replaced', { ...own, state }))
}
