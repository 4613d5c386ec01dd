import { isDatabaseAddress, requireNoPassword } from '../ledger/database-address.ts'
import { findKeepingFolder, findMemory, isMemoryOfFolder, type Surroundings } from '../ledger/memory-place.ts'
import { initLedger, ledgerAt, type MadeLedger, moveLedger } from '../ledger/open.ts'
import type { Ledger, LedgerStore } from '../ledger/port.ts'
import { type Clock, toIsoTime } from '../support/clock.ts'
import type { Logger } from '../support/logger.ts'
import { keepInMind, knownLedgersOf, requireAsSeen } from './known-memory.ts'

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

/** The ledger that a setting names. One that is not what this user has seen of it is neither opened nor copied. */
export function storeOf({ ledger, surroundings }: LedgerPlace): LedgerStore {
  const store = ledgerAt(ledger, surroundings.env)
  const known = knownLedgersOf(surroundings)
  return {
    ...store,
    async open(options) {
      await requireAsSeen(store, known)
      return store.open(options)
    },
    async openCopy(folder, clock) {
      await requireAsSeen(store, known)
      return store.openCopy(folder, clock)
    },
  }
}

/** Opens it. `onSpill` takes one line of JSON of what the ledger could not take and must not be lost. */
export async function openStore(
  place: LedgerPlace,
  ports: { clock: Clock; logger: Logger; onSpill(line: string): void },
): Promise<Ledger> {
  const store = storeOf(place)
  const ledger = await store.open({
    clock: ports.clock,
    onSpill: (record) => ports.onSpill(JSON.stringify(record)),
    folder: findKeepingFolder(place.surroundings),
  })
  return keepInMind(store, ledger, knownLedgersOf(place.surroundings), ports)
}

/** Makes the ledger at an address. `acceptsRestored`: what this user has seen of it no longer counts. */
export async function makeMemory(
  { ledger, surroundings }: LedgerPlace,
  clock: Clock,
  acceptsRestored: boolean,
): Promise<MadeLedger> {
  const store = ledgerAt(ledger, surroundings.env)
  const known = knownLedgersOf(surroundings)
  if (acceptsRestored) {
    const look = await store.look()
    await look?.close()
    if (look !== undefined) known?.forgetSight(look.sight.ledgerId)
  }
  await requireAsSeen(store, known)
  return initLedger(ledger, surroundings.env, { clock, folder: findKeepingFolder(surroundings), acceptsRestored })
}

/** Takes all of a ledger to another place. What was seen of the old one is not what is to be seen of the new one. */
export async function moveMemory(from: LedgerPlace, to: string, clock: Clock): Promise<void> {
  const { env } = from.surroundings
  const store = ledgerAt(from.ledger, env)
  const known = knownLedgersOf(from.surroundings)
  await requireAsSeen(store, known)
  const look = await store.look()
  await look?.close()
  await moveLedger(from.ledger, to, { env, clock })
  if (look !== undefined) known?.forgetSight(look.sight.ledgerId)
}

/** What somebody must know of the memory before anything is sent: that it is new, or one that other folders do not share. */
export function announceMemory(
  {
    name,
    isNew,
    rights = 'own',
    takenIn = 0,
    unmarkedSince,
  }: Pick<Ledger, 'name' | 'isNew'> & Partial<Pick<Ledger, 'rights' | 'takenIn' | 'unmarkedSince'>>,
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
  if (unmarkedSince !== undefined) {
    const last =
      unmarkedSince === 0
        ? 'it knows of nothing that was sent'
        : `it knows of nothing after ${toIsoTime(unmarkedSince)}`
    logger.warn(
      `the ledger ${name} came without its mark, as a copy does: ${last}; what was sent later would be sent again`,
    )
  }
  if (rights === 'tightened')
    logger.warn(`others could use the ledger ${name}, which holds personal data: now only you can`)
  if (rights === 'open')
    logger.warn(`others can use the ledger ${name}, which holds personal data: chmod 600 it, or have it done`)
}
