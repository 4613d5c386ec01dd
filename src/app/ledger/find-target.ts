import type { Target, Targets } from '../../ledger/port/targets.ts'
import type { Clock } from '../../support/clock.ts'
import type { Logger } from '../../support/logger.ts'

export interface TargetAddress {
  address: string
  /** Identifies the data file of a sandbox. Without it, earlier submissions are taken to exist there still. */
  dataId?: string
}

/** A sandbox whose data was deleted is a new target, and a warning says so: it has none of the earlier submissions. */
export async function findTarget(
  targets: Pick<Targets, 'find' | 'retire'>,
  { address, dataId }: TargetAddress,
  company: string,
  { clock, logger }: { clock: Clock; logger: Logger },
): Promise<Target> {
  if (dataId !== undefined && (await targets.retire(address, dataId, clock.now())) > 0) {
    logger.warn(
      `the data of ${address} was deleted since it was last used: what was sent there before no longer counts`,
    )
  }
  return await targets.find(address, company, dataId)
}
