import { BatchError } from '../support/errors.ts'
import { damageHint } from './damage.ts'

type Revive = (key: string, value: unknown) => unknown

/**
 * JSON that an earlier run of this program wrote into the ledger; `what` says of what kind, never what it holds.
 * @throws BatchError `ledger` when it is none any more: the file was altered or damaged.
 */
export function parseStored<Kept extends object>(json: string, what: string, revive?: Revive): Kept {
  const kept = parseObject<Kept>(json, revive)
  if (kept !== undefined) return kept
  throw new BatchError(
    'ledger',
    `a ${what} in the ledger is not as it was written: the file was altered or is damaged`,
    { hint: damageHint },
  )
}

/** The same for what a run can do without: undefined when it is of no use any more. */
export function parseObject<Kept extends object>(json: string | undefined, revive?: Revive): Kept | undefined {
  try {
    const value: unknown = JSON.parse(json ?? 'null', revive)
    return typeof value === 'object' && value !== null ? (value as Kept) : undefined
  } catch {
    return undefined
  }
}
