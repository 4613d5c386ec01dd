import type { Operation } from '../../pipeline/terms/operation.ts'
import { BatchError } from '../../support/errors.ts'

/** @throws BatchError `configuration` where the profile demands a second person, and one alone would send. */
export function requireSecondPair(
  { secondPair }: Pick<Operation, 'secondPair'>,
  { isDemanded, isRelease }: { isDemanded: boolean; isRelease: boolean },
): void {
  if (!isDemanded || isRelease || secondPair === undefined) return
  throw new BatchError(
    'configuration',
    'the profile demands a second person ("secondPair"): nothing is decided by one alone',
    {
      hint: 'Seal the plan with ‹seal› <plan.xlsx> ‹by› <staff id>; then somebody else reads it and releases it with ‹release› <plan.xlsx> ‹by› <another staff id>. Nothing was sent.',
    },
  )
}
