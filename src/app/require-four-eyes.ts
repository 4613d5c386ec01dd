import type { RecordedRules } from '../ledger/port/rules.ts'
import { find } from '../messages/catalogue.ts'
import type { Operation } from '../pipeline/model/operation.ts'
import type { TargetLedger } from '../pipeline/model/run.ts'
import { BatchError } from '../support/errors.ts'

export interface RuleSettings {
  /** What the profile demands. @default nothing */
  demands?: RecordedRules | undefined
}

/** @throws BatchError `configuration` for a decision by one person where the company's rule is two. */
export async function requireFourEyes(
  operation: Pick<Operation, 'fourEyes'>,
  { ledger, target }: TargetLedger,
  demands: RecordedRules | undefined,
): Promise<void> {
  refuseSinglePerson(operation, demands?.fourEyes)
  const { company, address } = target
  const { fourEyes } = await ledger.rules.of(target)
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
