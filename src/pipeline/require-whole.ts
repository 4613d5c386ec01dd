import type { Ledger } from '../ledger/port.ts'
import { BatchError } from '../support/errors.ts'

/**
 * The books against what was read, and not against themselves: rows that are no longer in the ledger are in no balance
 * and in no output.
 * @throws BatchError `ledger` when the run has fewer or more rows there than it has loaded.
 */
export function requireWhole({ name, runs }: Pick<Ledger, 'name' | 'runs'>, runId: number, loaded: number): void {
  const found = runs.balance(runId).reduce((sum, { count }) => sum + count, 0)
  if (found === loaded) return
  throw new BatchError(
    'ledger',
    `the ledger ${name} has ${found} of the ${loaded} rows that this run loaded: something else has changed it meanwhile`,
    {
      hint: 'Make sure that nothing else uses this file, by any name, then start the same command again: what was created stands in the ledger.',
    },
  )
}
