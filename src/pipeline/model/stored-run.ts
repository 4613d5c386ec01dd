import { resolve } from 'node:path'
import { parseStored } from '../../ledger/stored-json.ts'
import type { LoadedInput } from '../rows/loaded-input.ts'
import type { RunRequest, SendOptions } from './options.ts'

/** With which a run is carried out without its sheet: by workers, or once a second person has released it. */
export interface StoredRun extends Pick<SendOptions, 'pollTimeoutMs'> {
  /** `wait` and `retries`, as earlier versions have stored them too. */
  waits: boolean
  tries: number
  /** Facts for an output that is written later; `digest` is the input's SHA-256 when it was read. */
  loaded: Omit<LoadedInput, 'copy'>
  digest: string | undefined
  /** On the machine that has read it; earlier versions have not stored it. */
  output?: string
  /** Field → value for its empty cells. */
  filledIn: ReadonlyMap<string, string>
}

/** As JSON. */
export function storeRun(
  { load, output, wait: waits, retries: tries, pollTimeoutMs }: RunRequest,
  { copy: _, ...loaded }: LoadedInput,
  digest: string | undefined,
): string {
  const place = resolve(output)
  const stored: StoredRun = { waits, tries, pollTimeoutMs, loaded, digest, output: place, filledIn: load.defaults }
  return JSON.stringify(stored, (_, value: unknown) => (value instanceof Map ? { entries: [...value] } : value))
}

/** @throws BatchError `ledger` when the text was altered. */
export function readStoredRun(text: string): StoredRun {
  return parseStored<StoredRun>(text, 'way in which a run is carried out later', (_, value: unknown) =>
    isEntries(value) ? new Map(value.entries) : value,
  )
}

function isEntries(value: unknown): value is { entries: [string, unknown][] } {
  return typeof value === 'object' && value !== null && 'entries' in value && Array.isArray(value.entries)
}
