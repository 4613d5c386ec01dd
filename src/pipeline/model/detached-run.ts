import { parseStored } from '../../ledger/stored-json.ts'
import type { LoadedInput } from '../rows/loaded-input.ts'
import type { SendOptions } from './options.ts'

/** Stored with a run that workers finish, beside its rows. */
export interface DetachedRunFacts extends Pick<SendOptions, 'pollTimeoutMs'> {
  /** `wait` and `retries`, as earlier versions have stored them too. */
  waits: boolean
  tries: number
  /** Facts for an output that is written later; `digest` is the input's SHA-256 when it was read. */
  loaded: Omit<LoadedInput, 'copy'>
  digest: string | undefined
  /** Field → value for its empty cells. */
  filledIn: ReadonlyMap<string, string>
}

export function writeDetached(facts: DetachedRunFacts): string {
  return JSON.stringify(facts, (_, value: unknown) => (value instanceof Map ? { entries: [...value] } : value))
}

/** @throws BatchError `ledger` when the text was altered. */
export function readDetached(text: string): DetachedRunFacts {
  return parseStored<DetachedRunFacts>(text, 'way in which a run was left to workers', (_, value: unknown) =>
    isEntries(value) ? new Map(value.entries) : value,
  )
}

function isEntries(value: unknown): value is { entries: [string, unknown][] } {
  return typeof value === 'object' && value !== null && 'entries' in value && Array.isArray(value.entries)
}
