import type { HostEnvironment } from '../ledger/ledger-location.ts'
import type { RecordedRules } from '../ledger/port/rules.ts'
import type { Target } from '../ledger/port/targets.ts'
import { find } from '../messages/catalogue.ts'
import type { Operation } from '../pipeline/model/operation.ts'
import type { TargetLedger } from '../pipeline/model/run.ts'
import { BatchError } from '../support/errors.ts'
import { findKnownRules } from './ledger/find-target.ts'
import { openRegister } from './ledger/rollback-check.ts'

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
  throw refusal(
    `decisions of company “${company}” at ${address} require four-eyes: it is a rule of the company ("fourEyes"), with any profile or without one`,
  )
}

/** Checks the profile alone, before a ledger is open. @throws BatchError `configuration` as above. */
export function refuseSinglePerson({ fourEyes }: Pick<Operation, 'fourEyes'>, isDemanded: boolean | undefined): void {
  if (isDemanded !== true || fourEyes === undefined) return
  throw refusal(
    'the profile requires four-eyes for decisions ("fourEyes"): one person seals the plan, another releases it',
  )
}

function refusal(reason: string): BatchError {
  return new BatchError('configuration', find('four-eyes-required', { reason }))
}
