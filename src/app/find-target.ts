import type { Target, Targets } from '../ledger/port/targets.ts'
import type { Clock } from '../support/clock.ts'
import type { Logger } from '../support/logger.ts'

/** Whom a run speaks to, as the ledger knows it. */
export interface TargetAddress {
  address: string
  /** Of a sandbox: which data it has. Without it what was sent there is taken to be there still. */
  dataId?: string
}

/** The target of a run. A sandbox whose data was deleted has nothing of what was sent to it: it is a new one, which is said. */
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
