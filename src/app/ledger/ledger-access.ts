import { dirname, resolve } from 'node:path'
import { runSecretCommand } from '../../client/token.ts'
import { isDatabaseAddress, requireNoPassword } from '../../ledger/database-address.ts'
import { findFileLedgerId } from '../../ledger/event-id.ts'
import type { KeyLocator } from '../../ledger/forgetting/forget-key.ts'
import {
  findForgetKeyFile,
  findSpoolFolder,
  findUserLedger,
  type HostEnvironment,
  isFolderLedger,
  locateLedger,
} from '../../ledger/ledger-location.ts'
import { initLedger, ledgerAt, type MadeLedger, moveLedger } from '../../ledger/open.ts'
import type { Ledger, LedgerStore } from '../../ledger/port.ts'
import { find, logNote } from '../../messages/catalogue.ts'
import { type Clock, toIsoTime } from '../../support/clock.ts'
import { BatchError } from '../../support/errors.ts'
import type { Logger } from '../../support/logger.ts'
import { findIdOf, openRegister, recordSight, requireNotRolledBack, trackLedger } from './rollback-check.ts'

/**
 * The named ledger, else `RWA_LEDGER`, else the default: a file's path, or a database's address without its password.
 * @throws BatchError `usage` for an address with a password that does not come from the environment, and for a ledger
 * in the folder that this user has never used.
 */
export function resolveLedger(named: string | undefined, surroundings: HostEnvironment): string {
  const { env, folder } = surroundings
  if (named !== undefined && isDatabaseAddress(named) && named !== env['RWA_LEDGER']) {
    return requireNoPassword(named, env)
  }
  const given = named ?? env['RWA_LEDGER'] ?? ''
  const found = locateLedger(given, surroundings)
  if (given === '' && isFolderLedger(found, folder) && !isKnown(found, surroundings)) {
    throw new BatchError('usage', find('ledger-of-folder', { file: found, own: findUserLedger(surroundings) }))
  }
  return found
}

/** A file without a name, lost or damaged, is known by its path: opening it says what is wrong. */
function isKnown(file: string, surroundings: HostEnvironment): boolean {
  const known = openRegister(surroundings)
  const ledgers = known?.ledgers() ?? []
  const id = findFileLedgerId(file)
  if (id === undefined) return ledgers.some(({ name }) => name === file)
  return [...ledgers.map(({ sight }) => sight), ...(known?.uses() ?? [])].some(({ ledgerId }) => ledgerId === id)
}

export interface LedgerLocation {
  /** An absolute path, or the address of a database without its password. */
  ledger: string
  /** Environment of the ledger's user: passwords, and the folder for files about a database. */
  surroundings: HostEnvironment
  /** Of a run's input and output: a workbook there may know more of the ledger than itself. */
  folders?: readonly string[]
}

/** Where a workbook of an earlier run may stand: beside these files. */
export function foldersOf(...files: readonly (string | undefined)[]): string[] {
  return files.flatMap((file) => (file === undefined ? [] : [dirname(resolve(file))]))
}

/** Neither opens nor plans with a ledger that differs from the user's register. */
export function findStore({ ledger, surroundings, folders }: LedgerLocation): LedgerStore {
  const store = ledgerAt(ledger, surroundings.env)
  const known = openRegister(surroundings)
  const findForgetKey = locateForgetKey(surroundings)
  return {
    ...store,
    async open(options) {
      await requireNotRolledBack(store, known, folders)
      return store.open({ findForgetKey, ...options })
    },
    async openExcerpt(folder, clock) {
      await requireNotRolledBack(store, known, folders)
      return store.openExcerpt(folder, clock, findForgetKey)
    },
  }
}

/** `interrupt` ends the use of the ledger. */
export interface LedgerPorts {
  clock: Clock
  logger: Logger
  interrupt?: AbortSignal | undefined
}

export interface LedgerSettings extends LedgerLocation {
  /** Takes one line of JSON with results that the ledger could not write and that must not be lost. */
  onSpill(line: string): void
}

export async function openTrackedLedger(settings: LedgerSettings, ports: LedgerPorts): Promise<Ledger> {
  const { surroundings, onSpill } = settings
  const store = findStore(settings)
  const ledger = await store.open({
    clock: ports.clock,
    interrupt: ports.interrupt,
    onSpill: (record) => onSpill(JSON.stringify(record)),
    folder: findSpoolFolder(surroundings),
  })
  return trackLedger(store, ledger, openRegister(surroundings), ports)
}

