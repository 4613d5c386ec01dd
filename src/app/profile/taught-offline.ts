import { isDatabaseAddress } from '../../ledger/database-address.ts'
import type { HostEnvironment } from '../../ledger/ledger-location.ts'
import type { Operation } from '../../pipeline/model/operation.ts'
import { readTaughtFields, type TaughtFields } from '../check/taught-fields.ts'
import { resolveLedger } from '../ledger/ledger-access.ts'
import { type FoundProfile, resolvePath } from './profile.ts'
import { locateTarget } from './profile-demands.ts'

/**
 * What was accepted and refused, for a check without a network: from a file, by the address of the profile or the environment. Empty where that
 * cannot be read: a command that opens it says why.
 */
export async function readTaughtOffline(
  found: FoundProfile | undefined,
  surroundings: HostEnvironment,
  operation: Pick<Operation, 'name' | 'sheet'>,
): Promise<TaughtFields> {
  try {
    const target = locateTarget(found, surroundings)
    const named = found?.profile.ledger
    const ledger = resolveLedger(named && found ? resolvePath(found, named) : undefined, surroundings)
    if (target === undefined || isDatabaseAddress(ledger)) return new Map()
    return await readTaughtFields({ ledger, surroundings }, target, operation)
  } catch {
    return new Map()
  }
}
