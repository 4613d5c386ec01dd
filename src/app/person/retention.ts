import { formatOperator } from '../../ledger/operator.ts'
import type { RetentionPeriods } from '../../ledger/port/retention.ts'
import { find } from '../../messages/catalogue.ts'
import { parsePeriod, startOfPeriod } from '../../settings/calendar-period.ts'
import { retentionNames } from '../../settings/forgetting.ts'
import type { Clock } from '../../support/clock.ts'
import { BatchError } from '../../support/errors.ts'
import type { Logger } from '../../support/logger.ts'
import { explainFailure } from '../explain-failure.ts'
import { findStore } from '../ledger/ledger-access.ts'
import { type LedgerSettings, withLedger } from '../ledger/with-ledger.ts'

export interface ChosenPeriod {
  period: string
  from: 'profile' | 'ledger'
  /** Another one, of the ledger, which the profile overrides. */
  overridden?: string
}

export type ChosenPeriods = Partial<Record<keyof RetentionPeriods, ChosenPeriod>>

/** The profile wins over the ledger. Pure. */
export function choosePeriods(profile: RetentionPeriods, ledger: RetentionPeriods): ChosenPeriods {
  const chosen: ChosenPeriods = {}
  for (const name of retentionNames) {
    const [own, shared] = [profile[name], ledger[name]]
    if (own !== undefined)
      chosen[name] = {
        period: own,
        from: 'profile',
        ...(shared === undefined || shared === own ? {} : { overridden: shared }),
      }
    else if (shared !== undefined) chosen[name] = { period: shared, from: 'ledger' }
  }
  return chosen
}

/** One line for each kind of content. Pure. */
export function describePeriods(chosen: ChosenPeriods): string[] {
  return retentionNames.map((name) => {
    const { period, from, overridden } = chosen[name] ?? {}
    if (period === undefined) return `Period of ${name}: none, kept until they are forgotten by hand`
    const other = overridden === undefined ? '' : `; ${overridden}, of the ledger, is not used`
    return `Period of ${name}: ${period}, of the ${from}${other}`
  })
}

/**
 * Start of the time in which content is kept; undefined: for ever.
 * @throws BatchError `ledger` for a period that this program does not know.
 */
export function startOfKeeping(chosen: ChosenPeriod | undefined, now: number): number | undefined {
  if (chosen === undefined) return undefined
  const period = parsePeriod(chosen.period)
  if (period === undefined) throw new BatchError('ledger', find('stored-unreadable', { what: 'period' }))
  return startOfPeriod(now, period)
}

/**
 * The periods that hold, after a change of the ledger's own if one is asked for.
 * @throws BatchError `ledger` for a change when there is no ledger, `surroundings` for one who may not.
 */
export async function keepRetention(
  change: RetentionPeriods,
  profile: RetentionPeriods,
  settings: LedgerSettings,
  { clock, logger }: { clock: Clock; logger: Logger },
): Promise<ChosenPeriods> {
  const store = findStore(settings)
  const isThere = await store.exists()
  if (Object.keys(change).length === 0) return choosePeriods(profile, isThere ? await store.retention() : {})
  if (!isThere) throw new BatchError('ledger', find('ledger-missing', { file: store.name, here: 'there' }))
  try {
    return await withLedger(settings, { clock, logger }, async ({ retention }) =>
      choosePeriods(profile, await retention.change(change, { by: formatOperator(), now: clock.now() })),
    )
  } catch (error) {
    throw explainFailure(error)
  }
}
