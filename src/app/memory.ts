import { isDatabaseAddress, requireNoPassword } from '../ledger/database-address.ts'
import { findKeepingFolder, findMemory, isMemoryOfFolder, type Surroundings } from '../ledger/memory-place.ts'
import { ledgerAt } from '../ledger/open.ts'
import type { Ledger, LedgerStore } from '../ledger/port.ts'
import type { Clock } from '../support/clock.ts'
import type { Logger } from '../support/logger.ts'

/**
 * The ledger that is named, else that of `RWA_LEDGER`, else the one that serves without: the absolute path of a file, or the
 * address of a database without its password.
 * @throws BatchError `usage` for one with a password that did not come from the environment.
 */
export function resolveMemory(named: string | undefined, surroundings: Surroundings): string {
  const { env } = surroundings
  if (named !== undefined && isDatabaseAddress(named) && named !== env['RWA_LEDGER']) {
    return requireNoPassword(named, env)
  }
  return findMemory(named ?? env['RWA_LEDGER'], surroundings)
}

/** A ledger as a setting of a run. */
export interface LedgerPlace {
  /** An absolute path, or the address of a database without its password. */
  ledger: string
  /** Of the user whose ledger it is: passwords, and where what belongs to a database is kept. */
  surroundings: Surroundings
}

/** The ledger that a setting names. Nothing is looked at yet. */
export function storeOf({ ledger, surroundings }: LedgerPlace): LedgerStore {
  return ledgerAt(ledger, surroundings.env)
}

/** Opens it. `onSpill` takes one line of JSON of what the ledger could not take and must not be lost. */
export function openStore(
  place: LedgerPlace,
  { clock, onSpill }: { clock: Clock; onSpill(line: string): void },
): Promise<Ledger> {
  return storeOf(place).open({
    clock,
    onSpill: (record) => onSpill(JSON.stringify(record)),
    folder: findKeepingFolder(place.surroundings),
  })
}

/** What somebody must know of the memory before anything is sent: that it is new, or one that other folders do not share. */
export function announceMemory(
  {
    name,
    isNew,
    rights = 'own',
    takenIn = 0,
  }: Pick<Ledger, 'name' | 'isNew'> & Partial<Pick<Ledger, 'rights' | 'takenIn'>>,
  folder: string,
  logger: Logger,
): void {
  if (takenIn > 0) logger.warn(`${takenIn} outcomes that the ledger could not take when they came are in it now`)
  if (isNew) {
    logger.warn(
      `the memory is new: ${name}. Nothing that was sent before is known there; an earlier one is named with ‹ledger›`,
    )
  } else if (isMemoryOfFolder(name, folder)) {
    logger.info(`the memory of this folder is used, ${name}; other folders have another one`)
  }
  if (rights === 'tightened')
    logger.warn(`others could use the ledger ${name}, which holds personal data: now only you can`)
  if (rights === 'open')
    logger.warn(`others can use the ledger ${name}, which holds personal data: chmod 600 it, or have it done`)
}