/** Opens the ledger for `use`, reports its state, and closes it. @throws BatchError when it cannot be opened. */
export async function withLedger<Result>(
  settings: LedgerSettings,
  ports: LedgerPorts,
  use: (ledger: Ledger) => Promise<Result>,
): Promise<Result> {
  const { logger } = ports
  const ledger = await openTrackedLedger(settings, ports)
  try {
    logLedgerState(ledger, settings.surroundings.folder, logger)
    if (ledger.recovered > 0) {
      logger.warn(
        `an earlier run ended without an answer to ${ledger.recovered} of its requests: their outcome is unknown`,
      )
    }
    return await use(ledger)
  } finally {
    await ledger.close()
  }
}

/** `acceptsRestored`: the register of this user no longer counts for it. */
export async function createLedger(
  { ledger, surroundings }: LedgerLocation,
  clock: Clock,
  acceptsRestored: boolean,
): Promise<MadeLedger> {
  const store = ledgerAt(ledger, surroundings.env)
  const known = openRegister(surroundings)
  if (acceptsRestored) {
    const id = await findIdOf(store)
    if (id !== undefined) known?.forgetLedger(id)
  }
  await requireNotRolledBack(store, known)
  const folder = findSpoolFolder(surroundings)
  const made = await initLedger(ledger, surroundings.env, { clock, folder, acceptsRestored })
  // A run in this folder may use it without its name. Where the register cannot be written, that run says so.
  await recordSight(store, known, clock).catch(() => {})
  return made
}

/** Moves a whole ledger. The register's entries for the old location do not apply to the new one. */
export async function relocateLedger(from: LedgerLocation, to: string, clock: Clock): Promise<void> {
  const { env } = from.surroundings
  const store = ledgerAt(from.ledger, env)
  const known = openRegister(from.surroundings)
  await requireNotRolledBack(store, known)
  const id = await findIdOf(store)
  await moveLedger(from.ledger, to, { env, clock })
  if (id === undefined) return
  known?.forgetLedger(id)
  await recordSight(ledgerAt(to, env), known, clock)
}

/** Reports, before anything is sent, a new ledger or one that other folders do not share. */
export function logLedgerState(
  state: Pick<Ledger, 'name' | 'isNew'> & Partial<Pick<Ledger, 'rights' | 'replayedOutcomes' | 'counterMissingSince'>>,
  folder: string,
  logger: Logger,
): void {
  const { name, replayedOutcomes = 0, counterMissingSince: since } = state
  if (replayedOutcomes > 0)
    logger.warn(`${replayedOutcomes} outcomes that the ledger could not write before are in it now`)
  if (state.isNew) logNote(logger, 'warn', find('ledger-new', { name }))
  else if (isFolderLedger(name, folder))
    logger.info(`using the ledger of this folder, ${name}; other folders have another one`)
  if (since !== undefined) {
    const last = since === 0 ? 'of nothing that was sent' : `of nothing after ${toIsoTime(since)}`
    logger.warn(
      `the ledger ${name} came without its mark, as a copy does: it knows ${last}; what was sent later would be sent again`,
    )
  }
  const held = `the ledger ${name}, which holds personal data`
  if (state.rights === 'tightened') logger.warn(`others could use ${held}: now only you can`)
  if (state.rights === 'open') logger.warn(`others can use ${held}: chmod 600 it, or have it done`)
}

/** More than any key has. */
const longestText = 1_000

/**
 * A command of the environment goes before a file. It runs once at most, when the key is needed, and never comes from a
 * profile, which may be a stranger's.
 */
export function locateForgetKey(surroundings: HostEnvironment): KeyLocator {
  const { env } = surroundings
  const command = env['RWA_FORGET_KEY_COMMAND']
  if (command === undefined || command === '') return (ledgerId) => findForgetKeyFile(surroundings, ledgerId)
  let printed: Promise<string> | undefined
  const print = (): Promise<string> => {
    printed ??= runSecretCommand('key', command, env, readText)
    return printed
  }
  return () => ({ print })
}

async function readText(output: AsyncIterable<Uint8Array>): Promise<string> {
  let text = ''
  for await (const chunk of output) if (text.length < longestText) text += Buffer.from(chunk).toString('latin1')
  return text
}
