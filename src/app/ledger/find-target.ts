import { isSpelledAlike } from '../../client/base-url.ts'
import type { RecordedRules } from '../../ledger/port/rules.ts'
import type { Target } from '../../ledger/port/targets.ts'
import type { Ledger } from '../../ledger/port.ts'
import { normalizeLabel } from '../../ledger/target-keys.ts'
import type { UserRegister } from '../../ledger/user-register.ts'
import { find, logNote } from '../../messages/catalogue.ts'
import type { Operation } from '../../pipeline/model/operation.ts'
import type { RunPorts } from '../../pipeline/model/options.ts'
import { isSimulated, type TargetLedger } from '../../pipeline/model/run.ts'
import { BatchError } from '../../support/errors.ts'
import { silentLogger } from '../../support/logger.ts'
import { combineRules, isLooser, ruleNames, settingOf } from './company-rules.ts'
import type { LedgerLocation } from './ledger-access.ts'
import { describeRegisterFailure, openRegister } from './rollback-check.ts'

export interface TargetAddress {
  address: string
  /** Identifies the data file of a sandbox. Without it, earlier submissions are taken to exist there still. */
  dataId?: string
}

/** A company at an address, as its user names it. */
export interface TargetOfUser {
  company: string
  /** Of an agreed profile. @default none */
  demands?: RecordedRules | undefined
  destination: TargetAddress & { label?: string }
  /** Where the end of a run is told. @default nowhere */
  notify?: string | undefined
}

/** `isPlan`: what is recorded is deleted with its ledger. */
type Ports = Pick<RunPorts, 'clock' | 'logger'> & { isPlan?: true }
type TargetParts = Pick<Ledger, 'id' | 'targets' | 'rules'>

/**
 * With its rules: the ledger has the stricter of its own, of those that this user's register knows from another ledger,
 * and of those that the profile demands. A sandbox whose data was deleted is a new target, and a warning says so: it has
 * none of the earlier submissions.
 */
export async function findTarget(
  ledger: TargetParts,
  { company, destination, demands = {}, surroundings }: TargetOfUser & Pick<LedgerLocation, 'surroundings'>,
  { clock, logger, isPlan }: Ports,
): Promise<Target> {
  const { targets, rules } = ledger
  const { address, dataId } = destination
  if (dataId !== undefined && (await targets.retire(address, dataId, clock.now())) > 0) {
    logger.warn(
      `the data of ${address} was deleted since it was last used: what was sent there before no longer counts`,
    )
  }
  const target = await targets.find(address, company, dataId)
  const known = openRegister(surroundings)
  // In a sandbox nothing is decided: the profile alone says whether two people play it.
  const { fourEyes: _, ...others } = demands
  const isPlayed = isSimulated(target)
  const wanted = isPlayed ? others : combineRules(findKnownRules(known, target, ledger.id), demands)
  await tighten(ledger, target, wanted, { clock, logger: isPlan ? silentLogger : logger })
  if (isPlayed || isPlan) return target
  try {
    const names = { address: target.address, company: normalizeLabel(target.company), ledgerId: ledger.id }
    known?.recordRules({ ...names, rules: await rules.of(target) })
  } catch (error) {
    logger.warn(describeRegisterFailure(error))
  }
  return target
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

async function tighten({ rules }: TargetParts, target: Target, demands: RecordedRules, { clock, logger }: Ports) {
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
  { company, destination: { address }, surroundings }: TargetOfUser & Pick<LedgerLocation, 'surroundings'>,
): void {
  const target = { address, company }
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
