import { existsSync } from 'node:fs'
import { isSpelledAlike, isTestAddress } from '../../client/base-url.ts'
import type { Token } from '../../client/token.ts'
import type { HostEnvironment } from '../../ledger/ledger-location.ts'
import type { RecordedRules } from '../../ledger/port/rules.ts'
import type { Fingerprint, Target } from '../../ledger/port/targets.ts'
import type { Ledger } from '../../ledger/port.ts'
import { normalizeLabel } from '../../ledger/target-keys.ts'
import type { LedgerUse, UserRegister } from '../../ledger/user-register.ts'
import { find, logNote } from '../../messages/catalogue.ts'
import type { Operation } from '../../pipeline/model/operation.ts'
import type { RunPorts } from '../../pipeline/model/options.ts'
import { isSimulated, type TargetLedger } from '../../pipeline/model/run.ts'
import type { SettingValues } from '../../settings/all.ts'
import type { Clock } from '../../support/clock.ts'
import { BatchError } from '../../support/errors.ts'
import { type Logger, silentLogger } from '../../support/logger.ts'
import { combineRules, isLooser, ruleNames, settingOf } from './company-rules.ts'
import { findStore, type LedgerLocation } from './ledger-access.ts'
import { describeRegisterFailure, findIdOf, openRegister } from './rollback-check.ts'

export interface TargetAddress {
  address: string
  /** Identifies the data file of a sandbox. Without it, earlier submissions are taken to exist there still. */
  dataId?: string
}

export interface RuleSources {
  /** What an agreed profile demands. */
  demands: RecordedRules | undefined
  known: UserRegister | undefined
  /** A plan: what it records is deleted with its ledger. */
  isPlan?: true
}

type TargetParts = Pick<Ledger, 'id' | 'targets' | 'rules'>
type Ports = { clock: Clock; logger: Logger }

/**
 * With its rules: the ledger has the stricter of its own, of those that this user's register knows from another ledger,
 * and of those that the profile demands. A sandbox whose data was deleted is a new target, and a warning says so: it has
 * none of the earlier submissions.
 */
export async function findTarget(
  ledger: TargetParts,
  { address, dataId }: TargetAddress,
  company: string,
  sources: RuleSources,
  ports: Ports,
): Promise<Target> {
  const { targets } = ledger
  if (dataId !== undefined && (await targets.retire(address, dataId, ports.clock.now())) > 0) {
    ports.logger.warn(
      `the data of ${address} was deleted since it was last used: what was sent there before no longer counts`,
    )
  }
  const target = await targets.find(address, company, dataId)
  await keepRules(ledger, target, sources, ports)
  return target
}

async function keepRules(
  ledger: TargetParts,
  target: Target,
  { demands = {}, known, isPlan }: RuleSources,
  { clock, logger }: Ports,
): Promise<void> {
  // In a sandbox nothing is decided: the profile alone says whether two people play it.
  const { fourEyes: _, ...others } = demands
  const isPlayed = isSimulated(target)
  const wanted = isPlayed ? others : combineRules(findKnownRules(known, target, ledger.id), demands)
  await tighten(ledger, target, wanted, { clock, logger: isPlan ? silentLogger : logger })
  if (isPlayed || isPlan) return
  try {
    const { address, company } = target
    const rules = await ledger.rules.of(target)
    known?.recordRules({ address, company: normalizeLabel(company), ledgerId: ledger.id, rules })
  } catch (error) {
    logger.warn(describeRegisterFailure(error))
  }
}

/** `ledgerId`: without those of this ledger, which knows better what became of them. */
export function findKnownRules(
  known: UserRegister | undefined,
  target: Pick<Target, 'address' | 'company'>,
  ledgerId?: string,
): RecordedRules {
  const all = known?.rules().filter((each) => isOfTarget(each, target)) ?? []
  const others = all.filter((each) => each.ledgerId !== ledgerId || each.address !== target.address)
  return others.reduce((rules, each) => combineRules(rules, each.rules), {})
}

export function isOfTarget(
  known: Pick<Target, 'address' | 'company'>,
  target: Pick<Target, 'address' | 'company'>,
): boolean {
  return (
    isSpelledAlike(known.address, target.address) && normalizeLabel(known.company) === normalizeLabel(target.company)
  )
}

async function tighten(
  { rules }: TargetParts,
  target: Target,
  demands: RecordedRules,
  { clock, logger }: Ports,
): Promise<void> {
  for (const name of ruleNames.filter((each) => demands[each] !== undefined)) {
    const { combine, none, show, about } = settingOf(name)
    for (;;) {
      const { [name]: from } = await rules.of(target)
      if (!isLooser(name, demands[name], from ?? none)) break
      const to = combine(from ?? none, demands[name])
      // False: another process was faster.
      if (!(await rules.change(target, { name, from, to }, { now: clock.now() }))) continue
      const { address, company } = target
      logNote(logger, 'warn', find('rule-recorded', { name, about, shown: show(to), address, company }))
      break
    }
  }
}

/** @throws BatchError `configuration` for a decision by one person where the company's rule is two. */
export async function requireFourEyes(
  operation: Pick<Operation, 'fourEyes'>,
  { ledger, target }: TargetLedger,
  demands: RecordedRules | undefined,
): Promise<void> {
  refuseSinglePerson(operation, demands)
  refuseSinglePerson(operation, await ledger.rules.of(target), target)
}

/**
 * Before another ledger takes the place of this user's, which a refusal would come too late for.
 * @throws BatchError `configuration` as above, by the rules that the user's register knows.
 */
export function requireFourEyesByRegister(
  operation: Pick<Operation, 'fourEyes'>,
  target: Pick<Target, 'address' | 'company'>,
  surroundings: HostEnvironment,
): void {
  refuseSinglePerson(operation, findKnownRules(openRegister(surroundings), target), target)
}

/** `target`: whose rules they are; undefined for demands of the profile. @throws BatchError `configuration` as above. */
export function refuseSinglePerson(
  operation: Pick<Operation, 'fourEyes'>,
  rules: RecordedRules | undefined,
  target?: Pick<Target, 'address' | 'company'>,
): void {
  if (rules?.fourEyes !== true || operation.fourEyes === undefined) return
  const reason =
    target === undefined
      ? 'the profile requires four-eyes for decisions ("fourEyes"): one person seals the plan, another releases it'
      : `decisions of company “${target.company}” at ${target.address} require four-eyes: it is a rule of the company ("fourEyes"), with any profile or without one`
  throw new BatchError('configuration', find('four-eyes-required', { reason }))
}

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
  location: LedgerLocation,
  target: LedgerBinding['target'],
  { newLedger, ephemeralLedger }: LedgerOverrides,
): Promise<void> {
  if (isSimulated(target)) return
  const known = openRegister(location.surroundings)
  const use = known?.uses().find((each) => isOfTarget(each, target))
  const store = findStore(location)
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
  const lines = first?.sight.attempt.number ?? 0
  const own = { name, address: target.address, company: use.company, lines }
  if (name !== ledger.name) return new BatchError('usage', find('ledger-other', { ...own, found: ledger.name }))
  const state = ledger.id !== undefined ? 'is another one than before' : existsSync(name) ? 'is empty' : 'is gone'
  return new BatchError('ledger', find('ledger-replaced', { ...own, state }))
}
