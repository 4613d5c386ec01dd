import { find } from '../messages/catalogue.ts'
import type { Operation } from '../pipeline/model/operation.ts'
import type { TargetLedger } from '../pipeline/model/run.ts'
import { isSimulated } from '../pipeline/model/run.ts'
import { type Clock, toIsoTime } from '../support/clock.ts'
import { BatchError } from '../support/errors.ts'
import type { Logger } from '../support/logger.ts'

export interface FourEyesSettings {
  /** A decision needs two people. @default false */
  fourEyes?: boolean | undefined
}

export interface FourEyesFacts {
  isDemanded: boolean
  isRelease: boolean
}

/**
 * Records the demand for the target: from then on a decision there needs two people, with any profile or without one.
 * Permanent: a person who could end it could decide alone. The sandbox is exempt.
 * @throws BatchError `configuration` for a decision by one person.
 */
export async function requireFourEyes(
  operation: Pick<Operation, 'fourEyes'>,
  { ledger: { targets }, target }: TargetLedger,
  { isDemanded, isRelease }: FourEyesFacts,
  { clock, logger }: { clock: Clock; logger: Logger },
): Promise<void> {
  const { company, address } = target
  if (isDemanded && !isSimulated(target) && (await targets.enableFourEyes(target, clock.now())))
    logger.warn(
      `from now on every decision of company “${company}” at ${address} needs two people ("fourEyes"): the ledger keeps that, and no command ends it`,
    )
  refuseSinglePerson(operation, { isDemanded, isRelease })
  const since = operation.fourEyes === undefined || isRelease ? undefined : await targets.fourEyesSince(target)
  if (since === undefined) return
  throw refusal(
    `decisions of company “${company}” at ${address} require four-eyes: a profile set it on ${toIsoTime(since).slice(0, 10)} ("fourEyes"), and the ledger keeps that with any profile or without one`,
  )
}

/** Checks the profile alone, before a ledger is open. @throws BatchError `configuration` as above. */
export function refuseSinglePerson(
  { fourEyes }: Pick<Operation, 'fourEyes'>,
  { isDemanded, isRelease }: FourEyesFacts,
): void {
  if (!isDemanded || isRelease || fourEyes === undefined) return
  throw refusal(
    'the profile requires four-eyes for decisions ("fourEyes"): one person seals the plan, another releases it',
  )
}

function refusal(why: string): BatchError {
  return new BatchError('configuration', find('four-eyes-required', { reason: why }))
}
