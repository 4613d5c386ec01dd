import { BatchError } from '../support/errors.ts'

/** The key in a ledger's table `meta` that says where it went. */
export const movedToKey = 'moved_to'

/** @throws BatchError `ledger` for one that was moved: what is sent since is known elsewhere only. */
export function requireNotMoved(name: string, to: string | undefined): void {
  if (to === undefined) return
  throw new BatchError('ledger', `the ledger ${name} was moved to ${to}: what is sent since is known only there`, {
    hint: `Name it with ‹ledger› ${to}.`,
  })
}
