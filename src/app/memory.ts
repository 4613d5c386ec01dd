import { isDatabaseAddress, requireNoPassword } from '../ledger/database-address.ts'
import { findKeepingFolder, findMemory, isMemoryOfFolder } from '../ledger/memory-place.ts'
import type { Ledger } from '../ledger/port.ts'
import type { Logger } from '../support/logger.ts'

/**
 * The ledger that is named, else that of `RWA_LEDGER`, else the one that serves without: the absolute path of a file, or the
 * address of a database without its password.
 * @throws BatchError `usage` for one with a password that did not come from the environment.
 */
export function resolveMemory(named: string | undefined): string {
  const { platform, env } = process
  if (named !== undefined && isDatabaseAddress(named) && named !== env['RWA_LEDGER']) {
    return requireNoPassword(named, env)
  }
  return findMemory(named ?? env['RWA_LEDGER'], { platform, env, folder: process.cwd() })
}

/** Where this user keeps what belongs to a ledger in a database. */
export function resolveKeepingFolder(): string | undefined {
  return findKeepingFolder(process)
}

/** What somebody must know of the memory before anything is sent: that it is new, or one that other folders do not share. */
export function announceMemory(
  {
    name,
    isNew,
    rights = 'own',
    takenIn = 0,
  }: Pick<Ledger, 'name' | 'isNew'> & Partial<Pick<Ledger, 'rights' | 'takenIn'>>,
  logger: Logger,
): void {
  if (takenIn > 0) logger.warn(`${takenIn} outcomes that the ledger could not take when they came are in it now`)
  if (isNew) {
    logger.warn(
      `the memory is new: ${name}. Nothing that was sent before is known there; an earlier one is named with ‹ledger›`,
    )
  } else if (isMemoryOfFolder(name, process.cwd())) {
    logger.info(`the memory of this folder is used, ${name}; other folders have another one`)
  }
  if (rights === 'tightened')
    logger.warn(`others could use the ledger ${name}, which holds personal data: now only you can`)
  if (rights === 'open')
    logger.warn(`others can use the ledger ${name}, which holds personal data: chmod 600 it, or have it done`)
}
