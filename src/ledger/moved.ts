import { find } from '../messages/catalogue.ts'
import { BatchError } from '../support/errors.ts'

/** Key in the ledger's table `meta`: the address to which it was moved. */
export const movedToKey = 'moved_to'

/** What else of the table `meta` moves with a ledger, as a list of SQL. */
export const movingKeys = `('ledger_id', 'forget_key')`

/** @throws BatchError `ledger` for a moved ledger: only the new one knows the requests sent since. */
export function requireNotMoved(name: string, to: string | undefined): void {
  if (to === undefined) return
  throw new BatchError('ledger', find('ledger-moved', { name, to }))
}
