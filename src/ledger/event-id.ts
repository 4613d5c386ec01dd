import { createHash } from 'node:crypto'
import { accessSync, constants } from 'node:fs'
import { attempt } from '../support/errors.ts'
import { type Database, usingDatabase } from '../support/sqlite.ts'
import type { Submission } from './port/outcomes.ts'

/** The ledger's own identifier; undefined before it has one. */
export function findLedgerId(db: Database): string | undefined {
  return db.prepare<[], string>("SELECT value FROM meta WHERE key = 'ledger_id'").pluck().get()
}

/** The same of a file; undefined, too, for a file that is no ledger, or cannot be read. */
export function findFileLedgerId(file: string): string | undefined {
  return attempt(() => {
    // Without the right to write, SQLite would leave read-only files beside it.
    accessSync(file, constants.W_OK)
    return usingDatabase(file, findLedgerId)
  })
}

/** Tells event identifiers made here from others, for a recording that an output shows. */
export function isDerivedEventId(text: string): boolean {
  return /^rwa-batch-[0-9a-f]{32}$/.test(text)
}

/** The identifier of the event that sending this submission is; the same however often it is sent. */
export function deriveEventId(
  ledgerId: string,
  { requestHash, ordinal, generation }: Pick<Submission, 'requestHash' | 'ordinal' | 'generation'>,
): string {
  const key = `${ledgerId}:${Buffer.from(requestHash).toString('hex')}:${ordinal}:${generation}`
  return `rwa-batch-${createHash('sha256').update(key).digest('hex').slice(0, 32)}`
}
