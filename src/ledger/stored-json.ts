import { find } from '../messages/catalogue.ts'
import { attempt, BatchError } from '../support/errors.ts'

type Revive = (key: string, value: unknown) => unknown

/**
 * JSON from an earlier run; `what` names its kind, never its content.
 * @throws BatchError `ledger` when it is invalid: the file was altered or damaged.
 */
export function parseStored<Kept extends object>(json: string, what: string, revive?: Revive): Kept {
  const kept = parseObject<Kept>(json, revive)
  if (kept !== undefined) return kept
  throw new BatchError('ledger', find('stored-unreadable', { what }))
}

/** For JSON that a run can do without: undefined when it is missing or unusable. */
export function parseObject<Kept extends object>(json: string | undefined, revive?: Revive): Kept | undefined {
  const value = attempt<unknown>(() => JSON.parse(json ?? 'null', revive))
  return typeof value === 'object' && value !== null ? (value as Kept) : undefined
}
