import { isDatabaseAddress, requireNoPassword } from '../../ledger/database-address.ts'
import { findFileLedgerId } from '../../ledger/event-id.ts'
import { findUserLedger, type HostEnvironment, isFolderLedger, locateLedger } from '../../ledger/ledger-location.ts'
import { find } from '../../messages/catalogue.ts'
import { BatchError } from '../../support/errors.ts'
import { openRegister } from './rollback-check.ts'

/**
 * The named ledger, else `RWA_LEDGER`, else the default. Returns the absolute path of a file, or the address of a
 * database without its password.
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
