import { isSpelledAlike } from '../../client/base-url.ts'
import type { HostEnvironment } from '../../ledger/ledger-location.ts'
import type { RecordedRules } from '../../ledger/port/rules.ts'
import type { Target } from '../../ledger/port/targets.ts'
import type { Ledger } from '../../ledger/port.ts'
import { normalizeLabel } from '../../ledger/target-keys.ts'
import type { UserRegister } from '../../ledger/user-register.ts'
import { find, logNote } from '../../messages/catalogue.ts'
import type { Operation } from '../../pipeline/model/operation.ts'
import { isSimulated, type TargetLedger } from '../../pipeline/model/run.ts'
import type { Clock } from '../../support/clock.ts'
import { BatchError } from '../../support/errors.ts'
import { type Logger, silentLogger } from '../../support/logger.ts'
import { combineRules, isLooser, ruleNames, settingOf } from './company-rules.ts'
import { describeRegisterFailure, openRegister } from './rollback-check.ts'

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
  refuseSinglePerson(operation, demands?.fourEyes)
  refuseByRule(operation, target, await ledger.rules.of(target))
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
  refuseByRule(operation, target, findKnownRules(openRegister(surroundings), target))
}

function refuseByRule(
  operation: Pick<Operation, 'fourEyes'>,
  { company, address }: Pick<Target, 'address' | 'company'>,
  { fourEyes }: RecordedRules,
): void {
  if (operation.fourEyes === undefined || fourEyes !== true) return
  const reason = `decisions of company “${company}” at ${address} require four-eyes: it is a rule of the company ("fourEyes"), with any profile or without one`
  throw new BatchError('configuration', find('four-eyes-required', { reason }))
}

/** Checks the profile alone, before a ledger is open. @throws BatchError `configuration` as above. */
export function refuseSinglePerson({ fourEyes }: Pick<Operation, 'fourEyes'>, isDemanded: boolean | undefined): void {
  if (isDemanded !== true || fourEyes === undefined) return
  const reason =
    'the profile requires four-eyes for decisions ("fourEyes"): one person seals the plan, another releases it'
  throw new BatchError('configuration', find('four-eyes-required', { reason }))
}
