import { isDatabaseAddress, requireNoPassword } from '../../ledger/database-address.ts'
import { type HostEnvironment, locateLedger } from '../../ledger/ledger-location.ts'

/**
 * The named ledger, else `RWA_LEDGER`, else the default. Returns the absolute path of a file, or the address of a
 * database without its password.
 * @throws BatchError `usage` for an address with a password that does not come from the environment.
 */
export function resolveLedger(named: string | undefined, surroundings: HostEnvironment): string {
  const { env } = surroundings
  if (named !== undefined && isDatabaseAddress(named) && named !== env['RWA_LEDGER']) {
    return requireNoPassword(named, env)
  }
  return locateLedger(named ?? env['RWA_LEDGER'], surroundings)
}
